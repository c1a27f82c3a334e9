package io.cambric.optax.base;

import org.jspecify.annotations.Nullable;

/**
 * An optimiser that is composed of other transformations, as Optax's aliases are.
 *
 * <p>A record of its hyperparameters says in {@link #composed} which transformations they make. Its
 * state is theirs, so paths to leaves are as if the caller had written the chain.
 *
 * {@snippet :
 * record Momentum(Scalar learningRate, Scalar decay) implements Composition {
 *
 *   @Override
 *   public GradientTransformation composed() {
 *     return chain(trace(decay), scaleByLearningRate(learningRate));
 *   }
 * }
 * }
 */
public interface Composition extends GradientTransformation {

  /** {@return the transformations that this one consists of} */
  GradientTransformation composed();

  @Override
  default OptState init(Object params) {
    return composed().init(params);
  }

  @Override
  default <P> Updated<P> update(P updates, OptState state, @Nullable P params, Extras<P> extras) {
    return composed().update(updates, state, params, extras);
  }
}
