package io.cambric.scope.lift;

import io.cambric.scope.AxisMetadata;
import io.cambric.scope.Variables;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Axis metadata under lifted transformations: adds an axis to the boxes of variables, or removes
 * one.
 */
final class AxisBoxes {

  private AxisBoxes() {}

  static List<List<Variables>> removeAxes(
      List<List<Variables>> groups, List<@Nullable Integer> axes, @Nullable String name) {
    return map(groups, axes, (box, axis) -> box.removeAxis(axis, name));
  }

  static List<List<Variables>> addAxes(
      List<List<Variables>> groups, List<@Nullable Integer> axes, @Nullable String name) {
    return map(groups, axes, (box, axis) -> box.addAxis(axis, name));
  }

  /** The change of one box. */
  @FunctionalInterface
  private interface Change {
    AxisMetadata apply(AxisMetadata box, int axis);
  }

  private static List<List<Variables>> map(
      List<List<Variables>> groups, List<@Nullable Integer> axes, Change change) {
    var mapped = new ArrayList<List<Variables>>();
    for (int i = 0; i < groups.size(); i++) {
      var axis = axes.get(i);
      mapped.add(
          axis == null
              ? groups.get(i)
              : groups.get(i).stream()
                  .map(each -> each.mapBoxes(box -> change.apply(box, axis)))
                  .toList());
    }
    return mapped;
  }
}
