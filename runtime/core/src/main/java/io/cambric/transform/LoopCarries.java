package io.cambric.transform;

import io.cambric.core.Array;
import io.cambric.core.ShapedArray;
import io.cambric.errors.DTypeException;
import io.cambric.errors.ShapeException;
import io.cambric.errors.TreeStructureException;
import io.cambric.lax.Lax;
import io.cambric.tree.TreeComparison;
import java.util.ArrayList;
import java.util.List;

/** The carry of a loop, which has the same types before and after each iteration. */
final class LoopCarries {

  private LoopCarries() {}

  /** {@return the first carry, with weak dtypes made strong where the body returns strong ones} */
  static List<Array> strengthened(List<Array> init, List<ShapedArray> returned) {
    var arrays = new ArrayList<Array>();
    for (int i = 0; i < init.size(); i++) {
      var array = init.get(i);
      boolean strengthen =
          i < returned.size()
              && array.aval().weak()
              && (!returned.get(i).weak() || returned.get(i).dtype() != array.dtype());
      arrays.add(
          strengthen
              ? Lax.convertElementType(array, returned.get(i).dtype(), returned.get(i).weak())
              : array);
    }
    return arrays;
  }

  /** Checks that the body returns a carry with the types of its argument. */
  static void requireSame(
      String loop,
      ArrayTree.Structure in,
      List<ShapedArray> inAvals,
      ArrayTree.Structure out,
      List<ShapedArray> outAvals) {
    TreeComparison.requireSame(
        "The carry of " + loop,
        "the one that came in",
        in.def(),
        "the one that the body returned",
        out.def());
    var change = in.staticChange(out);
    if (change != null) {
      throw new TreeStructureException(
          "The carry of %s must keep its static leaves, but %s came as %s and became %s. Make it an Array to carry it, or keep it outside the loop."
              .formatted(loop, change.leaf(), change.was(), change.is()));
    }
    for (int i = 0; i < inAvals.size(); i++) {
      var path = in.arrayPaths().get(i);
      var leaf = path.isEmpty() ? "it" : "leaf \"" + path + "\"";
      var message =
          "The carry of %s must keep its type in every iteration, but %s came as %s and became %s. Convert it in the body or before the loop."
              .formatted(loop, leaf, inAvals.get(i), outAvals.get(i));
      if (!inAvals.get(i).shape().equals(outAvals.get(i).shape())) {
        throw new ShapeException(message);
      }
      if (inAvals.get(i).dtype() != outAvals.get(i).dtype()) {
        throw new DTypeException(message);
      }
    }
  }
}
