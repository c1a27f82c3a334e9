package io.cambric.transform.result;

import org.jspecify.annotations.Nullable;

/**
 * What a scan's body returns for a round, and a scan for all.
 *
 * @param carry for the next round; after the last one
 * @param output of this round; of all, stacked along axis 0
 * @param <C> the carry
 * @param <Y> the output
 */
public record Carry<C, Y extends @Nullable Object>(C carry, Y output) {}
