package io.cambric.optax.alias;

import io.cambric.array.DType;
import io.cambric.build.Withers;
import io.cambric.optax.base.Chain;
import io.cambric.optax.base.Composition;
import io.cambric.optax.base.GradientTransformation;
import io.cambric.optax.base.ScalarOrSchedule;
import io.cambric.optax.hyperparameter.Hyperparameters;
import io.cambric.optax.hyperparameter.Scalar;
import io.cambric.optax.transform.LearningRate;
import io.cambric.optax.transform.ScaleByAmsgrad;
import org.jspecify.annotations.Nullable;

/**
 * AMSGrad, Adam with the largest second moment so far: {@link ScaleByAmsgrad}, then the learning
 * rate.
 *
 * @param learningRate not negative
 * @param b1 decay of the first moment, in {@code [0, 1)}
 * @param b2 decay of the second moment, in {@code [0, 1)}
 * @param eps added outside the square root
 * @param epsRoot added inside the square root
 * @param muDtype dtype of the first moment, or {@code null} for the dtype of the parameters
 * @param biasCorrectionMu whether to correct the bias of the first moment; the paper does not
 * @param biasCorrectionNu whether to correct the bias of the second moment; the paper does not
 * @see <a href="https://openreview.net/forum?id=ryQu7f-RZ">Reddi et al., 2018</a>
 */
@Withers
public record Amsgrad(
    ScalarOrSchedule learningRate,
    Scalar b1,
    Scalar b2,
    Scalar eps,
    Scalar epsRoot,
    @Nullable DType muDtype,
    boolean biasCorrectionMu,
    boolean biasCorrectionNu)
    implements Composition, AmsgradWith {

  public Amsgrad {
    learningRate.requireLearningRate("amsgrad");
    Hyperparameters.requireMoments("amsgrad", b1, b2, eps, epsRoot);
  }

  /** The defaults of Adam: decays 0.9 and 0.999, eps 1e-8. Both moments are corrected. */
  public Amsgrad(ScalarOrSchedule learningRate) {
    this(
        learningRate,
        Scalar.of(0.9),
        Scalar.of(0.999),
        Scalar.of(1e-8),
        Scalar.of(0),
        null,
        true,
        true);
  }

  @Override
  public GradientTransformation composed() {
    return Chain.of(
        new ScaleByAmsgrad(b1, b2, eps, epsRoot, muDtype, biasCorrectionMu, biasCorrectionNu),
        LearningRate.descent(learningRate));
  }
}
