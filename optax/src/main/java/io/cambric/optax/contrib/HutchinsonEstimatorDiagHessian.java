package io.cambric.optax.contrib;

import io.cambric.annotations.PyTree;
import io.cambric.array.DType;
import io.cambric.build.Withers;
import io.cambric.core.Array;
import io.cambric.numpy.Key;
import io.cambric.numpy.Random;
import io.cambric.optax.base.Extras;
import io.cambric.optax.base.Leaves;
import io.cambric.optax.base.NeedsWholeArrays;
import io.cambric.optax.base.OptState;
import io.cambric.optax.base.TreeDTypes;
import io.cambric.optax.base.Updated;
import io.cambric.optax.hyperparameter.Hyperparameters;
import io.cambric.transform.Transforms;
import io.cambric.transform.function.Fn;
import org.jspecify.annotations.Nullable;

/**
 * Hutchinson's estimator of the diagonal of the Hessian: a product of the Hessian with random
 * signs, times these signs.
 *
 * <pre>
 *   u = r (H r)      r = +-1 at random
 * </pre>
 *
 * <p>An update needs the parameters and the loss as a function, by {@code extras.withValueFn}.
 * Updates are ignored.
 *
 * @param randomSeed the key of the signs
 * @see <a href="https://arxiv.org/abs/2006.00719">Yao et al., 2020</a>
 */
@Withers
public record HutchinsonEstimatorDiagHessian(Key randomSeed)
    implements NeedsWholeArrays<HutchinsonEstimatorDiagHessian.State>,
        HutchinsonEstimatorDiagHessianWith {

  private static final String NAME = "hutchinson_estimator_diag_hessian";

  /** A shared object, so that estimators with the default are equal. */
  private static final Key DEFAULT = Key.of(0);

  /**
   * The state.
   *
   * @param key of the signs of the next step
   */
  @PyTree
  public record State(Key key) implements OptState {}

  /** Signs of the seed 0. */
  public HutchinsonEstimatorDiagHessian() {
    this(DEFAULT);
  }

  @Override
  public Class<State> stateType() {
    return State.class;
  }

  @Override
  public State initial(Object params) {
    return new State(randomSeed);
  }

  @Override
  public <P> Updated<P> step(P updates, State state, @Nullable P params, Extras<P> extras) {
    P weights = Hyperparameters.requireParams(NAME, params);
    var loss = extras.requireValueFn(NAME);
    var keys = state.key.splitToList(2);
    var leafKeys = keys.get(1).splitToList(Leaves.of(weights).size()).iterator();
    var dtype = TreeDTypes.lowest(weights);
    P signs =
        Leaves.map(
            weights,
            leaf -> Random.rademacher(leafKeys.next(), leaf.shape(), DType.F32).astype(dtype));
    Fn<P, P> gradient = Transforms.grad(loss);
    var product = Transforms.jvp(gradient, weights, signs).tangent();
    return new Updated<>(Leaves.map(product, signs, Array::mul), new State(keys.getFirst()));
  }
}
