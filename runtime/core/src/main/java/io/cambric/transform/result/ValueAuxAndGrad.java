package io.cambric.transform.result;

import io.cambric.core.Array;

/**
 * The value of a function, its auxiliary output and its gradient.
 *
 * @param value a scalar
 * @param aux the auxiliary output of the function
 * @param grads shaped like the argument
 * @param <A> the argument
 * @param <X> the auxiliary output
 */
public record ValueAuxAndGrad<A, X>(Array value, X aux, A grads) {}
