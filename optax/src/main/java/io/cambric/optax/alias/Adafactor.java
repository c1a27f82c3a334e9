package io.cambric.optax.alias;

import io.cambric.array.DType;
import io.cambric.build.Withers;
import io.cambric.optax.base.Chain;
import io.cambric.optax.base.Composition;
import io.cambric.optax.base.GradientTransformation;
import io.cambric.optax.base.Mask;
import io.cambric.optax.base.ScalarOrSchedule;
import io.cambric.optax.hyperparameter.Hyperparameters;
import io.cambric.optax.hyperparameter.Scalar;
import io.cambric.optax.transform.AddDecayedWeights;
import io.cambric.optax.transform.ClipByBlockRms;
import io.cambric.optax.transform.Ema;
import io.cambric.optax.transform.LearningRate;
import io.cambric.optax.transform.Scale;
import io.cambric.optax.transform.ScaleByFactoredRms;
import io.cambric.optax.transform.ScaleByParamBlockRms;
import io.cambric.optax.wrapper.Masked;
import java.util.ArrayList;
import org.jspecify.annotations.Nullable;

/**
 * Adafactor: {@link ScaleByFactoredRms}, then the enabled transformations of this list, in order.
 *
 * <ol>
 *   <li>{@link ClipByBlockRms}
 *   <li>the learning rate
 *   <li>{@link ScaleByParamBlockRms}
 *   <li>{@link Ema}, not debiased
 *   <li>{@link AddDecayedWeights}, which the learning rate does not multiply
 * </ol>
 *
 * <p>An update needs the parameters.
 *
 * @param learningRate not negative, or {@code null} for steps in proportion to the parameters only
 * @param minDimSizeToFactor the least size of both axes for a factored average of squares
 * @param decayRate exponent of the decay of the average of squares
 * @param decayOffset the count at which finetuning starts
 * @param multiplyByParameterScale whether updates of an array are multiplied by the root mean
 *     square of its parameters
 * @param clippingThreshold the largest root mean square of the updates of an array, above 0, or
 *     {@code null} for no clipping
 * @param momentum decay of the average of updates, in {@code [0, 1)}, or {@code null} for none
 * @param dtypeMomentum dtype of that average, or {@code null} for the dtype of the parameters
 * @param weightDecayRate fraction of the parameters subtracted in a step, or {@code null} for none
 * @param eps added to squared gradients
 * @param factored whether averages of squares are factored
 * @param weightDecayMask the leaves with weight decay, or {@code null} for all
 * @see <a href="https://arxiv.org/abs/1804.04235">Shazeer and Stern, 2018</a>
 */
@Withers
public record Adafactor(
    @Nullable ScalarOrSchedule learningRate,
    int minDimSizeToFactor,
    Scalar decayRate,
    int decayOffset,
    boolean multiplyByParameterScale,
    @Nullable Scalar clippingThreshold,
    @Nullable Scalar momentum,
    @Nullable DType dtypeMomentum,
    @Nullable ScalarOrSchedule weightDecayRate,
    Scalar eps,
    boolean factored,
    @Nullable Mask weightDecayMask)
    implements Composition, AdafactorWith {

  public Adafactor {
    if (learningRate != null) {
      learningRate.requireLearningRate("adafactor");
    }
    ScaleByFactoredRms.require("adafactor", decayRate, minDimSizeToFactor, eps);
    if (clippingThreshold != null) {
      Hyperparameters.requirePositive(
          "adafactor", "clipping_threshold", clippingThreshold, "1 is usual.");
    }
    if (momentum != null) {
      Hyperparameters.requireDecay("adafactor", "momentum", momentum);
    }
    if (weightDecayRate != null) {
      weightDecayRate.requireFinite("adafactor", "weight decay");
    }
  }

  /**
   * The defaults of Optax: axes of 128 or more are factored, a decay rate of 0.8, clipping at 1, no
   * momentum, no weight decay.
   */
  public Adafactor(@Nullable ScalarOrSchedule learningRate) {
    this(
        learningRate,
        128,
        Scalar.of(0.8),
        0,
        true,
        Scalar.of(1),
        null,
        DType.F32,
        null,
        Scalar.of(1e-30),
        true,
        null);
  }

  @Override
  public GradientTransformation composed() {
    var parts = new ArrayList<GradientTransformation>();
    parts.add(
        new ScaleByFactoredRms(
            factored, decayRate, decayOffset, minDimSizeToFactor, eps, ScaleByFactoredRms.POWER));
    if (clippingThreshold != null) {
      parts.add(new ClipByBlockRms(clippingThreshold));
    }
    if (learningRate != null) {
      parts.add(LearningRate.ascent(learningRate));
    }
    if (multiplyByParameterScale) {
      parts.add(new ScaleByParamBlockRms());
    }
    if (momentum != null) {
      parts.add(new Ema(momentum, false, dtypeMomentum));
    }
    if (weightDecayRate != null) {
      parts.add(Masked.where(weightDecayMask, AddDecayedWeights.of(weightDecayRate)));
    }
    parts.add(new Scale(Scalar.of(-1)));
    return new Chain(parts);
  }
}
