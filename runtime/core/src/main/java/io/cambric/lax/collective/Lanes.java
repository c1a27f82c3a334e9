package io.cambric.lax.collective;

import io.cambric.core.Array;
import io.cambric.core.MappedAxis;
import io.cambric.core.Trace;
import org.jspecify.annotations.Nullable;

/**
 * The lanes that take part in a collective: all lanes of an axis, or of each of its groups.
 *
 * @param operation the name of the collective, for messages
 * @param all the axis of all lanes
 * @param groups the groups, or {@code null} if all lanes take part together
 */
record Lanes(String operation, MappedAxis all, @Nullable LaneGroups groups) {

  /** {@return the lanes of a named axis} */
  static Lanes of(String operation, String axisName) {
    return new Lanes(operation, Trace.namedAxis(operation, axisName), null);
  }

  /** {@return the lanes of a named axis in groups} */
  static Lanes of(String operation, String axisName, int[][] axisIndexGroups) {
    var all = Trace.namedAxis(operation, axisName);
    return new Lanes(operation, all, LaneGroups.of(operation, all, axisIndexGroups));
  }

  /** {@return an axis of the lanes that take part together, equally many in all groups} */
  MappedAxis meeting() {
    return groups == null ? all : new MappedAxis(groups.size(operation, all), all.name());
  }

  /** {@return the result of a collective of these lanes} */
  Array bind(Collective collective, Array x) {
    return Trace.bind(groups == null ? collective : new Grouped(all, collective, groups), x);
  }
}
