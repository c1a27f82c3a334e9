package io.cambric.module;

import java.util.ArrayList;
import java.util.List;

/**
 * The axes in a text of {@code @Dims}, which the annotation processor has checked.
 *
 * @param text as the source writes it
 * @param hasRest whether any number of axes comes first
 * @param all the axes, from first to last
 */
record DimsAxes(String text, boolean hasRest, List<AxisSum> all) {

  private static final String REST = "...";

  /** Reads a text. */
  static DimsAxes of(String text) {
    var axes = new ArrayList<AxisSum>();
    boolean hasRest = false;
    for (var axis : text.strip().split("\\s+")) {
      if (axis.equals(REST)) {
        hasRest = true;
      } else if (!axis.isEmpty()) {
        axes.add(AxisSum.of(axis));
      }
    }
    return new DimsAxes(text, hasRest, List.copyOf(axes));
  }
}
