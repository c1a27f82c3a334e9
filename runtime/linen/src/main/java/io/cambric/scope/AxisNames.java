package io.cambric.scope;

import io.cambric.errors.PartitioningException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The names of the axes of a variable, which follow the axes that transformations add and remove.
 */
final class AxisNames {

  private AxisNames() {}

  /** {@return names that do not change} */
  static List<@Nullable String> copied(List<@Nullable String> names) {
    return Collections.unmodifiableList(new ArrayList<>(names));
  }

  /**
   * {@return the names with one more at an axis}
   *
   * @throws PartitioningException if the transformation does not name its axis
   */
  static List<@Nullable String> added(
      List<@Nullable String> names, int index, @Nullable String partitionName) {
    var name = required(names, partitionName);
    List<@Nullable String> more = new ArrayList<>(names);
    int at = index < 0 ? more.size() + 1 + index : index;
    while (more.size() < at) {
      more.add(null);
    }
    more.add(at, name);
    return more;
  }

  /**
   * {@return the names without the name of an axis}
   *
   * @throws PartitioningException if the axis has another name than in the transformation
   */
  static List<@Nullable String> removed(
      List<@Nullable String> names, int index, @Nullable String partitionName) {
    var name = required(names, partitionName);
    int at = index < 0 ? names.size() + index : index;
    if (at >= names.size() || !Objects.equals(names.get(at), name)) {
      throw new PartitioningException(
          "A lifted transformation names axis %d \"%s\", but the variable has the axes %s. Use the name of the transformation that created the variable."
              .formatted(index, name, names));
    }
    List<@Nullable String> fewer = new ArrayList<>(names);
    fewer.remove(at);
    return fewer;
  }

  private static String required(List<@Nullable String> names, @Nullable String partitionName) {
    if (partitionName == null) {
      throw new PartitioningException(
          "A lifted transformation changes the axes of a variable partitioned by %s, but does not name its own axis. Add partitionName(...), in Flax partition_name, to the transformation."
              .formatted(names));
    }
    return partitionName;
  }
}
