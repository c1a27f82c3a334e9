package io.cambric.scope.lift;

import io.cambric.array.Axes;
import io.cambric.core.Array;
import io.cambric.lax.op.Batching;
import io.cambric.tree.PrefixSpread;
import io.cambric.tree.TreeDef;
import io.cambric.tree.Trees;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A pytree in which some arrays have an axis for the iterations of a scan. The other leaves are the
 * same in all iterations.
 *
 * @param structure of the tree
 * @param leaves arrays and held values
 * @param axes for each leaf its scanned axis; null if it has none
 */
record AxisTree(TreeDef structure, List<Object> leaves, List<@Nullable Object> axes) {

  /** {@return a tree with the axes of its leaves} */
  static AxisTree of(String what, Object tree, Object prefix) {
    var flat = Trees.flatten(StaticLeaf.hold(tree));
    return new AxisTree(
        flat.structure(), flat.leaves(), PrefixSpread.of(what, prefix, flat.structure()));
  }

  private boolean isScanned(int i) {
    return axes.get(i) != null && leaves.get(i) instanceof Array;
  }

  private List<Integer> scanned() {
    return IntStream.range(0, leaves.size()).filter(this::isScanned).boxed().toList();
  }

  /** {@return the arrays with an axis, unchanged} */
  List<Array> slices() {
    return scanned().stream().map(i -> (Array) leaves.get(i)).toList();
  }

  /** {@return the arrays with an axis, that axis first} */
  List<Array> rows() {
    return scanned().stream().map(i -> moved((Array) leaves.get(i), axis(i), 0)).toList();
  }

  private int axis(int i) {
    return axes.get(i) instanceof Integer axis ? axis : 0;
  }

  private static Array moved(Array array, int from, int to) {
    return Batching.moveAxis(
        array,
        Axes.normalize(from, array.rank(), "axis of scan"),
        Axes.normalize(to, array.rank(), "axis of scan"));
  }

  /** {@return the positions of the arrays without an axis} */
  List<Integer> shared() {
    return IntStream.range(0, leaves.size())
        .filter(i -> axes.get(i) == null && leaves.get(i) instanceof Array)
        .boxed()
        .toList();
  }

  /** {@return the tree with these arrays in place of those with an axis} */
  <T> T with(List<Array> slices) {
    var all = new ArrayList<>(leaves);
    var next = slices.iterator();
    scanned().forEach(i -> all.set(i, next.next()));
    return StaticLeaf.release(build(all));
  }

  /** {@return the tree with stacked rows in place of the slices} */
  <T> T stacked(List<Array> rows) {
    var all = new ArrayList<>(leaves);
    var next = rows.iterator();
    scanned().forEach(i -> all.set(i, moved(next.next(), 0, axis(i))));
    return StaticLeaf.release(build(all));
  }

  @SuppressWarnings({"unchecked", "NullAway"}) // the type of the tree that was taken apart
  private <T> T build(List<Object> all) {
    return (T) structure.unflatten(all);
  }
}
