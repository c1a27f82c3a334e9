package io.cambric.kernel;

import org.jspecify.annotations.Nullable;

/**
 * Where the cotangents of {@link ScoreOperands} are stored, with their strides.
 *
 * @param query as the queries
 * @param key as the keys
 * @param value as the values
 * @param bias batch, heads, queries, keys, in full; {@code null} if nobody asks for it
 */
public record ScoreGradients(Operand query, Operand key, Operand value, @Nullable Operand bias) {}
