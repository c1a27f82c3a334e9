package io.cambric.scope;

import io.cambric.annotations.PyTree;
import io.cambric.annotations.Static;
import io.cambric.errors.PartitioningException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A box with a name for each axis of a variable, such as the axes of a device mesh.
 *
 * @param value an array, or another box
 * @param names one for each axis; null for axes without one
 * @see Partitioning#withPartitioning
 */
@PyTree
public record Partitioned(Object value, @Static List<@Nullable String> names)
    implements AxisMetadata {

  /** Copies the names. */
  public Partitioned {
    names = Collections.unmodifiableList(new ArrayList<>(names));
  }

  @Override
  public Object unbox() {
    return value;
  }

  @Override
  public Partitioned withBoxed(Object other) {
    return new Partitioned(other, names);
  }

  /**
   * {@inheritDoc}
   *
   * @throws PartitioningException if the transformation does not name its axis
   */
  @Override
  public Partitioned addAxis(int index, @Nullable String partitionName) {
    var name = required(partitionName);
    List<@Nullable String> more = new ArrayList<>(names);
    int at = index < 0 ? more.size() + 1 + index : index;
    while (more.size() < at) {
      more.add(null);
    }
    more.add(at, name);
    return new Partitioned(value, more);
  }

  /**
   * {@inheritDoc}
   *
   * @throws PartitioningException if the axis has another name than the transformation gives
   */
  @Override
  public Partitioned removeAxis(int index, @Nullable String partitionName) {
    var name = required(partitionName);
    int at = index < 0 ? names.size() + index : index;
    if (at >= names.size() || !Objects.equals(names.get(at), name)) {
      throw new PartitioningException(
          "A lifted transformation over axis %d calls it \"%s\", but the variable has the axes %s. Name it as the transformation that made the variable did."
              .formatted(index, name, names));
    }
    List<@Nullable String> fewer = new ArrayList<>(names);
    fewer.remove(at);
    return new Partitioned(value, fewer);
  }

  private String required(@Nullable String partitionName) {
    if (partitionName == null) {
      throw new PartitioningException(
          "A lifted transformation changes the axes of a variable partitioned by %s, but does not name its own axis. Add partitionName(...), which is partition_name in Flax, to the transformation."
              .formatted(names));
    }
    return partitionName;
  }
}
