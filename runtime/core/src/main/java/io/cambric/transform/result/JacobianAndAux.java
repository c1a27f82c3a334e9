package io.cambric.transform.result;

/**
 * The jacobian of a function that returns one array, and its auxiliary output.
 *
 * @param jacobian the jacobian, shaped like the argument; the axes of the output come first
 * @param aux the auxiliary output of the function
 * @param <A> the argument
 * @param <X> the auxiliary output
 */
public record JacobianAndAux<A, X>(A jacobian, X aux) {}
