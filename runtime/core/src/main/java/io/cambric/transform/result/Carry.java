package io.cambric.transform.result;

import org.jspecify.annotations.Nullable;

/**
 * The carry and the output of a scan: of one iteration from its body, of all from the scan.
 *
 * @param carry for the next iteration; after the last one
 * @param output of this iteration; of all, stacked along axis 0
 * @param <C> the carry
 * @param <Y> the output
 */
public record Carry<C, Y extends @Nullable Object>(C carry, Y output) {}
