package io.cambric.transform.result;

/**
 * The gradient of a function and its auxiliary output.
 *
 * @param grads the gradient, shaped like the argument
 * @param aux the auxiliary output of the function
 * @param <A> the argument
 * @param <X> the auxiliary output
 */
public record GradAndAux<A, X>(A grads, X aux) {}
