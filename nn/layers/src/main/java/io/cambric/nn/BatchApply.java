package io.cambric.nn;

import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.errors.ShapeException;
import io.cambric.transform.function.Fn;
import io.cambric.transform.function.Fn2;
import io.cambric.transform.function.Fn3;
import io.cambric.tree.Trees;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Functions of one batch axis as functions of several: leading axes are merged before the function
 * runs, and split in its results.
 *
 * <p>Shapes: {@code [d1, ..., dn, rest...]} become {@code [d1 * ... * dn, rest...]}, and results
 * {@code [d1 * ... * dn, rest...]} become {@code [d1, ..., dn, rest...]}. The sizes come from the
 * first array with at least {@code n} axes. Arrays of fewer axes, and leaves that are no arrays,
 * pass unchanged.
 *
 * {@snippet :
 * // Each step of each sequence, as one batch: xs is [time, batch, features].
 * Array ys = BatchApply.of((Array x) -> Dense.of(4).call(x)).apply(xs);
 * }
 *
 * @see <a
 *     href="https://flax.readthedocs.io/en/latest/api_reference/flax.linen/layers.html#flax.linen.BatchApply">flax.linen.BatchApply</a>
 */
public final class BatchApply {

  private static final int DIMS = 2;

  private BatchApply() {}

  /** {@return a function of two batch axes, from a function of one} */
  public static <A, R> Fn<A, R> of(Fn<A, R> function) {
    return of(function, DIMS);
  }

  /** {@return a function of several batch axes, from a function of one} */
  public static <A, R> Fn<A, R> of(Fn<A, R> function, int numDims) {
    return a -> {
      var axes = Leading.of(numDims, a);
      return axes.split(function.apply(axes.merged(a)));
    };
  }

  /** {@return a function of two batch axes, from a function of one} */
  public static <A, B, R> Fn2<A, B, R> of(Fn2<A, B, R> function) {
    return of(function, DIMS);
  }

  /** {@return a function of several batch axes, from a function of one} */
  public static <A, B, R> Fn2<A, B, R> of(Fn2<A, B, R> function, int numDims) {
    return (a, b) -> {
      var axes = Leading.of(numDims, a, b);
      return axes.split(function.apply(axes.merged(a), axes.merged(b)));
    };
  }

  /** {@return a function of two batch axes, from a function of one} */
  public static <A, B, C, R> Fn3<A, B, C, R> of(Fn3<A, B, C, R> function) {
    return of(function, DIMS);
  }

  /** {@return a function of several batch axes, from a function of one} */
  public static <A, B, C, R> Fn3<A, B, C, R> of(Fn3<A, B, C, R> function, int numDims) {
    return (a, b, c) -> {
      var axes = Leading.of(numDims, a, b, c);
      return axes.split(function.apply(axes.merged(a), axes.merged(b), axes.merged(c)));
    };
  }

  /**
   * The sizes of the axes that are merged.
   *
   * @param sizes one at least
   */
  private record Leading(Shape sizes) {

    static Leading of(int numDims, @Nullable Object... arguments) {
      LayerChecks.requirePositive("BatchApply", "numDims", numDims);
      return new Leading(
          first(numDims, arguments)
              .orElseThrow(() ->
                  new ShapeException(
                      "BatchApply needs an array of at least %d axes in its arguments, but got %s. Add axes with expandDims, or merge fewer."
                          .formatted(
                              numDims,
                              Trees.<Object, Object>map(List.of(arguments), Leading::described)))));
    }

    private static Optional<Shape> first(int numDims, @Nullable Object... arguments) {
      return Trees.leaves(Arrays.asList(arguments)).stream()
          .filter(leaf -> leaf instanceof Array x && x.rank() >= numDims)
          .map(leaf -> ((Array) leaf).shape().slice(0, numDims))
          .findFirst();
    }

    private static Object described(Object leaf) {
      return leaf instanceof Array x ? x.aval() : leaf;
    }

    <T extends @Nullable Object> T merged(T argument) {
      int dims = sizes.rank();
      return Trees.<T, Object>map(
          argument,
          leaf ->
              leaf instanceof Array x && x.rank() >= dims
                  ? x.reshape(
                      Shape.of(x.shape().slice(0, dims).size())
                          .concat(x.shape().slice(dims, x.rank())))
                  : leaf);
    }

    <T extends @Nullable Object> T split(T result) {
      return Trees.<T, Object>map(
          result,
          leaf -> {
            if (!(leaf instanceof Array x)) {
              return leaf;
            }
            if (x.rank() == 0 || x.dim(0) != sizes.size()) {
              throw new ShapeException(
                  "BatchApply needs results with a first axis of %d, from the merged axes %s, but got %s. Keep the batch axis in the function."
                      .formatted(sizes.size(), sizes, x.aval()));
            }
            return x.reshape(sizes.concat(x.shape().slice(1, x.rank())));
          });
    }
  }
}
