package io.cambric.transform;

import io.cambric.array.Axes;
import io.cambric.core.Array;
import io.cambric.core.Batched;
import io.cambric.core.MappedAxis;
import io.cambric.errors.ShapeException;
import io.cambric.interpreters.BatchTrace;
import io.cambric.lax.Batching;
import io.cambric.tree.Trees;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Mapping functions over axes of their arguments. */
final class Vectorisation {

  private Vectorisation() {}

  /** {@return the function of a list of arguments, mapped} */
  static <R> R vmap(Fn<List<Object>, R> function, VmapSpec spec, List<@Nullable Object> arguments) {
    var tree = ArrayTree.of(arguments);
    var axes = inAxes(spec, tree, arguments.size());
    var axis = new MappedAxis(size(spec, tree, axes), spec.axisName());
    var calls = new Calls<R>(function, tree.structure());
    var out = BatchTrace.batch(axis, calls, tree.arrays(), axes);
    return calls.build(stack(spec, axis, calls.result(), out));
  }

  private static List<Integer> inAxes(VmapSpec spec, ArrayTree tree, int argumentCount) {
    var given = spec.inAxes();
    if (given != null && given.size() != argumentCount) {
      throw new ShapeException(
          "vmap needs in axes for %d arguments, but got %d. Pass one to inAxes for each."
              .formatted(argumentCount, given.size()));
    }
    var spread =
        arrayLeaves("inAxes of vmap", given == null ? Integer.valueOf(0) : given, tree.structure());
    var axes = new ArrayList<Integer>();
    for (int i = 0; i < tree.arrays().size(); i++) {
      var array = tree.arrays().get(i);
      axes.add(
          spread.get(i) instanceof Integer position
              ? normalize(position, array, tree.structure().arrayPaths().get(i))
              : Batched.NOT_MAPPED);
    }
    return axes;
  }

  private static int normalize(int position, Array array, String path) {
    if (position < -array.rank() || position >= array.rank()) {
      throw new ShapeException(
          "vmap needs axis %d of each mapped argument, but leaf \"%s\" is %s. Give it inAxes null to share it."
              .formatted(position, path, array.aval()));
    }
    return position < 0 ? position + array.rank() : position;
  }

  private static List<@Nullable Object> arrayLeaves(
      String what, @Nullable Object prefix, ArrayTree.Structure structure) {
    var spread = Trees.broadcastPrefix(what, prefix, structure.def());
    var chosen = new ArrayList<@Nullable Object>();
    for (int i = 0; i < spread.size(); i++) {
      if (structure.statics().get(i) == null) {
        chosen.add(spread.get(i));
      }
    }
    return chosen;
  }

  private static int size(VmapSpec spec, ArrayTree tree, List<Integer> axes) {
    var size = spec.axisSize();
    String from = "axisSize";
    for (int i = 0; i < axes.size(); i++) {
      if (axes.get(i) == Batched.NOT_MAPPED) {
        continue;
      }
      int found = tree.arrays().get(i).dim(axes.get(i));
      var path = tree.structure().arrayPaths().get(i);
      if (size != null && size != found) {
        throw new ShapeException(
            "vmap needs one size along all mapped axes, but %s has %d and leaf \"%s\", %s, has %d along axis %d."
                .formatted(from, size, path, tree.arrays().get(i).aval(), found, axes.get(i)));
      }
      size = found;
      from = "leaf \"" + path + "\"";
    }
    if (size == null) {
      throw new ShapeException(
          "vmap needs at least one mapped argument to know how many lanes there are, but got none. Set axisSize(n).");
    }
    return size;
  }

  private static List<Array> stack(
      VmapSpec spec, MappedAxis axis, ArrayTree.Structure structure, Batched out) {
    var outAxes = arrayLeaves("outAxes of vmap", spec.outAxes(), structure);
    var stacked = new ArrayList<Array>();
    for (int i = 0; i < out.values().size(); i++) {
      var value = out.values().get(i);
      int from = out.axes().get(i);
      if (!(outAxes.get(i) instanceof Integer to)) {
        if (from != Batched.NOT_MAPPED) {
          throw new ShapeException(
              "vmap with outAxes null needs results that all lanes share, but leaf \"%s\" differs between lanes. Give it an axis."
                  .formatted(structure.arrayPaths().get(i)));
        }
        stacked.add(value);
        continue;
      }
      int rank = from == Batched.NOT_MAPPED ? value.rank() + 1 : value.rank();
      int position = Axes.normalize(to, rank, "outAxes of vmap");
      stacked.add(Batching.moveAxis(Batching.toFront(axis, value, from), 0, position));
    }
    return stacked;
  }
}
