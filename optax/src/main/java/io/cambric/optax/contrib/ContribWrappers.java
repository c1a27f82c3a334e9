package io.cambric.optax.contrib;

import io.cambric.optax.base.GradientTransformation;
import io.cambric.optax.base.OptState;
import io.cambric.optax.base.ScalarOrSchedule;
import io.cambric.optax.hyperparameter.Scalar;

/** Transformations of transformations. */
final class ContribWrappers {

  private ContribWrappers() {}

  /** {@return an optimiser with a learned scale} */
  public static Mechanize mechanize(GradientTransformation baseOptimizer) {
    return new Mechanize(baseOptimizer);
  }

  /**
   * {@return an optimiser with gradients at the parameters that an adversary reaches}
   *
   * {@snippet :
   * sam(sgd(0.01), chain(normalize(), sgd(0.1)));
   * }
   */
  public static Sam sam(GradientTransformation optimizer, GradientTransformation advOptimizer) {
    return new Sam(optimizer, advOptimizer);
  }

  /**
   * {@return an optimiser without a schedule}
   *
   * @param baseOptimizer an optimiser without momentum
   * @param learningRate learning rate of the optimiser, without decay
   */
  public static ScheduleFree scheduleFree(
      GradientTransformation baseOptimizer, ScalarOrSchedule learningRate) {
    return new ScheduleFree(baseOptimizer, learningRate);
  }

  /** {@return AdamW without a schedule, with a learning rate of 0.0025} */
  public static ScheduleFreeAdamW scheduleFreeAdamw() {
    return new ScheduleFreeAdamW();
  }

  /** {@return AdamW without a schedule} */
  public static ScheduleFreeAdamW scheduleFreeAdamw(Scalar learningRate) {
    return new ScheduleFreeAdamW(learningRate);
  }

  /**
   * {@return the parameters for evaluation of a schedule-free optimiser}
   *
   * @param state the state of the optimiser, or one that contains it
   * @param params the trained parameters
   */
  public static <P> P scheduleFreeEvalParams(OptState state, P params) {
    return ScheduleFree.evalParams(state, params);
  }

  /** {@return gradient descent without a schedule, with a learning rate of 1} */
  public static ScheduleFreeSgd scheduleFreeSgd() {
    return new ScheduleFreeSgd();
  }

  /** {@return gradient descent without a schedule} */
  public static ScheduleFreeSgd scheduleFreeSgd(Scalar learningRate) {
    return new ScheduleFreeSgd(learningRate);
  }
}
