package io.cambric.optax.aggregate;

/**
 * The mean and the variance of the gradients of single examples.
 *
 * @param mean a tree like the parameters
 * @param variance a tree like the parameters
 */
public record MeanAndVariance(Object mean, Object variance) {}
