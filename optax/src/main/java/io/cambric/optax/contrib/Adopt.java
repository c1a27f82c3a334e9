package io.cambric.optax.contrib;

import io.cambric.array.DType;
import io.cambric.build.Withers;
import io.cambric.optax.base.Chain;
import io.cambric.optax.base.Composition;
import io.cambric.optax.base.GradientTransformation;
import io.cambric.optax.base.ScalarOrSchedule;
import io.cambric.optax.hyperparameter.Scalar;
import io.cambric.optax.schedule.Schedule;
import io.cambric.optax.transform.LearningRate;
import org.jspecify.annotations.Nullable;

/**
 * ADOPT, a form of Adam that converges for any decay of its second moment: {@link ScaleByAdopt},
 * then the learning rate.
 *
 * @param learningRate not negative
 * @param b1 decay of the first moment, in {@code [0, 1)}
 * @param b2 decay of the second moment, in {@code [0, 1)}
 * @param eps the smallest divisor
 * @param muDtype dtype in which the first moment is kept, or {@code null} for the dtype of the
 *     parameters
 * @param nesterov whether to look one step ahead
 * @param useClipping whether rescaled gradients are limited
 * @param clipValueFn the limit at each count, which is 0 in the first step
 * @see <a href="https://arxiv.org/abs/2411.02853">Taniguchi et al., 2024</a>
 */
@Withers
public record Adopt(
    ScalarOrSchedule learningRate,
    Scalar b1,
    Scalar b2,
    Scalar eps,
    @Nullable DType muDtype,
    boolean nesterov,
    boolean useClipping,
    Schedule clipValueFn)
    implements Composition, AdoptWith {

  public Adopt {
    learningRate.requireLearningRate("adopt");
    ScaleByAdopt.require("adopt", b1, b2, eps);
  }

  /** The defaults of Optax: decays 0.9 and 0.9999, eps 1e-6, limited by the fourth root. */
  public Adopt(ScalarOrSchedule learningRate) {
    this(
        learningRate,
        Scalar.of(0.9),
        Scalar.of(0.9999),
        Scalar.of(1e-6),
        null,
        false,
        true,
        new ScaleByAdopt.FourthRoot());
  }

  @Override
  public GradientTransformation composed() {
    return Chain.of(
        new ScaleByAdopt(b1, b2, eps, muDtype, nesterov, useClipping, clipValueFn),
        LearningRate.descent(learningRate));
  }
}
