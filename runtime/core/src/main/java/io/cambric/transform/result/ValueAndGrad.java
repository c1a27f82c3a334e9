package io.cambric.transform.result;

import io.cambric.core.Array;

/**
 * The value of a function and its gradient.
 *
 * @param value a scalar
 * @param grads shaped like the argument
 * @param <A> the argument
 */
public record ValueAndGrad<A>(Array value, A grads) {}
