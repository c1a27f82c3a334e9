package io.cambric.numpy;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.core.ShapedArray;
import io.cambric.errors.DTypeException;
import io.cambric.errors.ShapeException;
import io.cambric.lax.Lax;
import io.cambric.numpy.dtype.Promotion;
import io.cambric.transform.function.Fn;
import io.cambric.tree.TreeDef;
import io.cambric.tree.Trees;
import java.util.ArrayList;
import java.util.List;

/**
 * Pytrees as one vector, for algorithms on vectors.
 *
 * @see <a href="https://docs.jax.dev/en/latest/jax.flatten_util.html">jax.flatten_util</a>
 */
public final class FlattenUtil {

  private FlattenUtil() {}

  /**
   * A pytree as one array.
   *
   * @param flat the elements of all arrays, in the dtype that the arrays promote to
   * @param unravel the function from an array of this shape to a tree of the original structure
   * @param <A> the tree
   */
  public record Raveled<A>(Array flat, Fn<Array, A> unravel) {}

  /**
   * {@return the concatenated arrays of a tree, and the function that restores the tree}
   *
   * @throws io.cambric.errors.ArrayException in the restoring function, for an array of another
   *     shape or dtype
   */
  public static <A> Raveled<A> ravelPytree(A tree) {
    var flat = Trees.flatten(tree);
    var arrays = new ArrayList<Array>();
    for (var leaf : flat.leaves()) {
      arrays.add(leaf instanceof Array array ? array : number(leaf));
    }
    var avals = ShapedArray.ofAll(arrays);
    if (arrays.isEmpty()) {
      var nothing = Lax.zeros(new ShapedArray(Shape.of(0), DType.defaultFloat()));
      return new Raveled<>(nothing, new Unravel<>(nothing.aval(), flat.structure(), avals));
    }
    var dtype = Promotion.resultType(arrays).dtype();
    var rows = new ArrayList<Array>();
    for (var array : arrays) {
      rows.add(Lax.reshape(Lax.convertElementType(array, dtype), Shape.of(array.size())));
    }
    var row = Lax.concatenate(rows, 0);
    return new Raveled<>(row, new Unravel<>(row.aval(), flat.structure(), avals));
  }

  private static Array number(Object leaf) {
    if (leaf instanceof Number number) {
      return leaf instanceof Float || leaf instanceof Double
          ? NdArray.weakScalar(number.doubleValue())
          : NdArray.weakScalar(number.intValue());
    }
    throw new DTypeException(
        "ravelPytree needs a tree of arrays, but has a leaf of %s. Mark such components @Static."
            .formatted(leaf.getClass().getSimpleName()));
  }

  /** The restoring function. It is a value, so functions of it are not traced anew. */
  private record Unravel<A>(ShapedArray row, TreeDef structure, List<ShapedArray> avals)
      implements Fn<Array, A> {

    @Override
    @SuppressWarnings({"unchecked", "NullAway"}) // null only if the tree was null
    public A apply(Array flat) {
      if (!flat.shape().equals(row.shape())) {
        throw new ShapeException(
            "unravel needs an array of shape %s, as ravelPytree returned it, but got %s."
                .formatted(row.shape(), flat.aval()));
      }
      if (flat.dtype() != row.dtype()) {
        throw new DTypeException(
            "unravel needs an array of dtype %s, as ravelPytree returned it, but got %s. Convert it with astype."
                .formatted(row.dtype().shortName(), flat.aval()));
      }
      var leaves = new ArrayList<Array>();
      int at = 0;
      for (var aval : avals) {
        int end = at + aval.shape().size();
        var part = Lax.reshape(Lax.sliceInDim(flat, at, end, 1, 0), aval.shape());
        leaves.add(Lax.convertElementType(part, aval.dtype()));
        at = end;
      }
      return (A) structure.unflatten(leaves);
    }
  }
}
