package io.cambric.transform.result;

import io.cambric.core.Array;

/**
 * The result of a function with auxiliary output: a scalar, and any other pytree.
 *
 * @param value the scalar to differentiate
 * @param aux the auxiliary output
 * @param <X> the auxiliary output
 */
public record WithAux<X>(Array value, X aux) {}
