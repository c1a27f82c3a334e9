package io.cambric.scope.lift;

import io.cambric.array.Axes;
import io.cambric.core.Array;
import io.cambric.errors.ShapeException;
import io.cambric.scope.Variables;
import io.cambric.tree.PrefixSpread;
import io.cambric.tree.Trees;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The size of the mapped axis: the number of lanes of a lifted vmap, or of iterations of a lifted
 * scan. All mapped arguments and variables must agree on it. Mutable, for one call.
 */
final class MappedSize {

  private final String transformation;
  private final String option;
  private @Nullable Integer size;
  private String from;

  /**
   * A size that is given, or none yet.
   *
   * @param option that sets the size
   */
  MappedSize(String transformation, String option, @Nullable Integer given) {
    this.transformation = transformation;
    this.option = option;
    this.size = given;
    this.from = option;
  }

  /** Adds the arrays of arguments, given a prefix tree of their axes. */
  void arguments(List<? extends @Nullable Object> arguments, @Nullable Object axes) {
    var structure = Trees.structure(arguments);
    look("argument ", arguments, PrefixSpread.of("inAxes of " + transformation, axes, structure));
  }

  /** Adds the arrays of a group of variables. */
  void variables(List<Variables> group, int axis) {
    for (var variables : group) {
      var axes = PrefixSpread.of("variable axes", axis, Trees.structure(variables));
      look("variable ", variables, axes);
    }
  }

  private void look(String what, Object tree, List<@Nullable Object> axes) {
    var flat = Trees.flatten(tree);
    var paths = flat.structure().paths();
    for (int i = 0; i < axes.size(); i++) {
      if (axes.get(i) instanceof Integer axis && flat.leaves().get(i) instanceof Array array) {
        look("%s\"%s\", %s,".formatted(what, paths.get(i), array.aval()), array, axis);
      }
    }
  }

  private void look(String what, Array array, int axis) {
    if (axis < -array.rank() || axis >= array.rank()) {
      throw new ShapeException(
          "Lifted %s maps axis %d of each array, but %s has no such axis. Map another axis, or share the array between all lanes with null."
              .formatted(transformation, axis, what));
    }
    int found = array.dim(Axes.normalize(axis, array.rank(), transformation));
    if (size != null && size != found) {
      throw new ShapeException(
          "Lifted %s needs the same size along all mapped axes, but %s has %d and %s has %d along axis %d. Map arrays of equal size, or share one between all lanes with null."
              .formatted(transformation, from, size, what, found, axis));
    }
    size = found;
    from = what;
  }

  /** {@return the size} */
  int get() {
    if (size == null) {
      throw new ShapeException(
          "Lifted %s needs a mapped argument or variable to infer its size, but got none. Set %s(n)."
              .formatted(transformation, option));
    }
    return size;
  }
}
