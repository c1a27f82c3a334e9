package io.cambric.scope;

import java.util.List;

/**
 * A rule from the logical name of an axis to axes of a mesh.
 *
 * @param logicalName the name of an axis of a variable, such as {@code embed}
 * @param meshAxes the axes of the mesh over which it is split; none to keep it whole
 * @see LogicalAxes
 */
public record AxisRule(String logicalName, List<String> meshAxes) {

  /** Copies the list. */
  public AxisRule {
    meshAxes = List.copyOf(meshAxes);
  }

  /** {@return the rule from a logical name to axes of a mesh, or to none} */
  public static AxisRule of(String logicalName, String... meshAxes) {
    return new AxisRule(logicalName, List.of(meshAxes));
  }
}
