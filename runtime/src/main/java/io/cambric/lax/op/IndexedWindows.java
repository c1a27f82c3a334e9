package io.cambric.lax.op;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.kernel.Operand;
import io.cambric.kernel.thread.Parallel;
import io.cambric.lax.dims.GatherDims;
import io.cambric.lax.dims.GatherMode;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Where the elements that gather reads, or scatter writes, lie in a row-major operand.
 *
 * @param run how many neighbours lie in a row in both the operand and the result
 * @param starts for each run of the result in order its place in the operand, or {@link #OUTSIDE}
 */
record IndexedWindows(int run, int[] starts) {

  /** Stands for the place of a run whose window is not inside of the operand. */
  static final int OUTSIDE = -1;

  /** Index vectors that are worth another thread. */
  private static final int GRAIN = 1 << 12;

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
    int[] operandStrides = operand.strides();
    var window = dims.windowAxes(operand.rank());
    var rows = indicesShape.slice(0, indicesShape.rank() - 1);
    int[] corners = new Corners(operand, indices, rows, dims, sliceSizes, mode).of(rows.size());
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
    // Windows in one piece lie where they begin.
    boolean whole = run > 0 && outer == rows.rank();
    return new IndexedWindows(
        run, whole ? corners : places(result.slice(0, outer), run == 0, corners, ofRow, ofWindow));
  }

  /** Finds the place of the first element of the window of each index vector. */
  private static final class Corners {

    private final Operand indices;
    private final int @Nullable [] ints;
    private final GatherMode mode;

    /** For each component of a place how far it goes, and what a step is in the operand. */
    private final int[] lasts;

    private final int[] strides;

    /** For each axis of lanes what a step is among the rows and in the operand, and how many. */
    private final int[] rowStrides;

    private final int[] lanes;
    private final int[] laneStrides;

    Corners(
        Shape operand,
        Operand indices,
        Shape rows,
        GatherDims dims,
        Shape sliceSizes,
        GatherMode mode) {
      this.indices = indices;
      this.mode = mode;
      ints = indices.buffer().dtype() == DType.I32 ? indices.buffer().ints() : null;
      var along = dims.startIndexMap();
      lasts = new int[along.size()];
      strides = new int[lasts.length];
      for (int k = 0; k < lasts.length; k++) {
        lasts[k] = operand.dim(along.get(k)) - sliceSizes.dim(along.get(k));
        strides[k] = operand.strides()[along.get(k)];
      }
      lanes = new int[dims.operandBatchingDims().size()];
      rowStrides = new int[lanes.length];
      laneStrides = new int[lanes.length];
      for (int i = 0; i < lanes.length; i++) {
        int axis = dims.startIndicesBatchingDims().get(i);
        lanes[i] = rows.dim(axis);
        rowStrides[i] = rows.strides()[axis];
        laneStrides[i] = operand.strides()[dims.operandBatchingDims().get(i)];
      }
    }

    int[] of(int rows) {
      int[] corners = new int[rows];
      Parallel.forRange(
          rows,
          GRAIN,
          (from, to) -> {
            for (int row = from; row < to; row++) {
              corners[row] = corner(row);
            }
          });
      return corners;
    }

    private int corner(int row) {
      int at = 0;
      for (int k = 0; k < lasts.length; k++) {
        int index = indices.offset() + row * lasts.length + k;
        long start = ints != null ? ints[index] : indices.buffer().getLong(index);
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
