package io.cambric.optax.contrib;

import io.cambric.core.Array;
import io.cambric.numpy.Key;
import io.cambric.optax.base.ScalarOrSchedule;
import io.cambric.optax.hyperparameter.Scalar;

/** The contributed optimisers, and the transformations in their chains. */
final class ContribOptimizers {

  private ContribOptimizers() {}

  /** {@return ACProp, asynchronous centred momentum} */
  public static Acprop acprop(ScalarOrSchedule learningRate) {
    return new Acprop(learningRate);
  }

  /** {@return AdEMAMix, Adam with a second, slower average of gradients} */
  public static Ademamix ademamix(ScalarOrSchedule learningRate) {
    return new Ademamix(learningRate);
  }

  /** {@return ADOPT, a form of Adam that converges for any decay of its second moment} */
  public static Adopt adopt(ScalarOrSchedule learningRate) {
    return new Adopt(learningRate);
  }

  /** {@return COCOB, which bets on gradients instead of a learning rate} */
  public static Cocob cocob() {
    return new Cocob();
  }

  /** {@return AdamW that estimates its learning rate} */
  public static DAdaptAdamw dadaptAdamw() {
    return new DAdaptAdamw();
  }

  /**
   * {@return the mean of the clipped gradients of examples, with noise}
   *
   * @param l2NormClip the largest norm of the gradient of one example, above 0
   * @param noiseMultiplier standard deviation of the noise, in units of {@code l2NormClip}
   * @param key of the noise
   */
  public static DifferentiallyPrivateAggregate differentiallyPrivateAggregate(
      Scalar l2NormClip, Scalar noiseMultiplier, Key key) {
    return new DifferentiallyPrivateAggregate(l2NormClip, noiseMultiplier, key);
  }

  /** {@return DoG, gradient descent with distance over gradients as step size} */
  public static Dog dog() {
    return new Dog();
  }

  /** {@return DoWG, gradient descent with distance over weighted gradients as step size} */
  public static Dowg dowg() {
    return new Dowg();
  }

  /**
   * {@return differentially private stochastic gradient descent}
   *
   * @param learningRate not negative
   * @param l2NormClip the largest norm of the gradient of one example, above 0
   * @param noiseMultiplier standard deviation of the noise, in units of {@code l2NormClip}
   * @param key of the noise
   */
  public static Dpsgd dpsgd(
      ScalarOrSchedule learningRate, Scalar l2NormClip, Scalar noiseMultiplier, Key key) {
    return new Dpsgd(learningRate, l2NormClip, noiseMultiplier, key);
  }

  /** {@return GaLore, an optimiser in a space of low rank} */
  public static Galore galore(ScalarOrSchedule learningRate) {
    return new Galore(learningRate);
  }

  /** {@return the diagonal of the Hessian, estimated with random signs} */
  public static HutchinsonEstimatorDiagHessian hutchinsonEstimatorDiagHessian() {
    return new HutchinsonEstimatorDiagHessian();
  }

  /** {@return MADGRAD, dual averaging with a cube root of squared gradients} */
  public static Madgrad madgrad(ScalarOrSchedule learningRate) {
    return new Madgrad(learningRate);
  }

  /** {@return MoMo, momentum with a step size by the loss; it needs the value of the loss} */
  public static Momo momo() {
    return new Momo();
  }

  /** {@return Adam with a step size by the loss; it needs the value of the loss} */
  public static MomoAdam momoAdam() {
    return new MomoAdam();
  }

  /** {@return Muon for matrices, and AdamW for all other leaves} */
  public static Muon muon(ScalarOrSchedule learningRate) {
    return new Muon(learningRate);
  }

  /** {@return updates divided by their global norm} */
  public static Normalize normalize() {
    return new Normalize();
  }

  /**
   * {@return matrices with singular values near one, by Newton-Schulz iterations}
   *
   * <p>Shapes: {@code x: [..., rows, columns]}; the result has the same shape.
   *
   * @param nsCoeffs coefficients of the iterations
   * @param nsSteps number of iterations, if all have the same coefficients
   * @param preconditioning the scaling before the iterations
   * @throws io.cambric.errors.ShapeException if {@code x} has fewer than two axes
   */
  public static Array orthogonalizeViaNewtonSchulz(
      Array x, NewtonSchulzCoefficients nsCoeffs, int nsSteps, Preconditioning preconditioning) {
    return NewtonSchulz.orthogonalized(x, nsCoeffs, nsSteps, preconditioning);
  }

  /** {@return Prodigy, Adam that estimates its learning rate} */
  public static Prodigy prodigy() {
    return new Prodigy();
  }

  /**
   * {@return updates times a scale that shrinks while the loss stays; it needs the value of the
   * loss}
   */
  public static ReduceOnPlateau reduceOnPlateau() {
    return new ReduceOnPlateau();
  }

  /** {@return updates rescaled by the centred second moment of the previous step} */
  public static ScaleByAcprop scaleByAcprop() {
    return new ScaleByAcprop();
  }

  /** {@return updates rescaled by a fast and a slow average} */
  public static ScaleByAdemamix scaleByAdemamix() {
    return new ScaleByAdemamix();
  }

  /** {@return updates rescaled by the second moment of the previous step} */
  public static ScaleByAdopt scaleByAdopt() {
    return new ScaleByAdopt();
  }

  /** {@return updates by bets on gradients} */
  public static ScaleByCocob scaleByCocob() {
    return new ScaleByCocob();
  }

  /** {@return an optimiser on projected gradients} */
  public static ScaleByGalore scaleByGalore() {
    return new ScaleByGalore();
  }

  /** {@return updates by dual averaging} */
  public static ScaleByMadgrad scaleByMadgrad(ScalarOrSchedule learningRate) {
    return new ScaleByMadgrad(learningRate);
  }

  /** {@return orthogonalized momentum} */
  public static ScaleByMuon scaleByMuon() {
    return new ScaleByMuon();
  }

  /** {@return updates rescaled by a sum of gradients and the newest gradient} */
  public static ScaleBySimplifiedAdemamix scaleBySimplifiedAdemamix() {
    return new ScaleBySimplifiedAdemamix();
  }

  /** {@return AdEMAMix with one sum of gradients instead of two averages} */
  public static SimplifiedAdemamix simplifiedAdemamix(ScalarOrSchedule learningRate) {
    return new SimplifiedAdemamix(learningRate);
  }

  /** {@return Sophia, with the diagonal of the Hessian; it needs the loss as a function} */
  public static Sophia sophia(ScalarOrSchedule learningRate) {
    return new Sophia(learningRate);
  }
}
