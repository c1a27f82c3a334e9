package io.cambric.optax.contrib;

import io.cambric.annotations.PyTree;
import io.cambric.build.Withers;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.numpy.Numpy;
import io.cambric.optax.base.Counts;
import io.cambric.optax.base.Extras;
import io.cambric.optax.base.InnerProducts;
import io.cambric.optax.base.Leaves;
import io.cambric.optax.base.Mask;
import io.cambric.optax.base.Moments;
import io.cambric.optax.base.Norms;
import io.cambric.optax.base.OptState;
import io.cambric.optax.base.ScalarOrSchedule;
import io.cambric.optax.base.Stateful;
import io.cambric.optax.base.TreeDTypes;
import io.cambric.optax.base.Updated;
import io.cambric.optax.hyperparameter.Hyperparameters;
import io.cambric.optax.hyperparameter.Scalar;
import org.jspecify.annotations.Nullable;

/**
 * Prodigy, Adam that estimates its learning rate by the distance to a solution.
 *
 * <pre>
 *   r   = d lr sqrt(1 - beta2^t) / (1 - beta1^t)
 *   m'  = beta1 m + (1 - beta1) d g
 *   v'  = beta2 v + (1 - beta2) (d g)^2
 *   s'  = beta3 s + r d g / d0               or beta3 s + d d g / d0 with a safeguard
 *   n'  = beta3 n + (d / d0) r &lt;g, p0 - p&gt;
 *   d'  = max(d, coef n' / |s'|_1)
 *   u   = -weightDecay r p - r m' / (sqrt(v') + d' eps)
 * </pre>
 *
 * <p>Updates already contain the negative sign. An update needs the parameters.
 *
 * @param learningRate factor of the estimate, not negative; it may be a schedule
 * @param beta1 decay of the first moment, in {@code [0, 1)}
 * @param beta2 decay of the second moment, in {@code [0, 1)}
 * @param beta3 decay of the sums of the estimate, in {@code [0, 1)}, or {@code null} for the square
 *     root of beta2
 * @param eps added outside the square root
 * @param estimLr0 the initial estimate, above 0
 * @param estimLrCoef factor of new estimates
 * @param weightDecay fraction of the parameters subtracted in a step, before the learning rate
 * @param safeguardWarmup whether the schedule is left out of the sum of gradients, for schedules
 *     that warm up
 * @param weightDecayMask the leaves with weight decay, or {@code null} for all
 * @see <a href="https://arxiv.org/abs/2306.06101">Mishchenko and Defazio, 2023</a>
 */
@Withers
public record Prodigy(
    ScalarOrSchedule learningRate,
    Scalar beta1,
    Scalar beta2,
    @Nullable Scalar beta3,
    Scalar eps,
    Scalar estimLr0,
    Scalar estimLrCoef,
    Scalar weightDecay,
    boolean safeguardWarmup,
    @Nullable Mask weightDecayMask)
    implements Stateful<Prodigy.State>, ProdigyWith {

  /**
   * The state.
   *
   * @param expAvg the first moment, a tree like the parameters
   * @param expAvgSq the second moment, likewise
   * @param gradSum the decaying sum of gradients, likewise
   * @param params0 the initial parameters
   * @param estimLr the estimate of the distance, a scalar
   * @param numeratorWeighted the decaying sum of products with the distance, a scalar
   * @param count steps taken, {@code i32[]}
   */
  @PyTree
  public record State(
      Object expAvg,
      Object expAvgSq,
      Object gradSum,
      Object params0,
      Array estimLr,
      Array numeratorWeighted,
      Array count)
      implements OptState {}

  public Prodigy {
    learningRate.requireLearningRate("prodigy");
    Hyperparameters.requireDecay("prodigy", "beta1", beta1);
    Hyperparameters.requireDecay("prodigy", "beta2", beta2);
    if (beta3 != null) {
      Hyperparameters.requireDecay("prodigy", "beta3", beta3);
    }
    Hyperparameters.requireNotNegative("prodigy", "eps", eps, "1e-8 is usual.");
    Hyperparameters.requireFactor("prodigy", "estim_lr0", estimLr0);
    Hyperparameters.requireFinite("prodigy", "estim_lr_coef", estimLrCoef);
    Hyperparameters.requireFinite("prodigy", "weight decay", weightDecay);
  }

  /**
   * The defaults of Optax: a learning rate of 1, decays 0.9 and 0.999, a first estimate of 1e-6.
   */
  public Prodigy() {
    this(
        ScalarOrSchedule.of(1),
        Scalar.of(0.9),
        Scalar.of(0.999),
        null,
        Scalar.of(1e-8),
        Scalar.of(1e-6),
        Scalar.of(1),
        Scalar.of(0),
        false,
        null);
  }

  @Override
  public Class<State> stateType() {
    return State.class;
  }

  @Override
  public State initial(Object params) {
    var dtype = TreeDTypes.lowest(params);
    var zeros = Leaves.zerosLike(params, null);
    return new State(
        zeros,
        zeros,
        zeros,
        params,
        estimLr0.array().astype(dtype),
        NdArray.scalar(dtype, 0),
        Counts.zero());
  }

  @Override
  public <P> Updated<P> step(P updates, State state, @Nullable P params, Extras<P> extras) {
    var weights = Hyperparameters.requireParams("prodigy", params);
    var sumDecay = beta3 == null ? beta2.sqrt() : beta3;
    var estimate = state.estimLr;
    var count = Counts.increment(state.count);
    var rate =
        learningRate
            .at(state.count)
            .times(estimate)
            .mul(Biases.ofAdam(beta1, beta2, count))
            .astype(estimate.dtype());
    var scaled = Leaves.map(updates, estimate::mul);
    var m = Moments.first(scaled, state.expAvg, beta1);
    var v = secondMoment(scaled, state.expAvgSq);
    var share = safeguardWarmup ? estimate : rate;
    var sums =
        Leaves.map(
            state.gradSum,
            scaled,
            (sum, g) -> sumDecay.times(sum).add(share.mul(g).div(estimLr0.array())));
    var products = InnerProducts.of(updates, Leaves.map(state.params0, weights, Array::sub));
    var numerator =
        sumDecay
            .times(state.numeratorWeighted)
            .add(estimate.div(estimLr0.array()).mul(rate).mul(products));
    var next = Numpy.maximum(estimate, estimLrCoef.times(numerator).div(Norms.absolute(sums)));
    var steps =
        Leaves.map(m, v, (mean, square) -> rate.mul(mean).div(square.sqrt().add(eps.times(next))));
    return new Updated<>(
        Decay.subtracted(weights, steps, weightDecay, rate, weightDecayMask),
        new State(m, v, sums, state.params0, next, numerator, count));
  }

  private <P> P secondMoment(P scaled, Object moments) {
    return Leaves.map(
        scaled, moments, (g, v) -> beta2.times(v).add(beta2.complement().times(g).mul(g)));
  }
}
