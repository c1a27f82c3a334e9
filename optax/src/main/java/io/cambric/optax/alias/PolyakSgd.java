package io.cambric.optax.alias;

import io.cambric.build.Withers;
import io.cambric.optax.base.Chain;
import io.cambric.optax.base.Composition;
import io.cambric.optax.base.GradientTransformation;
import io.cambric.optax.base.ScalarOrSchedule;
import io.cambric.optax.hyperparameter.Scalar;
import io.cambric.optax.transform.ScaleByPolyak;

/**
 * Stochastic gradient descent with Polyak's step size: {@link Sgd} by the scaling, then {@link
 * ScaleByPolyak}.
 *
 * <p>An update needs the value of the loss: {@code tx.update(grads, state, params, extras ->
 * extras.withValue(loss))}.
 *
 * @param maxLearningRate the largest step, above 0
 * @param scaling multiplies the gradient before the step size is computed
 * @param fMin a lower bound of the loss, in its units
 * @param eps added to the squared norm, not negative
 * @param variant variant of the step if the loss is below its bound
 * @see <a href="https://arxiv.org/abs/2002.10542">Loizou et al., 2021</a>
 */
@Withers
public record PolyakSgd(
    Scalar maxLearningRate,
    ScalarOrSchedule scaling,
    Scalar fMin,
    Scalar eps,
    ScaleByPolyak.Variant variant)
    implements Composition, PolyakSgdWith {

  public PolyakSgd {
    scaling.requireLearningRate("polyak_sgd");
    ScaleByPolyak.require("polyak_sgd", fMin, maxLearningRate, eps);
  }

  /** The defaults of Optax: steps of at most 1, a scaling of 1, and a bound of 0. */
  public PolyakSgd() {
    this(
        Scalar.of(1),
        ScalarOrSchedule.of(1),
        Scalar.of(0),
        Scalar.of(0),
        ScaleByPolyak.Variant.SPS);
  }

  @Override
  public GradientTransformation composed() {
    return Chain.of(new Sgd(scaling), new ScaleByPolyak(fMin, maxLearningRate, eps, variant));
  }
}
