package io.cambric.optax.base;

/**
 * The gradient of a loss as a function, for transformations that need it at other parameters.
 *
 * @param <P> the tree of parameters
 */
@FunctionalInterface
public interface GradFn<P> {

  /**
   * {@return the gradient of the loss, structured like the parameters}
   *
   * @param params the parameters at which the gradient is computed
   * @param step number of the step within one update, counted from 0, to choose a batch
   */
  P gradients(P params, int step);
}
