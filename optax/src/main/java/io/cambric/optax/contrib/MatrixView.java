package io.cambric.optax.contrib;

import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.errors.ShapeException;
import io.cambric.numpy.Numpy;
import java.util.HashSet;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A weight as a stack of matrices, {@code [batch, rows, columns]}, and back.
 *
 * @param shape of the weight
 * @param permutation of its axes: the axes of the batch, of the rows, of the columns
 * @param batch number of matrices
 * @param rows of each matrix
 * @param columns of each matrix
 */
record MatrixView(Shape shape, List<Integer> permutation, int batch, int rows, int columns) {

  /**
   * {@return the view of a weight}
   *
   * @param where the optimiser, for the message
   * @throws ShapeException if the weight has fewer than two axes, an axis is out of range, or an
   *     axis is named twice
   */
  static MatrixView of(String where, Array weight, DimensionNumbers numbers) {
    int rank = weight.rank();
    if (rank < 2) {
      throw new ShapeException(
          "%s needs weights of at least two axes, but got %s. Leave it out of the weight dimension numbers."
              .formatted(where, weight.aval()));
    }
    var reduction = axes(where, weight, numbers.reductionAxis());
    var output = axes(where, weight, numbers.outputAxis());
    var batch =
        IntStream.range(0, rank)
            .boxed()
            .filter(axis -> !reduction.contains(axis) && !output.contains(axis))
            .toList();
    var permutation = Stream.of(batch, reduction, output).flatMap(List::stream).toList();
    if (new HashSet<>(permutation).size() != permutation.size()) {
      throw new ShapeException(
          "%s needs reduction axes %s and output axes %s without a common axis, for a weight %s. Name each axis once."
              .formatted(where, numbers.reductionAxis(), numbers.outputAxis(), weight.aval()));
    }
    return new MatrixView(
        weight.shape(),
        permutation,
        product(weight, batch),
        product(weight, reduction),
        product(weight, output));
  }

  /** {@return a weight as {@code [batch, rows, columns]}} */
  Array matrices(Array weight) {
    return Numpy.transpose(weight, ints(permutation)).reshape(batch, rows, columns);
  }

  /** {@return the weight, from {@code [batch, rows, columns]}} */
  Array weight(Array matrices) {
    int[] dims = permutation.stream().mapToInt(axis -> shape.dim(axis)).toArray();
    var inverse = new int[permutation.size()];
    for (int i = 0; i < inverse.length; i++) {
      inverse[permutation.get(i)] = i;
    }
    return Numpy.transpose(matrices.reshape(dims), inverse);
  }

  private static List<Integer> axes(String where, Array weight, List<Integer> axes) {
    for (int axis : axes) {
      if (axis < -weight.rank() || axis >= weight.rank()) {
        throw new ShapeException(
            "%s needs axes in [-%d, %d) for a weight %s, but got %d. Correct its dimension numbers."
                .formatted(where, weight.rank(), weight.rank(), weight.aval(), axis));
      }
    }
    return axes.stream().map(axis -> Math.floorMod(axis, weight.rank())).toList();
  }

  private static int product(Array weight, List<Integer> axes) {
    return axes.stream().mapToInt(axis -> weight.dim(axis)).reduce(1, (a, b) -> a * b);
  }

  private static int[] ints(List<Integer> axes) {
    return axes.stream().mapToInt(Integer::intValue).toArray();
  }
}
