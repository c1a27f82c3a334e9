package io.cambric.kernel;

import org.jspecify.annotations.Nullable;

/**
 * The operands of attention, each with four strides.
 *
 * @param query batch, queries, heads, size
 * @param key batch, keys, groups, size
 * @param value batch, keys, groups, value size
 * @param bias batch, heads, queries, keys; {@code null} for none
 * @param mask bool, shaped like the bias, true where a query sees a key; {@code null} for
 *     everywhere
 */
public record ScoreOperands(
    Operand query, Operand key, Operand value, @Nullable Operand bias, @Nullable Operand mask) {}
