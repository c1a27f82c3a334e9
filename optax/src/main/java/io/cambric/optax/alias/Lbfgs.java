package io.cambric.optax.alias;

import io.cambric.build.Withers;
import io.cambric.optax.base.Chain;
import io.cambric.optax.base.Composition;
import io.cambric.optax.base.GradientTransformation;
import io.cambric.optax.base.Identity;
import io.cambric.optax.base.ScalarOrSchedule;
import io.cambric.optax.hyperparameter.Scalar;
import io.cambric.optax.linesearch.ScaleByLbfgs;
import io.cambric.optax.linesearch.ScaleByZoomLinesearch;
import io.cambric.optax.transform.LearningRate;
import io.cambric.optax.transform.Scale;
import org.jspecify.annotations.Nullable;

/**
 * L-BFGS: {@link ScaleByLbfgs}, then the negative learning rate, then a line search.
 *
 * {@snippet :
 * var step = valueAndGradFromState(loss).apply(params, state);
 * tx.update(step.grads(), state, params, e -> e.withValue(step.value()).withGrad(step.grads()).withValueFn(loss));
 * }
 *
 * @param learningRate not negative, or {@code null} for one
 * @param memorySize pairs of differences that are kept, at least 1
 * @param scaleInitPrecond whether the first approximation of the inverse Hessian is scaled
 * @param linesearch the line search, or {@code null} for none
 * @see <a href="https://doi.org/10.1007/978-0-387-40065-5">Nocedal and Wright, Numerical
 *     Optimization, 1999</a>
 */
@Withers
public record Lbfgs(
    @Nullable ScalarOrSchedule learningRate,
    int memorySize,
    boolean scaleInitPrecond,
    @Nullable GradientTransformation linesearch)
    implements Composition, LbfgsWith {

  public Lbfgs {
    if (learningRate != null) {
      learningRate.requireLearningRate("lbfgs");
    }
  }

  /**
   * A memory of ten pairs, and a zoom line search of at most twenty steps that starts from a
   * learning rate of one.
   */
  public Lbfgs() {
    this(
        null,
        10,
        true,
        new ScaleByZoomLinesearch(20)
            .withInitialGuessStrategy(ScaleByZoomLinesearch.InitialGuess.ONE));
  }

  @Override
  public GradientTransformation composed() {
    return Chain.of(
        new ScaleByLbfgs(memorySize, scaleInitPrecond),
        learningRate == null ? new Scale(Scalar.of(-1)) : LearningRate.descent(learningRate),
        linesearch == null ? new Identity() : linesearch);
  }
}
