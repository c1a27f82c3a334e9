package io.cambric.optax.alias;

import io.cambric.build.Withers;
import io.cambric.optax.base.Chain;
import io.cambric.optax.base.Composition;
import io.cambric.optax.base.GradientTransformation;
import io.cambric.optax.hyperparameter.Scalar;
import io.cambric.optax.transform.Scale;
import io.cambric.optax.transform.ScaleByRprop;

/**
 * Resilient backpropagation: {@link ScaleByRprop}, then the flip of the sign. For full batches.
 *
 * @param learningRate the initial step size, not negative
 * @param etaMinus factor if the sign of the gradient changes
 * @param etaPlus factor if the sign stays
 * @param minStepSize the least step size
 * @param maxStepSize the largest step size
 * @see <a href="https://ieeexplore.ieee.org/document/298623">Riedmiller and Braun, 1993</a>
 */
@Withers
public record Rprop(
    Scalar learningRate, Scalar etaMinus, Scalar etaPlus, Scalar minStepSize, Scalar maxStepSize)
    implements Composition, RpropWith {

  public Rprop {
    ScaleByRprop.require("rprop", learningRate, etaMinus, etaPlus, minStepSize, maxStepSize);
  }

  /** The defaults of Optax: factors of 0.5 and 1.2, step sizes between 1e-6 and 50. */
  public Rprop(Scalar learningRate) {
    this(learningRate, Scalar.of(0.5), Scalar.of(1.2), Scalar.of(1e-6), Scalar.of(50));
  }

  @Override
  public GradientTransformation composed() {
    return Chain.of(
        new ScaleByRprop(learningRate, etaMinus, etaPlus, minStepSize, maxStepSize),
        new Scale(Scalar.of(-1)));
  }
}
