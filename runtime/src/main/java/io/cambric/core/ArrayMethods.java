package io.cambric.core;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import java.util.List;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;

/**
 * The service behind the fluent methods of {@link Array}. Promotion, broadcasting and composition
 * live in {@code io.cambric.numpy}, which lies above this package and provides the one
 * implementation.
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

  /** {@return the axes in another order} */
  Array transpose(Array x, int[] permutation);

  /** {@return another shape, one size perhaps -1} */
  Array reshape(Array x, int... dims);

  /** {@return fewer axes} */
  Array squeeze(Array x, int[] axes);

  /** {@return one more axis} */
  Array expandDims(Array x, int axis);

  /** {@return stretched to a shape} */
  Array broadcastTo(Array x, Shape shape);

  /** {@return another dtype} */
  Array astype(Array x, DType dtype);

  /** {@return the reduction; no axes mean all} */
  Array reduce(Reduction reduction, Array x, int[] axes, boolean keepDims);

  /** {@return the function along an axis} */
  Array along(Along function, Array x, int axis);

  /** {@return two axes exchanged} */
  Array swapaxes(Array x, int axis1, int axis2);

  /** {@return x between bounds} */
  Array clip(Array x, double low, double high);

  /** {@return the product of matrices, not batched} */
  Array dot(Array x, Array y);

  /** {@return the parts at positions along an axis} */
  Array take(Array x, Array indices, int axis);

  /** {@return the part at fixed leading indices} */
  Array get(Array x, int[] indices);

  /** {@return a range along one axis} */
  Array slice(Array x, int axis, int from, int to);

  /** {@return the part that an index names} */
  Array get(Array x, List<Index> index);

  /** {@return the part that an index names, to be read or changed} */
  At at(Array x, List<Index> index);

  /** {@return the sum over some axes, all for null} */
  Array sum(Array x, @Nullable Axes axes, boolean keepDims);

  /** {@return the mean over some axes, all for null} */
  Array mean(Array x, @Nullable Axes axes, boolean keepDims);

  /** {@return the largest element over some axes, all for null} */
  Array max(Array x, @Nullable Axes axes, boolean keepDims);

  /** {@return the smallest element over some axes, all for null} */
  Array min(Array x, @Nullable Axes axes, boolean keepDims);

  /** {@return the product over some axes, all for null} */
  Array prod(Array x, @Nullable Axes axes, boolean keepDims);

  /** {@return the variance over some axes, all for null} */
  Array var(Array x, @Nullable Axes axes, boolean keepDims);

  /** {@return the standard deviation over some axes, all for null} */
  Array std(Array x, @Nullable Axes axes, boolean keepDims);

  /** {@return the largest less the smallest element over some axes, all for null} */
  Array ptp(Array x, @Nullable Axes axes, boolean keepDims);

  /** {@return whether all elements are true over some axes, all for null} */
  Array all(Array x, @Nullable Axes axes, boolean keepDims);

  /** {@return whether any element is true over some axes, all for null} */
  Array any(Array x, @Nullable Axes axes, boolean keepDims);

  /** {@return the sum of the elements over some axes where a mask is true} */
  Array sum(Array x, @Nullable Axes axes, boolean keepDims, Array where);

  /** {@return the mean of the elements over some axes where a mask is true} */
  Array mean(Array x, @Nullable Axes axes, boolean keepDims, Array where);

  /** {@return the product of the elements over some axes where a mask is true} */
  Array prod(Array x, @Nullable Axes axes, boolean keepDims, Array where);

  /** {@return each element repeated, in one row} */
  Array repeat(Array x, int repetitions);

  /** {@return each slice along an axis repeated} */
  Array repeat(Array x, int repetitions, int axis);

  /** {@return for each axis the places of the elements that are not 0} */
  List<Array> nonzero(Array x);

  /** {@return the places of values in a sorted vector} */
  Array searchsorted(Array sorted, Array values);

  /** {@return a diagonal of the first two axes} */
  Array diagonal(Array x, int offset);

  /** {@return the sum of a diagonal of the first two axes} */
  Array trace(Array x, int offset);
}
