package io.cambric.transform.result;

/**
 * The gradient of a function and its auxiliary output.
 *
 * @param grads shaped like the argument
 * @param aux what the function carried along
 * @param <A> the argument
 * @param <X> the auxiliary output
 */
public record GradAndAux<A, X>(A grads, X aux) {}
