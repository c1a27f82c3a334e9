package io.cambric.optax.alias;

import io.cambric.build.Withers;
import io.cambric.optax.base.Chain;
import io.cambric.optax.base.Composition;
import io.cambric.optax.base.GradientTransformation;
import io.cambric.optax.base.ScalarOrSchedule;
import io.cambric.optax.hyperparameter.Scalar;
import io.cambric.optax.transform.LearningRate;
import io.cambric.optax.transform.ScaleByAdamax;

/**
 * Adamax, Adam with the infinity norm: {@link ScaleByAdamax}, then the learning rate.
 *
 * @param learningRate not negative
 * @param b1 decay of the first moment, in {@code [0, 1)}
 * @param b2 decay of the infinity norm, in {@code [0, 1)}
 * @param eps added to the magnitude of gradients
 * @see <a href="https://arxiv.org/abs/1412.6980">Kingma and Ba, 2014</a>, section 7.1
 */
@Withers
public record Adamax(ScalarOrSchedule learningRate, Scalar b1, Scalar b2, Scalar eps)
    implements Composition, AdamaxWith {

  public Adamax {
    learningRate.requireLearningRate("adamax");
    ScaleByAdamax.require("adamax", b1, b2, eps);
  }

  /** Decays of 0.9 and 0.999, eps 1e-8. */
  public Adamax(ScalarOrSchedule learningRate) {
    this(learningRate, Scalar.of(0.9), Scalar.of(0.999), Scalar.of(1e-8));
  }

  @Override
  public GradientTransformation composed() {
    return Chain.of(new ScaleByAdamax(b1, b2, eps), LearningRate.descent(learningRate));
  }
}
