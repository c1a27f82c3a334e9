package io.cambric.scope.lift;

import org.jspecify.annotations.Nullable;

/**
 * How a lifted scan goes through its rounds.
 *
 * @param length how many; null to find it in the arguments
 * @param reverse whether the last comes first
 * @param unroll how many are compiled as one
 * @param checkConstancy whether the function is run once before, on shapes, to find what all rounds
 *     share
 */
public record ScanOptions(
    @Nullable Integer length, boolean reverse, int unroll, boolean checkConstancy) {

  static final ScanOptions DEFAULT = new ScanOptions(null, false, 1, true);
}
