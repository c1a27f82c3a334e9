package io.cambric.optax.base;

import org.jspecify.annotations.Nullable;

/**
 * An optimiser composed of other transformations, like Optax's aliases.
 *
 * <p>It is a record of hyperparameters; {@link #composed} builds the transformations from them. It
 * has the state of these transformations, so paths to leaves are the same as in an explicit chain.
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
