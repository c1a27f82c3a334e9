package io.cambric.core;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import java.util.List;
import java.util.ServiceLoader;

/**
 * The service behind the fluent methods of {@link Array}. Promotion, broadcasting and composition
 * live in {@code io.cambric.numpy}, which lies above this package and provides the one
 * implementation.
 */
public interface ArrayMethods {

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

  /** {@return the function of this name of each element} */
  Array unary(String function, Array x);

  /** {@return the operator of this name on bits or truth values, broadcast and promoted} */
  Array bitwise(String operator, Array x, Array y);

  /** {@return the comparison of this name, broadcast and promoted} */
  Array compare(String comparison, Array x, Array y);

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

  /** {@return the reduction of this name; no axes mean all} */
  Array reduce(String reduction, Array x, int[] axes, boolean keepDims);

  /** {@return the function of this name along an axis} */
  Array along(String function, Array x, int axis);

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
}
