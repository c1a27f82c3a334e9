package io.cambric.optax.base;

/**
 * The placeholder of the parameters in a state: a node without leaves.
 *
 * <p>A state that is initialised with it shows which of its parts are shaped like the parameters.
 */
public record ParamsPlaceholder() {}
