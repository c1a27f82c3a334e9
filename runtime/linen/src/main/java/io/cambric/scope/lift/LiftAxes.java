package io.cambric.scope.lift;

import io.cambric.errors.ShapeException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The mapped or scanned axes of arguments and results.
 *
 * @param in for each argument an axis, null if all lanes or iterations share it, or a prefix tree
 *     of axes; a single value applies to all
 * @param out the same for the result
 * @param partitionName the name of the axis in partitioned variables; null for none
 */
public record LiftAxes(
    List<@Nullable Object> in, @Nullable Object out, @Nullable String partitionName) {

  static final LiftAxes FIRST = new LiftAxes(Collections.singletonList(0), 0, null);

  /** Copies the axes. */
  public LiftAxes {
    in = Collections.unmodifiableList(new ArrayList<>(in));
  }

  LiftAxes withIn(@Nullable Object @Nullable [] axes) {
    // A single null, which Java passes as the array, means that all share the arguments.
    List<@Nullable Object> all =
        axes == null ? Collections.singletonList(null) : Arrays.asList(axes);
    return new LiftAxes(all, out, partitionName);
  }

  LiftAxes withOut(@Nullable Object axes) {
    return new LiftAxes(in, axes, partitionName);
  }

  LiftAxes withPartitionName(String name) {
    return new LiftAxes(in, out, name);
  }

  /** {@return the axes of each of some arguments} */
  List<@Nullable Object> of(String transformation, int arguments) {
    if (in.size() == arguments) {
      return in;
    }
    if (in.size() == 1) {
      return Collections.nCopies(arguments, in.getFirst());
    }
    throw new ShapeException(
        "Lifted %s needs inAxes for %d arguments, but got %d. Pass one for each argument, or one for all."
            .formatted(transformation, arguments, in.size()));
  }
}
