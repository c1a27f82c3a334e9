package io.cambric.transform.result;

/**
 * What the forward pass of a function with a backward rule of its own returns.
 *
 * @param output the value
 * @param residuals what the backward pass needs
 * @param <R> the output
 * @param <S> the residuals
 */
public record WithResiduals<R, S>(R output, S residuals) {}
