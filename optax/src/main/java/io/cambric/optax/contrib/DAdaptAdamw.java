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
 * D-Adaptation of AdamW, which estimates its learning rate by the distance to a solution.
 *
 * <pre>
 *   r   = d lr sqrt(1 - beta2^t) / (1 - beta1^t)
 *   q   = &lt;g, s / (sqrt(v) + eps)&gt;
 *   m'  = beta1 m + (1 - beta1) r g
 *   v'  = beta2 v + (1 - beta2) g^2
 *   s'  = b s + (1 - b) r g                  with b = sqrt(beta2)
 *   n'  = b n + (1 - b) r q
 *   d'  = max(d, n' / ((1 - b) |s'|_1))
 *   u   = -weightDecay r p - m' / (sqrt(v') + eps)
 * </pre>
 *
 * <p>Updates already contain the negative sign. An update needs the parameters.
 *
 * @param learningRate factor of the estimate, not negative; it may be a schedule
 * @param beta1 decay of the first moment, in {@code [0, 1)}
 * @param beta2 decay of the second moment, in {@code [0, 1)}
 * @param eps added outside the square root
 * @param estimLr0 the initial estimate, above 0
 * @param weightDecay fraction of the parameters subtracted in a step, before the learning rate
 * @see <a href="https://arxiv.org/abs/2301.07733">Defazio and Mishchenko, 2023</a>
 */
@Withers
public record DAdaptAdamw(
    ScalarOrSchedule learningRate,
    Scalar beta1,
    Scalar beta2,
    Scalar eps,
    Scalar estimLr0,
    Scalar weightDecay)
    implements Stateful<DAdaptAdamw.State>, DAdaptAdamwWith {

  /**
   * The state.
   *
   * @param expAvg the first moment, a tree like the parameters
   * @param expAvgSq the second moment, likewise
   * @param gradSum the decaying sum of gradients, likewise
   * @param estimLr the estimate of the distance, a scalar
   * @param numeratorWeighted the decaying sum of products of gradients, a scalar
   * @param count steps taken, {@code i32[]}
   */
  @PyTree
  public record State(
      Object expAvg,
      Object expAvgSq,
      Object gradSum,
      Array estimLr,
      Array numeratorWeighted,
      Array count)
      implements OptState {}

  public DAdaptAdamw {
    learningRate.requireLearningRate("dadapt_adamw");
    Hyperparameters.requireDecay("dadapt_adamw", "beta1", beta1);
    Hyperparameters.requireDecay("dadapt_adamw", "beta2", beta2);
    Hyperparameters.requireNotNegative("dadapt_adamw", "eps", eps, "1e-8 is usual.");
    Hyperparameters.requirePositive(
        "dadapt_adamw",
        "estim_lr0",
        estimLr0,
        "The parameters never move from a first estimate of 0.");
    Hyperparameters.requireFinite("dadapt_adamw", "weight decay", weightDecay);
  }

  /**
   * The defaults of Optax: a learning rate of 1, decays 0.9 and 0.999, a first estimate of 1e-6.
   */
  public DAdaptAdamw() {
    this(
        ScalarOrSchedule.of(1),
        Scalar.of(0.9),
        Scalar.of(0.999),
        Scalar.of(1e-8),
        Scalar.of(1e-6),
        Scalar.of(0));
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
        estimLr0.array().astype(dtype),
        NdArray.scalar(dtype, 0),
        Counts.zero());
  }

  @Override
  public <P> Updated<P> step(P updates, State state, @Nullable P params, Extras<P> extras) {
    var weights = Hyperparameters.requireParams("dadapt_adamw", params);
    var root = beta2.sqrt();
    var count = Counts.increment(state.count);
    var rate =
        learningRate
            .at(state.count)
            .times(state.estimLr)
            .mul(Biases.ofAdam(beta1, beta2, count))
            .astype(state.numeratorWeighted.dtype());
    var rescaled = Leaves.map(state.gradSum, state.expAvgSq, this::rescaled);
    var products = InnerProducts.of(updates, rescaled);
    var m = average(state.expAvg, updates, beta1, beta1.complement().times(rate));
    var v =
        Leaves.map(
            state.expAvgSq,
            updates,
            (old, g) -> beta2.times(old).add(beta2.complement().times(g).mul(g)));
    var sums = average(state.gradSum, updates, root, root.complement().times(rate));
    var numerator =
        root.times(state.numeratorWeighted).add(root.complement().times(rate).mul(products));
    var distance = numerator.div(root.complement().times(Norms.absolute(sums)));
    return new Updated<>(
        Decay.subtracted(weights, Leaves.map(m, v, this::rescaled), weightDecay, rate, null),
        new State(m, v, sums, Numpy.maximum(state.estimLr, distance), numerator, count));
  }

  private Array rescaled(Array mean, Array square) {
    return mean.div(eps.plus(square.sqrt()));
  }

  private static Object average(Object old, Object updates, Scalar decay, Array share) {
    return Leaves.map(old, updates, (mean, g) -> decay.times(mean).add(share.mul(g)));
  }
}
