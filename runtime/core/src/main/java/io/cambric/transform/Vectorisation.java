package io.cambric.transform;

import io.cambric.array.Axes;
import io.cambric.control.PmapCall;
import io.cambric.core.Array;
import io.cambric.core.Batched;
import io.cambric.core.MappedAxis;
import io.cambric.core.ShapedArray;
import io.cambric.core.Trace;
import io.cambric.errors.ShapeException;
import io.cambric.interpreters.AxisTrace;
import io.cambric.interpreters.BatchTrace;
import io.cambric.interpreters.JaxprTransforms;
import io.cambric.interpreters.StagingTrace;
import io.cambric.lax.Lax;
import io.cambric.lax.op.Batching;
import io.cambric.transform.function.Fn;
import io.cambric.tree.PrefixSpread;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Mapping functions over axes of their arguments: vmap and pmap. */
final class Vectorisation {

  private final String transformation;
  private final MapOptions options;

  private Vectorisation(String transformation, MapOptions options) {
    this.transformation = transformation;
    this.options = options;
  }

  /** {@return the function of a list of arguments, mapped} */
  static <R> R vmap(
      Fn<List<Object>, R> function,
      MapOptions options,
      List<? extends @Nullable Object> arguments) {
    var mapping = new Vectorisation("vmap", options);
    var tree = ArrayTree.of(arguments);
    var axes = mapping.inAxes(tree);
    var axis = new MappedAxis(mapping.size(tree, axes), options.axisName());
    var calls = new Calls<R>(function, tree.structure());
    var out = BatchTrace.batch(axis, calls, tree.arrays(), axes);
    return calls.build(mapping.stack(axis, calls.result(), out));
  }

  /**
   * {@return the function of a list of arguments, mapped over worker threads}
   *
   * @param name of the function, for listings
   */
  static <R> R pmap(
      String name,
      Fn<List<Object>, R> function,
      MapOptions options,
      List<? extends @Nullable Object> arguments) {
    var mapping = new Vectorisation("pmap", options);
    var tree = ArrayTree.of(arguments);
    var axes = mapping.inAxes(tree);
    var axis = new MappedAxis(mapping.size(tree, axes), options.axisName());
    var calls = new Calls<R>(function, tree.structure());
    var slices = slices(tree.arrays(), axes);
    var traced = AxisTrace.with(axis, () -> StagingTrace.trace("pmap", slices, calls));
    var all = new ArrayList<>(Collections.nCopies(traced.constants().size(), Batched.NOT_MAPPED));
    all.addAll(axes);
    var operands = new ArrayList<Array>();
    var mapped = new ArrayList<Boolean>();
    for (int i = 0; i < all.size(); i++) {
      boolean isMapped = all.get(i) != Batched.NOT_MAPPED;
      var operand = traced.withConstants(tree.arrays()).get(i);
      operands.add(isMapped ? Batching.moveAxis(operand, all.get(i), 0) : operand);
      mapped.add(isMapped);
    }
    var results = Trace.bind(new PmapCall(name, axis, traced.jaxpr(), mapped), operands);
    var outAxes = mapping.outAxes(calls.result());
    var shared =
        outAxes.contains(null)
            ? JaxprTransforms.batch(traced.jaxpr(), axis, all).axes()
            : List.<Integer>of();
    var values = new ArrayList<Array>();
    var resultAxes = new ArrayList<Integer>();
    for (int i = 0; i < results.size(); i++) {
      boolean once = outAxes.get(i) == null && shared.get(i) == Batched.NOT_MAPPED;
      values.add(once ? first(results.get(i)) : results.get(i));
      resultAxes.add(once ? Batched.NOT_MAPPED : 0);
    }
    return calls.build(mapping.stack(axis, calls.result(), new Batched(values, resultAxes)));
  }

  private static List<ShapedArray> slices(List<Array> arrays, List<Integer> axes) {
    var slices = new ArrayList<ShapedArray>();
    for (int i = 0; i < arrays.size(); i++) {
      var aval = arrays.get(i).aval();
      slices.add(
          axes.get(i) == Batched.NOT_MAPPED
              ? aval
              : aval.withShape(aval.shape().without(Axes.of(axes.get(i)))));
    }
    return slices;
  }

  private static Array first(Array stacked) {
    return Lax.squeeze(Lax.sliceInDim(stacked, 0, 1, 1, 0), Axes.of(0));
  }

  private List<Integer> inAxes(ArrayTree tree) {
    var given = options.inAxes();
    var spread =
        arrayLeaves(
            "inAxes of " + transformation,
            given == null ? Integer.valueOf(0) : given,
            tree.structure());
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

  private int normalize(int position, Array array, String path) {
    if (position < -array.rank() || position >= array.rank()) {
      throw new ShapeException(
          "%s maps axis %d of each argument, but leaf \"%s\" is %s. Set its inAxes to null to share it."
              .formatted(transformation, position, path, array.aval()));
    }
    return position < 0 ? position + array.rank() : position;
  }

  private static List<@Nullable Object> arrayLeaves(
      String what, @Nullable Object prefix, ArrayTree.Structure structure) {
    var spread = PrefixSpread.of(what, prefix, structure.def());
    var chosen = new ArrayList<@Nullable Object>();
    for (int i = 0; i < spread.size(); i++) {
      if (structure.statics().get(i) == null) {
        chosen.add(spread.get(i));
      }
    }
    return chosen;
  }

  private int size(ArrayTree tree, List<Integer> axes) {
    var size = options.axisSize();
    String from = "axisSize";
    for (int i = 0; i < axes.size(); i++) {
      if (axes.get(i) == Batched.NOT_MAPPED) {
        continue;
      }
      int found = tree.arrays().get(i).dim(axes.get(i));
      var path = tree.structure().arrayPaths().get(i);
      if (size != null && size != found) {
        throw new ShapeException(
            "%s needs the same size along all mapped axes, but %s has %d and leaf \"%s\", %s, has %d along axis %d."
                .formatted(
                    transformation,
                    from,
                    size,
                    path,
                    tree.arrays().get(i).aval(),
                    found,
                    axes.get(i)));
      }
      size = found;
      from = "leaf \"" + path + "\"";
    }
    if (size == null) {
      throw new ShapeException(
          "%s needs at least one mapped argument to infer the number of lanes, but got none. Set axisSize(n)."
              .formatted(transformation));
    }
    return size;
  }

  private List<@Nullable Object> outAxes(ArrayTree.Structure structure) {
    return arrayLeaves("outAxes of " + transformation, options.outAxes(), structure);
  }

  private List<Array> stack(MappedAxis axis, ArrayTree.Structure structure, Batched out) {
    var outAxes = outAxes(structure);
    var stacked = new ArrayList<Array>();
    for (int i = 0; i < out.values().size(); i++) {
      var value = out.values().get(i);
      int from = out.axes().get(i);
      if (!(outAxes.get(i) instanceof Integer to)) {
        if (from != Batched.NOT_MAPPED) {
          throw new ShapeException(
              "%s with outAxes null needs results that all lanes share, but leaf \"%s\" differs between lanes. Give it an axis."
                  .formatted(transformation, structure.arrayPaths().get(i)));
        }
        stacked.add(value);
        continue;
      }
      int rank = from == Batched.NOT_MAPPED ? value.rank() + 1 : value.rank();
      int position = Axes.normalize(to, rank, "outAxes of " + transformation);
      stacked.add(Batching.moveAxis(Batching.toFront(axis, value, from), 0, position));
    }
    return stacked;
  }
}
