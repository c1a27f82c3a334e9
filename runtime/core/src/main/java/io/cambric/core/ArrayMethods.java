package io.cambric.core;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import java.util.List;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;

/**
 * The service behind the fluent methods of {@link Array}. Promotion, broadcasting and composition
 * are in {@code io.cambric.numpy}, which is above this package and provides the one implementation.
 */
public interface ArrayMethods {

  /** A function of each element. */
  enum Unary {
    NEG,
    ABS,
    EXP,
    LOG,
    SQRT,
    SQUARE,
    TANH,
    SIN,
    COS,
    ROUND,
    NOT
  }

  /** An operator on bits or truth values. */
  enum Bitwise {
    AND,
    OR,
    XOR
  }

  /** A comparison of elements. */
  enum Comparison {
    EQ,
    NE,
    LT,
    LE,
    GT,
    GE
  }

  /** A reduction over axes. */
  enum Reduction {
    SUM,
    MEAN,
    MAX,
    MIN,
    PROD,
    VAR,
    STD,
    PTP,
    ALL,
    ANY
  }

  /**
   * Options of a reduction. Only some reductions have a dtype, an initial value or a correction.
   *
   * @param axes {@code null} for all
   * @param keepDims whether the axes stay, with size 1
   * @param where a mask of the included elements; {@code null} for all
   * @param dtype the dtype of the computation; {@code null} for the dtype of the operand
   * @param initial the initial value; {@code null} for none
   * @param ddof subtracted from the number of elements in the divisor
   */
  record ReductionOptions(
      @Nullable Axes axes,
      boolean keepDims,
      @Nullable Array where,
      @Nullable DType dtype,
      @Nullable Double initial,
      double ddof) {

    /** Axes, and whether they are kept. */
    ReductionOptions(@Nullable Axes axes, boolean keepDims) {
      this(axes, keepDims, null, null, null, 0);
    }

    /** Axes, whether they are kept, and a mask. */
    ReductionOptions(@Nullable Axes axes, boolean keepDims, Array where) {
      this(axes, keepDims, where, null, null, 0);
    }
  }

  /** A function along one axis. */
  enum Along {
    ARGMAX,
    ARGMIN,
    CUMSUM,
    CUMPROD,
    SORT,
    ARGSORT
  }

  /** {@return the implementation} */
  static ArrayMethods get() {
    return Holder.INSTANCE;
  }

  /** Finds the implementation once. */
  final class Holder {

    private static final ArrayMethods INSTANCE =
        ServiceLoader.load(ArrayMethods.class, ArrayMethods.class.getClassLoader())
            .findFirst()
            .orElseThrow(() ->
                new IllegalStateException(
                    "No implementation of the methods of Array was found: the runtime jar is"
                        + " incomplete."));

    private Holder() {}
  }

  /**
   * {@return a Java number as a weakly typed scalar, in the dtype that it takes next to {@code
   * like}}
   */
  Array number(Array like, double number);

  /** {@return the sum, broadcast and promoted} */
  Array add(Array x, Array y);

  /** {@return the difference, broadcast and promoted} */
  Array sub(Array x, Array y);

  /** {@return the product, broadcast and promoted} */
  Array mul(Array x, Array y);

  /** {@return the true quotient, broadcast and promoted} */
  Array div(Array x, Array y);

  /** {@return the floor remainder, broadcast and promoted} */
  Array mod(Array x, Array y);

  /** {@return the power, broadcast and promoted} */
  Array pow(Array x, Array y);

  /** {@return the power by a number} */
  Array pow(Array x, double y);

  /** {@return the function of each element} */
  Array unary(Unary function, Array x);

  /** {@return the operator on bits or truth values, broadcast and promoted} */
  Array bitwise(Bitwise operator, Array x, Array y);

  /** {@return the comparison, broadcast and promoted} */
  Array compare(Comparison comparison, Array x, Array y);

  /** {@return the product of matrices, batched} */
  Array matmul(Array x, Array y);

  /** {@return the array with its axes in another order} */
  Array transpose(Array x, int[] permutation);

  /** {@return the array in another shape, in which one size may be -1} */
  Array reshape(Array x, int... dims);

  /** {@return the array without axes of size 1} */
  Array squeeze(Array x, int[] axes);

  /** {@return the array with another axis of size 1} */
  Array expandDims(Array x, int axis);

  /** {@return the array broadcast to a shape} */
  Array broadcastTo(Array x, Shape shape);

  /** {@return the array converted to another dtype} */
  Array astype(Array x, DType dtype);

  /** {@return the reduction; no axes mean all} */
  Array reduce(Reduction reduction, Array x, int[] axes, boolean keepDims);

  /** {@return the reduction with options} */
  Array reduce(Reduction reduction, Array x, ReductionOptions options);

  /** {@return the function along an axis, {@code null} for the flattened array} */
  Array along(Along function, Array x, @Nullable Integer axis);

  /** {@return the array with two axes exchanged} */
  Array swapaxes(Array x, int axis1, int axis2);

  /** {@return x clipped to bounds} */
  Array clip(Array x, double low, double high);

  /** {@return the product of matrices, not batched} */
  Array dot(Array x, Array y);

  /** {@return the slices at positions along an axis} */
  Array take(Array x, Array indices, int axis);

  /** {@return the slice at fixed leading indices} */
  Array get(Array x, int[] indices);

  /** {@return a range along one axis} */
  Array slice(Array x, int axis, int from, int to);

  /** {@return the part that an index selects} */
  Array get(Array x, List<Index> index);

  /** {@return the part that an index selects, for reads or updates} */
  At at(Array x, List<Index> index);

  /** {@return each element repeated, in one row} */
  Array repeat(Array x, int repetitions);

  /** {@return each slice along an axis repeated} */
  Array repeat(Array x, int repetitions, int axis);

  /** {@return each slice along an axis repeated by its own number, to a total length} */
  Array repeat(Array x, Array repetitions, int axis, int totalLength);

  /** {@return for each axis the indices of the nonzero elements} */
  List<Array> nonzero(Array x);

  /** {@return for each axis the indices of the first nonzero elements} */
  List<Array> nonzero(Array x, int size, @Nullable Integer fillValue);

  /** {@return the indices of values in a sorted vector} */
  Array searchsorted(Array sorted, Array values, boolean right);

  /** {@return a diagonal of two axes} */
  Array diagonal(Array x, int offset, int axis1, int axis2);

  /** {@return the sum of a diagonal of two axes, in a dtype} */
  Array trace(Array x, int offset, int axis1, int axis2, @Nullable DType dtype);
}
