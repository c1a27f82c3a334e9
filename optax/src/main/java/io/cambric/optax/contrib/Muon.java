package io.cambric.optax.contrib;

import io.cambric.array.DType;
import io.cambric.build.Withers;
import io.cambric.optax.alias.AdamW;
import io.cambric.optax.base.Chain;
import io.cambric.optax.base.Composition;
import io.cambric.optax.base.GradientTransformation;
import io.cambric.optax.base.Labels;
import io.cambric.optax.base.Mask;
import io.cambric.optax.base.ScalarOrSchedule;
import io.cambric.optax.hyperparameter.Hyperparameters;
import io.cambric.optax.hyperparameter.Scalar;
import io.cambric.optax.transform.AddDecayedWeights;
import io.cambric.optax.transform.LearningRate;
import io.cambric.optax.wrapper.Masked;
import io.cambric.optax.wrapper.Partition;
import io.cambric.tree.TreeDef;
import io.cambric.tree.TreePrefix;
import java.util.LinkedHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Muon, momentum with orthogonalized matrices. Matrices use {@link ScaleByMuon}, {@link
 * ScaleByShape}, weight decay and the learning rate; all other leaves use {@link AdamW}.
 *
 * {@snippet :
 * var tx = Contrib.muon(2e-2).withWeightDecay(0.1).withAdamLearningRate(3e-4);
 * }
 *
 * @param learningRate not negative
 * @param nsCoeffs coefficients of the Newton-Schulz iterations
 * @param nsSteps number of iterations, if all have the same coefficients
 * @param beta decay of the momentum, in {@code [0, 1)}
 * @param eps added to divisors, also in Adam
 * @param weightDecay fraction of matrices subtracted in a step, before the learning rate
 * @param weightDecayMask the leaves with weight decay, or {@code null} for all
 * @param muDtype dtype in which first moments are kept, or {@code null} for the dtype of the
 *     parameters
 * @param nesterov whether to look one step ahead
 * @param adaptive whether updates are scaled by their product with the momentum
 * @param preconditioning the scaling before the iterations
 * @param adamB1 decay of Adam's first moment, in {@code [0, 1)}
 * @param adamB2 decay of Adam's second moment, in {@code [0, 1)}
 * @param adamEpsRoot added inside Adam's square root
 * @param adamWeightDecay fraction of the other leaves subtracted in a step
 * @param adamLearningRate of Adam, or {@code null} for the same as for matrices
 * @param muonWeightDimensionNumbers the axes of each weight that is orthogonalized, or {@code null}
 *     for all leaves of two axes
 * @param consistentRms the root mean square of updates for every shape, or {@code null} for a scale
 *     by the width
 * @see <a href="https://github.com/KellerJordan/modded-nanogpt">Jordan, 2024</a>
 * @see <a href="https://arxiv.org/abs/2502.16982">Liu et al., 2025</a>, for the consistent scale
 */
@Withers
public record Muon(
    ScalarOrSchedule learningRate,
    NewtonSchulzCoefficients nsCoeffs,
    int nsSteps,
    Scalar beta,
    Scalar eps,
    ScalarOrSchedule weightDecay,
    @Nullable Mask weightDecayMask,
    @Nullable DType muDtype,
    boolean nesterov,
    boolean adaptive,
    Preconditioning preconditioning,
    Scalar adamB1,
    Scalar adamB2,
    Scalar adamEpsRoot,
    ScalarOrSchedule adamWeightDecay,
    @Nullable ScalarOrSchedule adamLearningRate,
    @Nullable WeightDimensions muonWeightDimensionNumbers,
    @Nullable Scalar consistentRms)
    implements Composition, MuonWith {

  private static final String MUON = "muon";
  private static final String ADAM = "adam";

  public Muon {
    learningRate.requireLearningRate(MUON);
    ScaleByMuon.require(MUON, nsCoeffs, nsSteps, beta, eps);
    weightDecay.requireFinite(MUON, "weight decay");
    Hyperparameters.requireMoments(MUON, adamB1, adamB2, eps, adamEpsRoot);
    adamWeightDecay.requireFinite(MUON, "weight decay of Adam");
    if (adamLearningRate != null) {
      adamLearningRate.requireLearningRate(MUON);
    }
  }

  /** The defaults of Optax: five iterations, a decay of 0.95, no weight decay, Adam's numbers. */
  public Muon(ScalarOrSchedule learningRate) {
    this(
        learningRate,
        NewtonSchulzCoefficients.STANDARD,
        5,
        Scalar.of(0.95),
        Scalar.of(1e-8),
        ScalarOrSchedule.of(0),
        null,
        null,
        true,
        false,
        Preconditioning.FROBENIUS,
        Scalar.of(0.9),
        Scalar.of(0.999),
        Scalar.of(0),
        ScalarOrSchedule.of(0),
        null,
        null,
        null);
  }

  @Override
  public GradientTransformation composed() {
    var transforms = new LinkedHashMap<String, GradientTransformation>();
    transforms.put(MUON, ofMatrices());
    transforms.put(ADAM, ofOthers());
    return new Partition(transforms, Labels.of(this::labels));
  }

  private GradientTransformation ofMatrices() {
    var orthogonalized =
        new ScaleByMuon(
            nsCoeffs,
            nsSteps,
            beta,
            eps,
            muDtype,
            nesterov,
            adaptive,
            preconditioning,
            muonWeightDimensionNumbers);
    return Chain.of(
        orthogonalized,
        new ScaleByShape(muonWeightDimensionNumbers, consistentRms),
        Masked.where(weightDecayMask, AddDecayedWeights.of(weightDecay)),
        LearningRate.descent(learningRate));
  }

  private GradientTransformation ofOthers() {
    return new AdamW(
        adamLearningRate == null ? learningRate : adamLearningRate,
        adamB1,
        adamB2,
        eps,
        adamEpsRoot,
        muDtype,
        adamWeightDecay,
        null,
        nesterov);
  }

  /** {@return the label of each leaf: Muon's if it has dimension numbers} */
  private TreePrefix labels(Object tree) {
    var numbers =
        muonWeightDimensionNumbers == null
            ? WeightDimensions.ofMatrices(tree, new MuonDimensionNumbers())
            : muonWeightDimensionNumbers.ofLeaves(MUON, tree);
    return new Spread(numbers.stream().map(each -> each == null ? ADAM : MUON).toList());
  }

  /** The label of each leaf, for any structure of the tree. */
  private record Spread(List<String> labels) implements TreePrefix {

    @Override
    public List<String> spread(String what, TreeDef structure) {
      return labels;
    }
  }
}
