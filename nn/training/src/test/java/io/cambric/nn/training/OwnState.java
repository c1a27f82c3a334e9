package io.cambric.nn.training;

import io.cambric.annotations.PyTree;
import io.cambric.annotations.Static;
import io.cambric.core.Array;
import io.cambric.optax.base.GradientTransformation;
import io.cambric.optax.base.OptState;
import io.cambric.scope.Params;

/** A state as users write it, with a component of its own. */
@PyTree
record OwnState(
    Array step,
    Params params,
    Params batchStats,
    OptState optState,
    @Static Line model,
    @Static GradientTransformation tx)
    implements TrainState<OwnState>, OwnStateWith {}
