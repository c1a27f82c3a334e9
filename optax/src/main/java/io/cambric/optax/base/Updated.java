package io.cambric.optax.base;

/**
 * The result of one step of a gradient transformation.
 *
 * @param updates for the next transformation, or to add to the parameters; structured like the
 *     gradients
 * @param state for the next step
 * @param <P> the tree of updates
 */
public record Updated<P>(P updates, OptState state) {}
