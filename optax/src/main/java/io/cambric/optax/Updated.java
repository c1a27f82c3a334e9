package io.cambric.optax;

/**
 * What one step of a gradient transformation returns.
 *
 * @param updates to pass on, or to add to the parameters; structured like the gradients
 * @param state for the next step
 * @param <P> the tree of updates
 * @param <S> the state
 */
public record Updated<P, S>(P updates, S state) {}
