package io.cambric.optax.alias;

import io.cambric.build.Withers;
import io.cambric.optax.base.Chain;
import io.cambric.optax.base.Composition;
import io.cambric.optax.base.GradientTransformation;
import io.cambric.optax.base.Identity;
import io.cambric.optax.base.ScalarOrSchedule;
import io.cambric.optax.hyperparameter.Hyperparameters;
import io.cambric.optax.hyperparameter.Scalar;
import io.cambric.optax.transform.LearningRate;
import io.cambric.optax.transform.ScaleByRms;
import io.cambric.optax.transform.ScaleByStddev;
import io.cambric.optax.transform.Trace;
import org.jspecify.annotations.Nullable;

/**
 * RMSProp: {@link ScaleByRms} or, if centered, {@link ScaleByStddev}. The learning rate follows,
 * then {@link Trace} if there is momentum.
 *
 * @param learningRate not negative
 * @param decay of the averages, in {@code [0, 1)}
 * @param eps keeps the divisor above 0
 * @param initialScale value of the average of squares before the first step
 * @param epsInSqrt whether {@code eps} is added inside the square root
 * @param centered whether to divide by the standard deviation of gradients
 * @param momentum decay of the trace, in {@code [0, 1]}, or {@code null} for none
 * @param nesterov whether the momentum looks one step ahead
 * @param biasCorrection whether to correct the bias of the initial averages
 * @see <a href="http://www.cs.toronto.edu/~hinton/coursera/lecture6/lec6.pdf">Hinton, 2012</a>
 * @see <a href="https://arxiv.org/abs/1308.0850">Graves, 2013</a>, for the centered form
 */
@Withers
public record RmsProp(
    ScalarOrSchedule learningRate,
    Scalar decay,
    Scalar eps,
    Scalar initialScale,
    boolean epsInSqrt,
    boolean centered,
    @Nullable Scalar momentum,
    boolean nesterov,
    boolean biasCorrection)
    implements Composition, RmsPropWith {

  public RmsProp {
    learningRate.requireLearningRate("rmsprop");
    ScaleByRms.require("rmsprop", decay, eps, initialScale);
    if (momentum != null) {
      Hyperparameters.requireUnitInterval("rmsprop", "momentum", momentum);
    }
  }

  /** A decay of 0.9 and an eps of 1e-8 inside the square root; neither centered nor momentum. */
  public RmsProp(ScalarOrSchedule learningRate) {
    this(
        learningRate,
        Scalar.of(0.9),
        Scalar.of(1e-8),
        Scalar.of(0),
        true,
        false,
        null,
        false,
        false);
  }

  @Override
  public GradientTransformation composed() {
    return Chain.of(
        centered
            ? new ScaleByStddev(decay, eps, initialScale, epsInSqrt, biasCorrection)
            : new ScaleByRms(decay, eps, initialScale, epsInSqrt, biasCorrection),
        LearningRate.descent(learningRate),
        momentum == null ? new Identity() : new Trace(momentum, nesterov, null));
  }
}
