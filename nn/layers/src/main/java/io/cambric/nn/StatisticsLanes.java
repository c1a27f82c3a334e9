package io.cambric.nn;

import io.cambric.core.Array;
import io.cambric.lax.Lax;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The lanes over which statistics are averaged.
 *
 * @param axisName the mapped axis
 * @param groups the indices of the lanes of each group, or {@code null} for one group of all
 */
record StatisticsLanes(String axisName, @Nullable List<List<Integer>> groups) {

  /** {@return the lanes, or {@code null} without an axis} */
  static @Nullable StatisticsLanes of(
      @Nullable String axisName, @Nullable List<List<Integer>> groups) {
    return axisName == null ? null : new StatisticsLanes(axisName, groups);
  }

  /** {@return an immutable copy of the groups} */
  static @Nullable List<List<Integer>> copied(@Nullable List<List<Integer>> groups) {
    return groups == null ? null : groups.stream().map(List::copyOf).toList();
  }

  /** {@return the mean over the lanes of this lane's group} */
  Array mean(Array x) {
    if (groups == null) {
      return Lax.pmean(x, axisName);
    }
    var indices =
        groups.stream()
            .map(group -> group.stream().mapToInt(Integer::intValue).toArray())
            .toArray(int[][]::new);
    return Lax.pmean(x, axisName, indices);
  }
}
