package io.cambric.nn.training;

import io.cambric.errors.HyperparameterException;
import io.cambric.optax.schedule.Schedule;
import java.util.List;

/**
 * The schedules of Flax's image classification examples, in epochs.
 *
 * <p>All have a warmup: for {@code warmupLength} epochs the rate is multiplied by {@code min(1,
 * step / warmupLength / stepsPerEpoch)}; 0 means none. Flax recommends Optax's schedules instead,
 * {@link io.cambric.optax.schedule.Schedules}, which count steps.
 *
 * @see <a href="https://arxiv.org/abs/1706.02677">Goyal et al., 2017</a>
 * @see <a
 *     href="https://flax.readthedocs.io/en/latest/api_reference/flax.training.html#learning-rate-schedules">flax.training.lr_schedule</a>
 */
public final class LrSchedule {

  private LrSchedule() {}

  /**
   * A step of a stepped schedule.
   *
   * @param epoch the last one, perhaps a fraction, before the rate changes
   * @param factor of the base learning rate after it
   */
  public record EpochStep(double epoch, double factor) {}

  /** {@return a constant rate, without a warmup} */
  public static Schedule createConstantLearningRateSchedule(
      double baseLearningRate, int stepsPerEpoch) {
    return createConstantLearningRateSchedule(baseLearningRate, stepsPerEpoch, 0);
  }

  /**
   * {@return a constant rate}
   *
   * @param stepsPerEpoch steps in an epoch
   * @param warmupLength epochs of warmup; 0 for none
   */
  public static Schedule createConstantLearningRateSchedule(
      double baseLearningRate, int stepsPerEpoch, double warmupLength) {
    return new ConstantEpochs(baseLearningRate, warmup(stepsPerEpoch, warmupLength));
  }

  /** {@return a rate that changes at epochs, without a warmup} */
  public static Schedule createSteppedLearningRateSchedule(
      double baseLearningRate, int stepsPerEpoch, List<EpochStep> lrSchedSteps) {
    return createSteppedLearningRateSchedule(baseLearningRate, stepsPerEpoch, lrSchedSteps, 0);
  }

  /**
   * {@return a rate that is multiplied by the factor of the last epoch that has passed}
   *
   * {@snippet :
   * createSteppedLearningRateSchedule(
   *     0.1, 1000, List.of(new EpochStep(30, 0.1), new EpochStep(60, 0.01)), 5);
   * }
   *
   * @param stepsPerEpoch steps in an epoch
   * @param lrSchedSteps in ascending order of epochs
   * @param warmupLength epochs of warmup; 0 for none
   */
  public static Schedule createSteppedLearningRateSchedule(
      double baseLearningRate,
      int stepsPerEpoch,
      List<EpochStep> lrSchedSteps,
      double warmupLength) {
    return new SteppedEpochs(baseLearningRate, lrSchedSteps, warmup(stepsPerEpoch, warmupLength));
  }

  /** {@return half a cosine wave, without a warmup} */
  public static Schedule createCosineLearningRateSchedule(
      double baseLearningRate, int stepsPerEpoch, double halfcosEpochs) {
    return createCosineLearningRateSchedule(baseLearningRate, stepsPerEpoch, halfcosEpochs, 0);
  }

  /**
   * {@return a cosine wave from the base rate, {@code base (cos(pi step / half) + 1) / 2}}
   *
   * <p>The rate grows again after half a wave.
   *
   * @param stepsPerEpoch steps in an epoch
   * @param halfcosEpochs epochs of half a wave, usually of the whole training
   * @param warmupLength epochs of warmup; 0 for none
   */
  public static Schedule createCosineLearningRateSchedule(
      double baseLearningRate, int stepsPerEpoch, double halfcosEpochs, double warmupLength) {
    if (!(halfcosEpochs > 0)) {
      throw new HyperparameterException(
          "A cosine schedule needs halfcosEpochs above 0, but got %s. Pass the epochs of the training."
              .formatted(halfcosEpochs));
    }
    return new CosineEpochs(
        baseLearningRate, halfcosEpochs * stepsPerEpoch, warmup(stepsPerEpoch, warmupLength));
  }

  private static EpochWarmup warmup(int stepsPerEpoch, double length) {
    if (stepsPerEpoch < 1) {
      throw new HyperparameterException(
          "A schedule in epochs needs stepsPerEpoch of at least 1, but got %d. Divide the number of examples by the batch size."
              .formatted(stepsPerEpoch));
    }
    return new EpochWarmup(length, stepsPerEpoch);
  }
}
