package io.cambric.optax.transform;

import io.cambric.array.DType;
import io.cambric.build.Withers;
import io.cambric.optax.base.Chain;
import io.cambric.optax.base.ChainState;
import io.cambric.optax.base.Composition;
import io.cambric.optax.base.EmptyState;
import io.cambric.optax.base.GradientTransformation;
import io.cambric.optax.base.OptState;
import io.cambric.optax.hyperparameter.Hyperparameters;
import io.cambric.optax.hyperparameter.Scalar;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The exponential moving average of a measure of updates, for {@link Monitor}.
 *
 * @param measure from updates to a tree of arrays
 * @param decay fraction of the average that stays after a step, in {@code [0, 1)}
 * @param debias whether to correct the bias of the initial zeros
 * @param accumulatorDtype dtype in which the average is kept, or {@code null} for the dtype of the
 *     measurement
 */
@Withers
public record MeasureWithEma(
    Measure measure, Scalar decay, boolean debias, @Nullable DType accumulatorDtype)
    implements Composition, MeasureWithEmaWith {

  public MeasureWithEma {
    Hyperparameters.requireDecay("measure_with_ema", "decay", decay);
  }

  /** A debiased average in the dtype of the measurement. */
  public MeasureWithEma(Measure measure, Scalar decay) {
    this(measure, decay, true, null);
  }

  @Override
  public GradientTransformation composed() {
    return Chain.of(measure, average());
  }

  private Ema average() {
    return new Ema(decay, debias, accumulatorDtype);
  }

  /** {@return the state, with an average in the shapes of the measurement} */
  @Override
  public OptState init(Object params) {
    return new ChainState(
        List.of(new EmptyState(), average().initial(measure.function().apply(params))));
  }
}
