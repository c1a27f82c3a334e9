package io.cambric.optax.contrib;

import io.cambric.array.DType;
import io.cambric.build.Withers;
import io.cambric.optax.base.Chain;
import io.cambric.optax.base.Composition;
import io.cambric.optax.base.GradientTransformation;
import io.cambric.optax.base.Mask;
import io.cambric.optax.base.ScalarOrSchedule;
import io.cambric.optax.hyperparameter.Scalar;
import io.cambric.optax.transform.AddDecayedWeights;
import io.cambric.optax.transform.LearningRate;
import io.cambric.optax.wrapper.Masked;
import org.jspecify.annotations.Nullable;

/**
 * Sophia, a second-order optimiser with a diagonal of the Hessian: {@link ScaleBySophia}, then
 * weight decay, then the learning rate.
 *
 * {@snippet :
 * var step = tx.update(grads, state, params, extras -> extras.withValueFn(p -> loss(p, batch)));
 * }
 *
 * @param learningRate not negative
 * @param b1 decay of the first moment, in {@code [0, 1)}
 * @param b2 decay of the diagonal of the Hessian, in {@code [0, 1)}
 * @param eps the smallest divisor
 * @param weightDecay fraction of the parameters subtracted in a step, before the learning rate
 * @param weightDecayMask the leaves with weight decay, or {@code null} for all
 * @param gamma factor of the diagonal
 * @param clipThreshold the limit of each element, or {@code null} for none
 * @param updateInterval number of steps after which the Hessian is estimated again, at least 1
 * @param hessianDiagonalFn from gradients and parameters to the diagonal of the Hessian
 * @param muDtype dtype in which the first moment is kept, or {@code null} for the dtype of the
 *     parameters
 * @param verbose whether the share of elements below the limit is printed
 * @param printWinRateEveryNSteps number of steps between two printed lines
 * @see <a href="https://arxiv.org/abs/2305.14342">Liu et al., 2023</a>
 */
@Withers
public record Sophia(
    ScalarOrSchedule learningRate,
    Scalar b1,
    Scalar b2,
    Scalar eps,
    ScalarOrSchedule weightDecay,
    @Nullable Mask weightDecayMask,
    Scalar gamma,
    @Nullable Scalar clipThreshold,
    int updateInterval,
    GradientTransformation hessianDiagonalFn,
    @Nullable DType muDtype,
    boolean verbose,
    int printWinRateEveryNSteps)
    implements Composition, SophiaWith {

  public Sophia {
    learningRate.requireLearningRate("sophia");
    ScaleBySophia.require(
        "sophia", b1, b2, eps, clipThreshold, updateInterval, verbose, printWinRateEveryNSteps);
    weightDecay.requireFinite("sophia", "weight decay");
  }

  /** The defaults of Optax: the defaults of {@link ScaleBySophia}, and a weight decay of 1e-4. */
  public Sophia(ScalarOrSchedule learningRate) {
    this(
        learningRate,
        Scalar.of(0.965),
        Scalar.of(0.99),
        Scalar.of(1e-8),
        ScalarOrSchedule.of(1e-4),
        null,
        Scalar.of(0.01),
        Scalar.of(1),
        10,
        new HutchinsonEstimatorDiagHessian(),
        null,
        false,
        0);
  }

  @Override
  public GradientTransformation composed() {
    return Chain.of(
        new ScaleBySophia(
            b1,
            b2,
            eps,
            gamma,
            clipThreshold,
            updateInterval,
            hessianDiagonalFn,
            muDtype,
            verbose,
            printWinRateEveryNSteps),
        Masked.where(weightDecayMask, AddDecayedWeights.of(weightDecay)),
        LearningRate.descent(learningRate));
  }
}
