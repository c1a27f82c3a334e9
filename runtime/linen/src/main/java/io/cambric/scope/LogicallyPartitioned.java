package io.cambric.scope;

import io.cambric.annotations.PyTree;
import io.cambric.annotations.Static;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A box with a logical name, such as {@code embed}, for each axis of a variable. Rules map these
 * names to axes of a mesh.
 *
 * @param value an array, or another box
 * @param names one for each axis; null for axes without one
 * @param rules of this variable; null for the rules of {@link LogicalAxes#logicalAxisRules}
 * @see LogicalAxes#withLogicalPartitioning
 */
@PyTree
public record LogicallyPartitioned(
    Object value, @Static List<@Nullable String> names, @Static @Nullable List<AxisRule> rules)
    implements AxisMetadata {

  /** Copies names and rules. */
  public LogicallyPartitioned {
    names = AxisNames.copied(names);
    rules = rules == null ? null : List.copyOf(rules);
  }

  @Override
  public Object unbox() {
    return value;
  }

  @Override
  public LogicallyPartitioned withBoxed(Object other) {
    return new LogicallyPartitioned(other, names, rules);
  }

  /**
   * {@inheritDoc}
   *
   * @throws io.cambric.errors.PartitioningException if the transformation does not name its axis
   */
  @Override
  public LogicallyPartitioned addAxis(int index, @Nullable String partitionName) {
    return new LogicallyPartitioned(value, AxisNames.added(names, index, partitionName), rules);
  }

  /**
   * {@inheritDoc}
   *
   * @throws io.cambric.errors.PartitioningException if the axis has another name than the
   *     transformation gives
   */
  @Override
  public LogicallyPartitioned removeAxis(int index, @Nullable String partitionName) {
    return new LogicallyPartitioned(value, AxisNames.removed(names, index, partitionName), rules);
  }
}
