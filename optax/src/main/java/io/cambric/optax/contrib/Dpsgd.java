package io.cambric.optax.contrib;

import io.cambric.build.Withers;
import io.cambric.numpy.Key;
import io.cambric.optax.base.Chain;
import io.cambric.optax.base.Composition;
import io.cambric.optax.base.GradientTransformation;
import io.cambric.optax.base.Identity;
import io.cambric.optax.base.ScalarOrSchedule;
import io.cambric.optax.hyperparameter.Hyperparameters;
import io.cambric.optax.hyperparameter.Scalar;
import io.cambric.optax.transform.LearningRate;
import io.cambric.optax.transform.Trace;
import org.jspecify.annotations.Nullable;

/**
 * Differentially private stochastic gradient descent: {@link DifferentiallyPrivateAggregate}, then
 * momentum if there is one, then the learning rate.
 *
 * <p>Shapes: each leaf of the gradients is {@code [B, ...]}, one gradient per example.
 *
 * @param learningRate not negative
 * @param l2NormClip the largest norm of the gradient of one example, above 0
 * @param noiseMultiplier standard deviation of the noise, in units of {@code l2NormClip}
 * @param key of the noise
 * @param momentum fraction of the trace that stays after a step, or {@code null} for none
 * @param nesterov whether to look one step ahead
 * @see <a href="https://arxiv.org/abs/1607.00133">Abadi et al., 2016</a>
 */
@Withers
public record Dpsgd(
    ScalarOrSchedule learningRate,
    Scalar l2NormClip,
    Scalar noiseMultiplier,
    Key key,
    @Nullable Scalar momentum,
    boolean nesterov)
    implements Composition, DpsgdWith {

  public Dpsgd {
    learningRate.requireLearningRate("dpsgd");
    DifferentiallyPrivateAggregate.require("dpsgd", l2NormClip, noiseMultiplier);
    if (momentum != null) {
      Hyperparameters.requireUnitInterval("dpsgd", "momentum", momentum);
    }
  }

  /** Without momentum. */
  public Dpsgd(ScalarOrSchedule learningRate, Scalar l2NormClip, Scalar noiseMultiplier, Key key) {
    this(learningRate, l2NormClip, noiseMultiplier, key, null, false);
  }

  @Override
  public GradientTransformation composed() {
    return Chain.of(
        new DifferentiallyPrivateAggregate(l2NormClip, noiseMultiplier, key),
        momentum == null ? new Identity() : new Trace(momentum, nesterov, null),
        LearningRate.descent(learningRate));
  }
}
