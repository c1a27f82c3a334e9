package io.cambric.scope;

import io.cambric.annotations.PyTree;
import io.cambric.annotations.Static;
import io.cambric.errors.PartitioningException;
import java.util.List;
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
    names = AxisNames.copied(names);
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
    return new Partitioned(value, AxisNames.added(names, index, partitionName));
  }

  /**
   * {@inheritDoc}
   *
   * @throws PartitioningException if the axis has another name than the transformation gives
   */
  @Override
  public Partitioned removeAxis(int index, @Nullable String partitionName) {
    return new Partitioned(value, AxisNames.removed(names, index, partitionName));
  }
}
