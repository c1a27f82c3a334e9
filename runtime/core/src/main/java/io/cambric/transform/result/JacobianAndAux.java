package io.cambric.transform.result;

/**
 * The jacobian of a function that returns one array, and its auxiliary output.
 *
 * @param jacobian shaped like the argument; arrays have the axes of the output in front
 * @param aux what the function carried along
 * @param <A> the argument
 * @param <X> the auxiliary output
 */
public record JacobianAndAux<A, X>(A jacobian, X aux) {}
