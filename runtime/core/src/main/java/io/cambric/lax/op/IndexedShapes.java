package io.cambric.lax.op;

import io.cambric.array.Axes;
import io.cambric.array.Shape;
import io.cambric.core.ShapedArray;
import io.cambric.errors.DTypeException;
import io.cambric.errors.ShapeException;
import io.cambric.lax.dims.GatherDims;
import io.cambric.lax.dims.GatherMode;

/** The shape rules that gather and scatter share. */
final class IndexedShapes {

  private IndexedShapes() {}

  /**
   * Checks the indices and the roles of the axes.
   *
   * @throws ShapeException if they do not match, with the reason
   */
  static void require(
      String name,
      ShapedArray operand,
      ShapedArray indices,
      GatherDims dims,
      Shape sliceSizes,
      GatherMode mode) {
    if (!indices.dtype().isInteger()) {
      throw new DTypeException(
          "%s needs indices of an integer dtype, but got %s. Convert them with astype."
              .formatted(name, indices));
    }
    int rank = operand.rank();
    if (indices.rank() == 0
        || indices.shape().dim(-1) != dims.startIndexMap().size()
        || !within(dims.startIndexMap(), rank)) {
      throw new ShapeException(
          "%s needs indices whose last axis has one component for each of the axes %s of the operand %s, but got %s."
              .formatted(name, dims.startIndexMap(), operand, indices));
    }
    var hidden = dims.collapsedSliceDims().concat(dims.operandBatchingDims());
    boolean fits = sliceSizes.rank() == rank && within(hidden, rank);
    for (int axis = 0; fits && axis < rank; axis++) {
      int size = sliceSizes.dim(axis);
      fits = size <= operand.shape().dim(axis) && (size <= 1 || !hidden.contains(axis));
    }
    if (!fits) {
      throw new ShapeException(
          "%s of %s needs a window that fits into it and has size 1 along the collapsed axes %s, but got sizes %s."
              .formatted(name, operand, hidden, sliceSizes));
    }
    if (mode == GatherMode.WRAP) {
      requireSingles(name, operand, dims, sliceSizes);
    }
    requirePairs(name, operand, indices, dims);
    int window = rank - hidden.size();
    if (dims.offsetDims().size() != window) {
      throw new ShapeException(
          "%s needs one result axis for each of the %d window axes that it keeps, but got %s."
              .formatted(name, window, dims.offsetDims()));
    }
  }

  private static void requireSingles(
      String name, ShapedArray operand, GatherDims dims, Shape sliceSizes) {
    if (!Axes.of(sliceSizes.select(dims.startIndexMap()).toArray()).all(1)) {
      throw new ShapeException(
          "%s of %s in mode WRAP needs a window of size 1 along the indexed axes %s, but got sizes %s."
              .formatted(name, operand, dims.startIndexMap(), sliceSizes));
    }
  }

  private static void requirePairs(
      String name, ShapedArray operand, ShapedArray indices, GatherDims dims) {
    var ofOperand = dims.operandBatchingDims();
    var ofIndices = dims.startIndicesBatchingDims();
    boolean fits = ofOperand.size() == ofIndices.size() && within(ofIndices, indices.rank() - 1);
    for (int i = 0; fits && i < ofOperand.size(); i++) {
      fits =
          operand.shape().dim(ofOperand.get(i)) == indices.shape().dim(ofIndices.get(i))
              && !dims.startIndexMap().contains(ofOperand.get(i));
    }
    if (!fits) {
      throw new ShapeException(
          "%s needs batching axes of equal sizes, but got axes %s of %s and %s of the indices %s."
              .formatted(name, ofOperand, operand, ofIndices, indices));
    }
  }

  /** {@return whether each axis is below a rank and occurs once} */
  static boolean within(Axes axes, int rank) {
    for (int i = 0; i < axes.size(); i++) {
      int axis = axes.get(i);
      if (axis < 0 || axis >= rank || axes.indexOf(axis) != i) {
        return false;
      }
    }
    return true;
  }

  /** {@return the axes of the indices without the last, with the axes of the window inserted} */
  static Shape result(Shape indices, Shape window, Axes offsetDims) {
    int[] dims = new int[indices.rank() - 1 + window.rank()];
    int fromIndices = 0;
    int fromWindow = 0;
    for (int axis = 0; axis < dims.length; axis++) {
      dims[axis] =
          offsetDims.contains(axis) ? window.dim(fromWindow++) : indices.dim(fromIndices++);
    }
    return Shape.of(dims);
  }
}
