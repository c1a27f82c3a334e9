package io.cambric.transform.result;

import org.jspecify.annotations.Nullable;

/**
 * The carry and the output of a scan. The body returns them for one iteration, the scan for all
 * iterations.
 *
 * @param carry the carry for the next iteration, or after the last iteration
 * @param output the output of this iteration, or of all iterations, stacked along axis 0
 * @param <C> the carry
 * @param <Y> the output
 */
public record Carry<C, Y extends @Nullable Object>(C carry, Y output) {}
