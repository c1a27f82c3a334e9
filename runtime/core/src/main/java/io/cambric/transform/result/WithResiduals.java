package io.cambric.transform.result;

/**
 * The result of the forward pass of a custom rule: the value, and residuals for the backward pass.
 *
 * @param output the value
 * @param residuals the values that the backward pass needs
 * @param <R> the output
 * @param <S> the residuals
 */
public record WithResiduals<R, S>(R output, S residuals) {}
