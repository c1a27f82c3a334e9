package io.cambric.optax.alias;

import io.cambric.build.Withers;
import io.cambric.optax.base.Chain;
import io.cambric.optax.base.Composition;
import io.cambric.optax.base.GradientTransformation;
import io.cambric.optax.hyperparameter.Hyperparameters;
import io.cambric.optax.hyperparameter.Scalar;
import io.cambric.optax.transform.Scale;
import io.cambric.optax.transform.ScaleBySm3;

/**
 * SM3: {@link ScaleBySm3}, then the learning rate. Scalar parameters are not supported.
 *
 * @param learningRate not negative
 * @param momentum decay of the momentum, in {@code [0, 1)}
 * @see <a href="https://arxiv.org/abs/1901.11150">Anil et al., 2019</a>
 */
@Withers
public record Sm3(Scalar learningRate, Scalar momentum) implements Composition, Sm3With {

  public Sm3 {
    Hyperparameters.requireLearningRate("sm3", learningRate);
    Hyperparameters.requireDecay("sm3", "momentum", momentum);
  }

  /** A momentum of 0.9. */
  public Sm3(Scalar learningRate) {
    this(learningRate, Scalar.of(0.9));
  }

  @Override
  public GradientTransformation composed() {
    return Chain.of(
        new ScaleBySm3(momentum, Scalar.of(1), Scalar.of(1e-8)), new Scale(learningRate.negated()));
  }
}
