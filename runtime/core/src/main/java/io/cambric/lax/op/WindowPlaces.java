package io.cambric.lax.op;

import static io.cambric.lax.op.IndexedWindows.OUTSIDE;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.kernel.Operand;
import io.cambric.kernel.thread.Parallel;
import io.cambric.lax.dims.GatherDims;
import io.cambric.lax.dims.GatherMode;

/**
 * The geometry of a gather or a scatter, from indices to the places of their windows in a row-major
 * operand. It follows from shapes alone, so a compiled operation has it once.
 */
final class WindowPlaces {

  /** Index vectors that are worth another thread. */
  private static final int GRAIN = 1 << 12;

  private final GatherMode mode;
  private final int rows;

  /** How many neighbours lie in a row in both the operand and the result. */
  private final int run;

  /** Whether windows are in one piece, so that they lie where they begin. */
  private final boolean whole;

  private final Shape outer;
  private final int[] ofRow;
  private final int[] ofWindow;

  /** For each component of a place how far it goes, and what a step is in the operand. */
  private final int[] lasts;

  private final int[] strides;

  /** For each axis of lanes what a step is among the rows and in the operand, and how many. */
  private final int[] rowStrides;

  private final int[] lanes;
  private final int[] laneStrides;

  /**
   * Prepares a geometry.
   *
   * @param indicesShape shape of the list of index vectors
   * @param mode what happens to windows outside
   */
  WindowPlaces(
      Shape operand, Shape indicesShape, GatherDims dims, Shape sliceSizes, GatherMode mode) {
    this.mode = mode;
    int[] operandStrides = operand.strides();
    var window = dims.windowAxes(operand.rank());
    var list = indicesShape.slice(0, indicesShape.rank() - 1);
    rows = list.size();
    int[] listStrides = list.strides();
    var result = IndexedShapes.result(indicesShape, sliceSizes.select(window), dims.offsetDims());
    int rank = result.rank();
    ofRow = new int[rank];
    ofWindow = new int[rank];
    int nextRow = 0;
    int nextWindow = 0;
    for (int axis = 0; axis < rank; axis++) {
      if (dims.offsetDims().contains(axis)) {
        ofWindow[axis] = operandStrides[window.get(nextWindow++)];
      } else {
        ofRow[axis] = listStrides[nextRow++];
      }
    }
    int neighbours = 1;
    int end = rank;
    while (end > 0
        && ofRow[end - 1] == 0
        && dims.offsetDims().contains(end - 1)
        && (result.dim(end - 1) == 1 || ofWindow[end - 1] == neighbours)) {
      end--;
      neighbours *= result.dim(end);
    }
    run = neighbours;
    outer = result.slice(0, end);
    whole = run > 0 && end == list.rank();
    var along = dims.startIndexMap();
    lasts = new int[along.size()];
    strides = new int[lasts.length];
    for (int k = 0; k < lasts.length; k++) {
      lasts[k] = operand.dim(along.get(k)) - sliceSizes.dim(along.get(k));
      strides[k] = operandStrides[along.get(k)];
    }
    lanes = new int[dims.operandBatchingDims().size()];
    rowStrides = new int[lanes.length];
    laneStrides = new int[lanes.length];
    for (int i = 0; i < lanes.length; i++) {
      int axis = dims.startIndicesBatchingDims().get(i);
      lanes[i] = list.dim(axis);
      rowStrides[i] = listStrides[axis];
      laneStrides[i] = operandStrides[dims.operandBatchingDims().get(i)];
    }
  }

  /**
   * {@return the windows for a list of index vectors}
   *
   * @param indices row-major
   */
  IndexedWindows at(Operand indices) {
    int[] corners = new int[rows];
    boolean alongOneAxis = lasts.length == 1 && lanes.length == 0;
    if (alongOneAxis && mode == GatherMode.CLIP && indices.buffer().dtype() == DType.I32) {
      Parallel.forRange(rows, GRAIN, (from, to) -> clipped(indices, corners, from, to));
    } else {
      Parallel.forRange(
          rows,
          GRAIN,
          (from, to) -> {
            for (int row = from; row < to; row++) {
              corners[row] = corner(indices, row);
            }
          });
    }
    return new IndexedWindows(run, whole ? corners : places(corners));
  }

  private void clipped(Operand indices, int[] corners, int from, int to) {
    int[] places = indices.buffer().ints();
    int at = indices.offset();
    int last = lasts[0];
    int stride = strides[0];
    for (int row = from; row < to; row++) {
      corners[row] = Math.clamp(places[at + row], 0, last) * stride;
    }
  }

  /** {@return the place of the first element of the window of an index vector} */
  private int corner(Operand indices, int row) {
    int at = 0;
    for (int k = 0; k < lasts.length; k++) {
      long start = indices.buffer().getLong(indices.offset() + row * lasts.length + k);
      int last = lasts[k];
      if (mode == GatherMode.CLIP) {
        start = Math.clamp(start, 0, last);
      } else if (mode == GatherMode.WRAP && last >= 0) {
        start = Math.floorMod(start, last + 1);
      }
      if (start < 0 || start > last) {
        return OUTSIDE;
      }
      at += (int) start * strides[k];
    }
    for (int i = 0; i < lanes.length; i++) {
      at += row / rowStrides[i] % lanes[i] * laneStrides[i];
    }
    return at;
  }

  private int[] places(int[] corners) {
    int[] places = new int[run == 0 ? 0 : outer.size()];
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
}
