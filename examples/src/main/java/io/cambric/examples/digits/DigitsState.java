package io.cambric.examples.digits;

import io.cambric.annotations.PyTree;
import io.cambric.annotations.Static;
import io.cambric.core.Array;
import io.cambric.nn.training.TrainState;
import io.cambric.optax.GradientTransformation;
import io.cambric.scope.Params;

/**
 * All that training changes, and the optimiser.
 *
 * @param step number of steps taken, i32
 * @param params what is learnt
 * @param batchStats running means and variances of the batch normalisations
 * @param optState state of the optimiser
 * @param tx the optimiser
 */
@PyTree
record DigitsState(
    Array step,
    Params params,
    Params batchStats,
    Object optState,
    @Static GradientTransformation<?> tx)
    implements TrainState<DigitsState>, DigitsStateWith {}
