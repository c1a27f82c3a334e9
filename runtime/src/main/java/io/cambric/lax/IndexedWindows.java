package io.cambric.lax;

import io.cambric.array.Shape;
import io.cambric.kernel.Operand;
import java.util.Arrays;

/**
 * Where the elements that gather reads, or scatter writes, lie in a row-major operand.
 *
 * @param run how many neighbours lie in a row in both the operand and the result
 * @param starts for each run of the result in order its place in the operand, or {@link #OUTSIDE}
 */
record IndexedWindows(int run, int[] starts) {

  /** Stands for the place of a run whose window is not inside of the operand. */
  static final int OUTSIDE = -1;

  /**
   * {@return the places for a list of index vectors}
   *
   * @param indices row-major
   * @param mode what happens to windows outside
   */
  static IndexedWindows of(
      Shape operand,
      Operand indices,
      Shape indicesShape,
      GatherDims dims,
      Shape sliceSizes,
      GatherMode mode) {
    int[] corners = corners(operand, indices, indicesShape, dims, sliceSizes, mode);
    int[] operandStrides = operand.strides();
    var window = dims.windowAxes(operand.rank());
    var rows = indicesShape.slice(0, indicesShape.rank() - 1);
    int[] rowStrides = rows.strides();
    var result = IndexedShapes.result(indicesShape, sliceSizes.select(window), dims.offsetDims());
    int rank = result.rank();
    int[] ofRow = new int[rank];
    int[] ofWindow = new int[rank];
    int nextRow = 0;
    int nextWindow = 0;
    for (int axis = 0; axis < rank; axis++) {
      if (dims.offsetDims().contains(axis)) {
        ofWindow[axis] = operandStrides[window.get(nextWindow++)];
      } else {
        ofRow[axis] = rowStrides[nextRow++];
      }
    }
    int run = 1;
    int outer = rank;
    while (outer > 0
        && ofRow[outer - 1] == 0
        && dims.offsetDims().contains(outer - 1)
        && (result.dim(outer - 1) == 1 || ofWindow[outer - 1] == run)) {
      outer--;
      run *= result.dim(outer);
    }
    return new IndexedWindows(
        run, places(result.slice(0, outer), run == 0, corners, ofRow, ofWindow));
  }

  /** {@return the place of the first element of the window of each index vector} */
  private static int[] corners(
      Shape operand,
      Operand indices,
      Shape indicesShape,
      GatherDims dims,
      Shape sliceSizes,
      GatherMode mode) {
    var rows = indicesShape.slice(0, indicesShape.rank() - 1);
    int components = indicesShape.dim(-1);
    int[] strides = operand.strides();
    int[] rowStrides = rows.strides();
    int[] corners = new int[rows.size()];
    for (int row = 0; row < corners.length; row++) {
      int at = 0;
      for (int k = 0; k < components && at != OUTSIDE; k++) {
        int axis = dims.startIndexMap().get(k);
        long start = indices.buffer().getLong(indices.offset() + row * components + k);
        int last = operand.dim(axis) - sliceSizes.dim(axis);
        if (mode == GatherMode.CLIP) {
          start = Math.clamp(start, 0, last);
        } else if (mode == GatherMode.WRAP && last >= 0) {
          start = Math.floorMod(start, last + 1);
        }
        at = start < 0 || start > last ? OUTSIDE : at + (int) start * strides[axis];
      }
      for (int i = 0; i < dims.operandBatchingDims().size() && at != OUTSIDE; i++) {
        int rowAxis = dims.startIndicesBatchingDims().get(i);
        int lane = row / rowStrides[rowAxis] % rows.dim(rowAxis);
        at += lane * strides[dims.operandBatchingDims().get(i)];
      }
      corners[row] = at;
    }
    return corners;
  }

  private static int[] places(
      Shape outer, boolean empty, int[] corners, int[] ofRow, int[] ofWindow) {
    int[] places = new int[empty ? 0 : outer.size()];
    int[] index = new int[outer.rank()];
    int row = 0;
    int offset = 0;
    for (int i = 0; i < places.length; i++) {
      places[i] = corners[row] == OUTSIDE ? OUTSIDE : corners[row] + offset;
      for (int axis = index.length - 1; axis >= 0; axis--) {
        row += ofRow[axis];
        offset += ofWindow[axis];
        if (++index[axis] < outer.dim(axis)) {
          break;
        }
        row -= ofRow[axis] * index[axis];
        offset -= ofWindow[axis] * index[axis];
        index[axis] = 0;
      }
    }
    return places;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof IndexedWindows that
        && run == that.run
        && Arrays.equals(starts, that.starts);
  }

  @Override
  public int hashCode() {
    return 31 * run + Arrays.hashCode(starts);
  }
}
