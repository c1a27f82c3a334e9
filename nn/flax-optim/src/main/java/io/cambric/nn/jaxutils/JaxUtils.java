package io.cambric.nn.jaxutils;

import io.cambric.array.Axes;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.errors.ShapeException;
import io.cambric.numpy.Numpy;
import io.cambric.transform.function.Fn2;
import io.cambric.transform.result.Carry;
import io.cambric.tree.Trees;

/**
 * Functions for {@code pmap} and scans, which Flax has outside of modules.
 *
 * <p>A machine has one device here. The lanes of {@code pmap} are its workers, so their number is
 * an argument.
 *
 * @see CommonUtils
 * @see <a
 *     href="https://flax.readthedocs.io/en/latest/api_reference/flax.jax_utils.html">flax.jax_utils</a>
 */
public final class JaxUtils {

  private JaxUtils() {}

  /**
   * {@return a tree with a copy of each array for each lane, along a new first axis; other leaves
   * stay}
   */
  public static <T> T replicate(T tree, int lanes) {
    if (lanes < 1) {
      throw new ShapeException(
          "replicate needs at least one lane, but got %d. Pass the number of pmap workers."
              .formatted(lanes));
    }
    return Trees.map(
        tree,
        leaf ->
            leaf instanceof Array x
                ? Numpy.broadcastTo(x, Shape.of(lanes).concat(x.shape()))
                : leaf);
  }

  /**
   * {@return a tree with the first of the copies that {@link #replicate} made; scalars and other
   * leaves stay}
   */
  public static <T> T unreplicate(T tree) {
    return Trees.map(tree, leaf -> leaf instanceof Array x && x.rank() > 0 ? x.get(0) : leaf);
  }

  /** {@return a function of any batch, from one of a batch that is split over lanes} */
  public static <S, A, R> Fn2<S, A, R> padShardUnpad(Fn2<S, A, R> wrapped, int lanes) {
    return padShardUnpad(wrapped, PadShardUnpad.over(lanes));
  }

  /**
   * {@return a function of any batch, from one of a batch that is split over lanes}
   *
   * <p>The batch is filled with zeros to a multiple of the lanes, and split. Results are joined,
   * and rows for the zeros are cut off.
   *
   * {@snippet :
   * var forward = padShardUnpad(pmap(model::apply).inAxes(null, 0)::apply, 4);
   * Array logits = forward.apply(variables, images);
   * }
   *
   * @param wrapped from a static argument, such as parameters, and a batch whose arrays are {@code
   *     [lanes, batch / lanes, ...]}
   * @throws ShapeException if the arrays of a batch differ in their first axis
   */
  public static <S, A, R> Fn2<S, A, R> padShardUnpad(Fn2<S, A, R> wrapped, PadShardUnpad options) {
    return (fixed, batch) -> options.run(padded -> wrapped.apply(fixed, padded), batch);
  }

  /** {@return the carry after a scan over one axis of arrays, and the outputs along that axis} */
  public static <C, X, Y> Carry<C, Y> scanInDim(
      Fn2<C, X, Carry<C, Y>> body, C init, X xs, int axis) {
    return scanInDim(body, init, xs, Axes.of(axis), Axes.of(1), false);
  }

  /**
   * {@return the carry after a scan over several axes of arrays, and the outputs along these axes}
   *
   * <p>The first axis is the outermost loop.
   *
   * @param axis the axes that are scanned over, of inputs and outputs alike
   * @param unroll how many iterations are compiled as one: a number for each axis, or for the last
   *     ones
   * @param keepDims whether the body sees these axes with size 1
   * @throws ShapeException if an array lacks one of the axes
   */
  public static <C, X, Y> Carry<C, Y> scanInDim(
      Fn2<C, X, Carry<C, Y>> body, C init, X xs, Axes axis, Axes unroll, boolean keepDims) {
    return new ScanInDim(axis, unroll, keepDims).run(body, init, xs);
  }
}
