package io.cambric.optax.contrib;

import io.cambric.build.Withers;
import io.cambric.optax.base.Chain;
import io.cambric.optax.base.Composition;
import io.cambric.optax.base.GradientTransformation;
import io.cambric.optax.base.Mask;
import io.cambric.optax.base.ScalarOrSchedule;
import io.cambric.optax.hyperparameter.Scalar;
import io.cambric.optax.transform.AddDecayedWeights;
import io.cambric.optax.transform.LearningRate;
import io.cambric.optax.transform.ScaleByAdam;
import io.cambric.optax.wrapper.Masked;
import org.jspecify.annotations.Nullable;

/**
 * GaLore, an optimiser in a space of low rank: {@link ScaleByGalore}, then weight decay, then the
 * learning rate.
 *
 * @param learningRate not negative
 * @param rank singular vectors of a projector, at least 1
 * @param updateProjGap number of steps after which projectors are recomputed, at least 1
 * @param scale factor of projected updates
 * @param baseOptimizer the optimiser, which receives no parameters
 * @param weightDecay fraction of the parameters subtracted in a step, before the learning rate
 * @param mask the leaves with weight decay, or {@code null} for all
 * @param weightDimensionNumbers the axes of each weight that is projected, or {@code null} for all
 *     matrices
 * @see <a href="https://arxiv.org/abs/2403.03507">Zhao et al., 2024</a>
 */
@Withers
public record Galore(
    ScalarOrSchedule learningRate,
    int rank,
    int updateProjGap,
    Scalar scale,
    GradientTransformation baseOptimizer,
    ScalarOrSchedule weightDecay,
    @Nullable Mask mask,
    @Nullable WeightDimensions weightDimensionNumbers)
    implements Composition, GaloreWith {

  public Galore {
    learningRate.requireLearningRate("galore");
    ScaleByGalore.require("galore", rank, updateProjGap, scale);
    weightDecay.requireFinite("galore", "weight decay");
  }

  /** The defaults of Optax: rank 128, projectors for 200 steps, Adam's rescaling, no decay. */
  public Galore(ScalarOrSchedule learningRate) {
    this(
        learningRate,
        128,
        200,
        Scalar.of(1),
        new ScaleByAdam(),
        ScalarOrSchedule.of(0),
        null,
        null);
  }

  @Override
  public GradientTransformation composed() {
    return Chain.of(
        new ScaleByGalore(rank, updateProjGap, scale, baseOptimizer, weightDimensionNumbers),
        Masked.where(mask, AddDecayedWeights.of(weightDecay)),
        LearningRate.descent(learningRate));
  }
}
