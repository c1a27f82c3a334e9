package io.cambric.kernel;

import org.jspecify.annotations.Nullable;

/**
 * The outputs for the cotangents of {@link ScoreOperands}, with their strides.
 *
 * @param query shaped like the queries
 * @param key shaped like the keys
 * @param value shaped like the values
 * @param bias batch, heads, queries, keys, without broadcasting; {@code null} if it is not needed
 */
public record ScoreGradients(Operand query, Operand key, Operand value, @Nullable Operand bias) {}
