package io.cambric.optax.base;

import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.core.ArrayScope;
import io.cambric.core.LaneSlice;
import io.cambric.core.NdArray;
import io.cambric.core.ShapedArray;
import io.cambric.errors.ShapeException;
import io.cambric.errors.TreeStructureException;
import io.cambric.lax.Lax;
import io.cambric.numpy.Numpy;
import io.cambric.optax.hyperparameter.Broadcast;
import io.cambric.optax.hyperparameter.Scalar;
import io.cambric.tree.Trees;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Functions on pytrees of arrays.
 *
 * <p>Outside of {@code jit}, later results reuse the memory of arrays that a function of leaves
 * makes but does not return; see {@link ArrayScope}.
 */
public final class Leaves {

  private Leaves() {}

  /** {@return a tree of the same structure with {@code f} of each array} */
  public static <T> T map(T tree, UnaryOperator<Array> f) {
    return Trees.map(tree, leaf -> ArrayScope.call(() -> f.apply(array(leaf))));
  }

  /** {@return a tree of the structure of {@code first} with {@code f} of each pair of arrays} */
  public static <T> T map(T first, Object second, BinaryOperator<Array> f) {
    return Trees.map(
        first,
        second,
        (a, b) -> {
          requireFitting(array(a), array(b));
          return ArrayScope.call(() -> f.apply(array(a), array(b)));
        });
  }

  /**
   * {@return a tree with the structure of {@code first}, and {@code f} of the arrays in each
   * position}
   *
   * <p>The arrays may differ in shape.
   *
   * @param f from the array of {@code first} and the arrays of the others, in order
   */
  public static <T> T mapAll(T first, List<?> others, Function<List<Array>, Array> f) {
    var trees = new ArrayList<Object>(List.of(first));
    trees.addAll(others);
    return structured(
        first,
        Trees.mapAll(
            trees,
            leaves -> ArrayScope.call(() -> f.apply(leaves.stream().map(Leaves::array).toList()))));
  }

  /**
   * {@return the sum of all elements of all leaves, leaf by leaf in order; a scalar}
   *
   * <p>A {@link LaneSlice} counts with the elements of all its lanes.
   */
  public static Array sum(Object tree) {
    return reduced(tree, leaf -> leaf.sum(), Lax::psum, Array::add)
        .orElseGet(() -> NdArray.weakScalar(0.0));
  }

  /**
   * {@return the number of true elements of all leaves, {@code i32[]}}
   *
   * <p>A {@link LaneSlice} counts with the elements of all its lanes.
   *
   * @param bools a tree of bool arrays
   */
  public static Array count(Object bools) {
    return reduced(bools, leaf -> leaf.astype(DType.I32).sum(), Lax::psum, Array::add)
        .orElseGet(Counts::zero);
  }

  /**
   * {@return whether all elements of all leaves are true; a bool scalar}
   *
   * <p>A {@link LaneSlice} counts with the elements of all its lanes.
   *
   * @param bools a tree of bool arrays
   */
  public static Array all(Object bools) {
    return reduced(
            bools, leaf -> leaf.all(), (all, axes) -> Lax.psum(all.not(), axes).eq(0), Array::and)
        .orElseGet(() -> Numpy.scalar(true));
  }

  /**
   * {@return whether all elements of all leaves are finite; a bool scalar}
   *
   * <p>A {@link LaneSlice} counts with the elements of all its lanes.
   */
  public static Array areFinite(Object tree) {
    return all(map(tree, leaf -> Numpy.isfinite(leaf)));
  }

  /**
   * {@return the values of all leaves combined, in order; empty without leaves}
   *
   * <p>A {@link LaneSlice} counts with the value of all its lanes.
   *
   * @param value of the elements of a leaf
   * @param ofLanes combines the values of the lanes of some axes
   * @param both combines the values of two leaves
   */
  public static Optional<Array> reduced(
      Object tree,
      UnaryOperator<Array> value,
      BiFunction<Array, String[], Array> ofLanes,
      BinaryOperator<Array> both) {
    var values = new LinkedHashMap<List<String>, Array>();
    for (var leaf : Trees.leaves(tree, LaneSlice.class::isInstance)) {
      var axes = leaf instanceof LaneSlice slice ? slice.axisNames() : List.<String>of();
      of(leaf).forEach(array -> values.merge(axes, value.apply(array), both));
    }
    return values.entrySet().stream()
        .map(each -> ofAll(each.getKey(), each.getValue(), ofLanes))
        .reduce(both);
  }

  private static Array ofAll(
      List<String> axes, Array value, BiFunction<Array, String[], Array> ofLanes) {
    return axes.isEmpty() ? value : ofLanes.apply(value, axes.toArray(String[]::new));
  }

  /** {@return a tree of the structure of another one, with these leaves in order} */
  public static <T> T unflatten(T like, List<?> leaves) {
    // A null tree has no leaf, and is not a tree of arrays.
    return structured(like, Objects.requireNonNull(Trees.structure(like).unflatten(leaves)));
  }

  @SuppressWarnings("unchecked") // the tree has the structure of the first one
  private static <T> T structured(T like, Object tree) {
    return (T) tree;
  }

  private static void requireFitting(Array x, Array y) {
    if (!Broadcast.fits(x, y)) {
      throw new ShapeException(
          "A gradient transformation needs updates, state and parameters with leaves of equal shapes, but one leaf is %s and %s. Call init for these parameters."
              .formatted(x.aval(), y.aval()));
    }
  }

  /**
   * {@return one of two trees, chosen at run time}
   *
   * @param condition a bool scalar
   * @param onTrue the tree for true; the result has its dtypes
   * @param onFalse the tree for false
   */
  public static <T> T select(Array condition, T onTrue, Object onFalse) {
    return map(onTrue, onFalse, (a, b) -> Numpy.where(condition, a, b).astype(a.dtype()));
  }

  /** {@return the arrays from left to right} */
  public static List<Array> of(Object tree) {
    return Trees.leaves(tree).stream().map(Leaves::array).toList();
  }

  /** {@return zeros of the shape and dtype of an array} */
  public static Array zeros(Array leaf) {
    return Lax.zeros(leaf.aval().strong());
  }

  /**
   * {@return zeros in the shapes of a tree}
   *
   * @param dtype of the zeros, or {@code null} for the dtype of each leaf
   */
  public static <T> T zerosLike(T tree, @Nullable DType dtype) {
    return map(
        tree,
        leaf -> Lax.zeros(new ShapedArray(leaf.shape(), dtype == null ? leaf.dtype() : dtype)));
  }

  /** {@return arrays of one value in the shapes and dtypes of a tree} */
  public static Object fullLike(Object tree, Scalar value) {
    return map(tree, leaf -> Numpy.full(leaf.shape(), value.like(leaf)));
  }

  /** {@return the tree in another dtype, or unchanged if the dtype is {@code null}} */
  public static <T> T cast(T tree, @Nullable DType dtype) {
    return dtype == null ? tree : map(tree, leaf -> leaf.astype(dtype));
  }

  private static Array array(Object leaf) {
    if (leaf instanceof Array array) {
      return array;
    }
    throw new TreeStructureException(
        "A gradient transformation needs a tree of arrays, but one leaf is of class %s. Make it an array, or mark the component that holds it @Static."
            .formatted(leaf.getClass().getName()));
  }
}
