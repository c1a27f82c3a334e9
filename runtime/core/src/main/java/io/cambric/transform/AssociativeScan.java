package io.cambric.transform;

import io.cambric.array.Axes;
import io.cambric.core.Array;
import io.cambric.errors.ShapeException;
import io.cambric.errors.TreeStructureException;
import io.cambric.lax.Lax;
import io.cambric.transform.function.Fn2;
import java.util.ArrayList;
import java.util.List;

/**
 * Prefix combinations in a logarithmic number of steps. The scan combines neighbours, scans the
 * combinations for every second result, and computes the others in one more step. It combines in
 * the order of JAX.
 */
final class AssociativeScan<T> {

  private final Fn2<T, T, T> combine;
  private final ArrayTree.Structure structure;
  private final List<Integer> axes = new ArrayList<>();

  private AssociativeScan(Fn2<T, T, T> combine, ArrayTree elements, int axis) {
    this.combine = combine;
    this.structure = elements.structure();
    for (var array : elements.arrays()) {
      axes.add(Axes.normalize(axis, array.rank(), "associativeScan"));
    }
  }

  static <T> T run(Fn2<T, T, T> combine, T elements, AssociativeScanOptions options) {
    var tree = ArrayTree.of(elements);
    var scan = new AssociativeScan<>(combine, tree, options.axis());
    scan.requireOneSize(tree);
    if (tree.arrays().isEmpty()) {
      return elements;
    }
    var arrays = options.reverse() ? scan.reversed(tree.arrays()) : tree.arrays();
    var results = scan.scan(arrays);
    return scan.structure.build(options.reverse() ? scan.reversed(results) : results);
  }

  private void requireOneSize(ArrayTree tree) {
    for (int i = 1; i < axes.size(); i++) {
      if (tree.arrays().get(i).dim(axes.get(i)) != tree.arrays().get(0).dim(axes.get(0))) {
        throw new ShapeException(
            "associativeScan needs the same number of elements in every array, but leaf \"%s\" is %s and leaf \"%s\" is %s."
                .formatted(
                    structure.arrayPaths().get(0),
                    tree.arrays().get(0).aval(),
                    structure.arrayPaths().get(i),
                    tree.arrays().get(i).aval()));
      }
    }
  }

  private List<Array> reversed(List<Array> arrays) {
    var reversed = new ArrayList<Array>();
    for (int i = 0; i < arrays.size(); i++) {
      reversed.add(Lax.rev(arrays.get(i), Axes.of(axes.get(i))));
    }
    return reversed;
  }

  private List<Array> scan(List<Array> elements) {
    int count = elements.getFirst().dim(axes.getFirst());
    if (count < 2) {
      return elements;
    }
    var odd = scan(combine(part(elements, 0, count - 1, 2), part(elements, 1, count, 2)));
    int pairs = count / 2;
    var before = count % 2 == 0 ? part(odd, 0, pairs - 1, 1) : odd;
    var even = part(elements, 0, 1, 1);
    if (count > 2) {
      even = concatenated(even, combine(before, part(elements, 2, count, 2)));
    }
    return interleaved(even, odd);
  }

  private List<Array> combine(List<Array> left, List<Array> right) {
    var combined = ArrayTree.of(combine.apply(structure.build(left), structure.build(right)));
    if (!combined.structure().equals(structure)) {
      throw new TreeStructureException(
          "associativeScan needs a function that returns the structure it combines, %s, but it returned %s."
              .formatted(structure.def().toText(), combined.structure().def().toText()));
    }
    return combined.arrays();
  }

  private List<Array> part(List<Array> arrays, int from, int to, int step) {
    var parts = new ArrayList<Array>();
    for (int i = 0; i < arrays.size(); i++) {
      parts.add(Lax.sliceInDim(arrays.get(i), from, to, step, axes.get(i)));
    }
    return parts;
  }

  private List<Array> concatenated(List<Array> first, List<Array> second) {
    var joined = new ArrayList<Array>();
    for (int i = 0; i < first.size(); i++) {
      joined.add(Lax.concatenate(List.of(first.get(i), second.get(i)), axes.get(i)));
    }
    return joined;
  }

  /** {@return the interleaved elements of two lists; the first list may have one element more} */
  private List<Array> interleaved(List<Array> even, List<Array> odd) {
    var woven = new ArrayList<Array>();
    for (int i = 0; i < even.size(); i++) {
      int axis = axes.get(i);
      int pairs = odd.get(i).dim(axis);
      var first = Lax.sliceInDim(even.get(i), 0, pairs, 1, axis);
      var behind = Axes.of(axis + 1);
      var paired =
          Lax.concatenate(
              List.of(Lax.expandDims(first, behind), Lax.expandDims(odd.get(i), behind)), axis + 1);
      var shape = odd.get(i).shape().without(Axes.of(axis)).insert(axis, 2 * pairs);
      var all = Lax.reshape(paired, shape);
      boolean oneMore = even.get(i).dim(axis) > pairs;
      woven.add(
          oneMore
              ? Lax.concatenate(
                  List.of(all, Lax.sliceInDim(even.get(i), pairs, pairs + 1, 1, axis)), axis)
              : all);
    }
    return woven;
  }
}
