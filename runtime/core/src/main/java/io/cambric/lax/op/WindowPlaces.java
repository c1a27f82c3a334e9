package io.cambric.lax.op;

import static io.cambric.kernel.ListedPlaces.OUTSIDE;

import io.cambric.array.Shape;
import io.cambric.kernel.ListedPlaces;
import io.cambric.kernel.Operand;
import io.cambric.kernel.thread.Parallel;
import io.cambric.lax.dims.GatherDims;
import io.cambric.lax.dims.GatherMode;
import java.util.Arrays;

/**
 * The geometry of a gather or a scatter: the positions of elements in the operand that gather reads
 * or scatter changes. It follows from the shapes and the strides of the operand, so a compiled
 * operation computes it once.
 *
 * <p>The result of a gather, or the updates of a scatter, are divided into runs of elements that
 * are also neighbours in the operand. Runs form lines. A line has places of one window, or of
 * several index vectors.
 */
final class WindowPlaces {

  /** Index vectors that justify another thread. */
  private static final int GRAIN = 1 << 12;

  /** Runs with places in one list, which stays in the first cache. */
  private static final int BLOCK = 1 << 11;

  /** A consumer of runs. */
  @FunctionalInterface
  interface Visitor {
    /**
     * Accepts neighbouring runs of the result.
     *
     * @param at number of the first run
     * @param shift the offset of the positions
     * @param places positions in the operand
     */
    void take(int at, int shift, ListedPlaces places);
  }

  private final int rows;
  private final int run;
  private final MergedAxes runs;
  private final WindowCorners corners;

  /** Places of a line within a window, and as many outside. */
  private final int[] along;

  private final int[] outside;

  /**
   * Prepares a geometry.
   *
   * @param operandStrides of the operand in memory
   * @param indicesShape shape of the list of index vectors
   * @param mode the treatment of windows out of bounds
   */
  WindowPlaces(
      Shape operand,
      int[] operandStrides,
      Shape indicesShape,
      GatherDims dims,
      Shape sliceSizes,
      GatherMode mode) {
    var window = dims.windowAxes(operand.rank());
    var list = indicesShape.slice(0, indicesShape.rank() - 1);
    rows = list.size();
    corners = new WindowCorners(operand, operandStrides, list, dims, sliceSizes, mode);
    int[] listStrides = list.strides();
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
        ofRow[axis] = listStrides[nextRow++];
      }
    }
    int neighbours = 1;
    int end = rank;
    while (end > 0
        && dims.offsetDims().contains(end - 1)
        && (result.dim(end - 1) == 1 || ofWindow[end - 1] == neighbours)) {
      end--;
      neighbours *= result.dim(end);
    }
    run = neighbours;
    runs =
        MergedAxes.of(
            result.slice(0, end).toArray(),
            Arrays.copyOf(ofRow, end),
            Arrays.copyOf(ofWindow, end));
    boolean within = runs.lineRows() == 0;
    int length = within ? Math.min(runs.lineLength(), BLOCK) : 0;
    along = new int[length];
    Arrays.setAll(along, i -> i * runs.lineStep());
    outside = new int[length];
    Arrays.fill(outside, OUTSIDE);
  }

  /** {@return the number of elements that are contiguous in both the operand and the result} */
  int run() {
    return run;
  }

  /** {@return the number of runs} */
  int count() {
    return run == 0 ? 0 : runs.count();
  }

  /** {@return whether any two runs are equal or disjoint} */
  boolean areApart() {
    return corners.areMultiplesOf(run) && runs.areMultiplesOf(run);
  }

  /** {@return whether run i is window i, so that positions are the corners} */
  private boolean areWhole() {
    return runs.sizes().length == 1 && runs.lineRows() == 1;
  }

  /**
   * Visits all runs on several threads.
   *
   * @param indices row-major
   * @param grain runs that are worth another thread
   */
  void forEach(Operand indices, int grain, Visitor visitor) {
    int[] all = areWhole() ? null : corners(indices);
    Parallel.forRange(
        count(),
        grain,
        (from, to) -> {
          if (all == null) {
            visitBlocks(indices, from, to, visitor);
          } else {
            visit(all, from, to, visitor);
          }
        });
  }

  /** Visits all runs in order. */
  void inOrder(Operand indices, Visitor visitor) {
    if (areWhole()) {
      visitBlocks(indices, 0, count(), visitor);
    } else {
      visit(corners(indices), 0, count(), visitor);
    }
  }

  /** {@return the positions at which the windows begin} */
  int[] corners(Operand indices) {
    int[] all = new int[rows];
    Parallel.forRange(
        rows,
        GRAIN,
        (from, to) -> {
          int[] some = new int[Math.min(BLOCK, to - from)];
          for (int at = from; at < to; at += some.length) {
            int n = Math.min(some.length, to - at);
            corners.write(indices, at, n, some);
            System.arraycopy(some, 0, all, at, n);
          }
        });
    return all;
  }

  private void visitBlocks(Operand indices, int from, int to, Visitor visitor) {
    int[] some = new int[Math.min(BLOCK, to - from)];
    for (int at = from; at < to; at += some.length) {
      int n = Math.min(some.length, to - at);
      corners.write(indices, at, n, some);
      visitor.take(at, 0, new ListedPlaces(some, 0, n));
    }
  }

  /** Visits some runs in order, given the corners. */
  void visit(int[] all, int from, int to, Visitor visitor) {
    int ofRow = runs.lineRows();
    for (var line = runs.lines(from, to); line.next(); ) {
      if (ofRow != 0) {
        visitor.take(line.at(), line.place(), places(all, line.row(), ofRow, line.length()));
      } else {
        within(all[line.row()], line.at(), line.place(), line.length(), visitor);
      }
    }
  }

  private static ListedPlaces places(int[] all, int first, int step, int n) {
    if (step == 1) {
      return new ListedPlaces(all, first, n);
    }
    int[] some = new int[n];
    Arrays.setAll(some, i -> all[first + i * step]);
    return new ListedPlaces(some, 0, n);
  }

  /** Visits a line within the window that has this corner. */
  private void within(int corner, int at, int place, int length, Visitor visitor) {
    for (int i = 0; i < length; i += along.length) {
      int n = Math.min(along.length, length - i);
      if (corner == OUTSIDE) {
        visitor.take(at + i, 0, new ListedPlaces(outside, 0, n));
      } else {
        visitor.take(at + i, corner + place + i * runs.lineStep(), new ListedPlaces(along, 0, n));
      }
    }
  }
}
