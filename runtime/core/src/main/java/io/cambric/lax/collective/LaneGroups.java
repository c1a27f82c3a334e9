package io.cambric.lax.collective;

import io.cambric.array.Axes;
import io.cambric.core.MappedAxis;
import io.cambric.errors.ShapeException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Groups of the lanes of an axis, the {@code axis_index_groups} of JAX. Each lane is in one group.
 *
 * @param groups the lanes of each group
 */
public record LaneGroups(List<Axes> groups) {

  /** Copies the list. */
  public LaneGroups {
    groups = List.copyOf(groups);
  }

  /**
   * {@return groups of the lanes of an axis}
   *
   * @throws ShapeException if a group is empty, or a lane is not in exactly one group
   */
  static LaneGroups of(String operation, MappedAxis axis, int[][] groups) {
    var each = Arrays.stream(groups).map(Axes::of).toList();
    var result = new LaneGroups(each);
    boolean isEmpty = each.isEmpty() || each.contains(Axes.of());
    if (isEmpty || !result.lanes().sorted().equals(Axes.range(0, axis.size()))) {
      throw new ShapeException(
          "%s over axis %s needs groups that contain each of its %d lanes once, but got %s. Correct the groups."
              .formatted(operation, axis, axis.size(), each));
    }
    return result;
  }

  /**
   * {@return the number of lanes in each group}
   *
   * @throws ShapeException if the number differs between groups
   */
  int size(String operation, MappedAxis axis) {
    int size = groups.getFirst().size();
    if (groups.stream().anyMatch(group -> group.size() != size)) {
      throw new ShapeException(
          "%s over axis %s needs groups of equal length, but got %s. Correct the groups."
              .formatted(operation, axis, groups));
    }
    return size;
  }

  /** {@return the group of a lane} */
  Axes groupOf(int lane) {
    return groups.stream().filter(group -> group.contains(lane)).findFirst().orElseThrow();
  }

  /** {@return the lanes, group after group} */
  Axes lanes() {
    return groups.stream().reduce(Axes.of(), Axes::concat);
  }

  /** {@return the groups in the notation of Python, as jaxprs print them} */
  @Override
  public String toString() {
    return groups.stream()
        .map(Axes::toTuple)
        .collect(Collectors.joining(", ", "(", groups.size() == 1 ? ",)" : ")"));
  }
}
