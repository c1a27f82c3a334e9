package io.cambric.lax.op;

import static io.cambric.kernel.ListedPlaces.OUTSIDE;

import io.cambric.kernel.Kernels;
import io.cambric.kernel.ListedPlaces;
import io.cambric.kernel.ListedRows;
import io.cambric.kernel.Operand;
import io.cambric.kernel.ScalarOp;
import io.cambric.kernel.index.ElementMoves;
import io.cambric.kernel.thread.Parallel;
import io.cambric.lax.dims.ScatterKind;

/**
 * Combines runs of row-major updates with the elements at their positions.
 *
 * <p>Each element takes its updates in order, so elements are divided among threads, not updates.
 * This requires runs that are equal or disjoint. A thread then has some places, or some columns of
 * all runs.
 *
 * @param size elements of the result
 */
record ScatterKernel(
    Kernels kernels,
    ScatterKind kind,
    WindowPlaces places,
    Operand updates,
    Operand out,
    int size) {

  /** Elements of updates that justify another thread. */
  private static final long GRAIN = 1 << 14;

  /** The maximum number of threads, since each reads all positions. */
  private static final int MOST = 8;

  /** Columns that justify another thread. */
  private static final int COLUMNS = 16;

  void run(Operand indices) {
    int run = places.run();
    int threads = Math.min(Parallel.threads(), MOST);
    boolean isLarge = (long) run * places.count() >= 2 * GRAIN;
    if (threads == 1 || run < COLUMNS || !isLarge || !places.areApart()) {
      places.inOrder(indices, (at, shift, list) -> combine(at, shift, list, 0, run));
      return;
    }
    int[] corners = places.corners(indices);
    int rows = (size - 1) / run + 1;
    if (rows < threads) {
      Parallel.forRange(
          run,
          Math.max(COLUMNS, (run - 1) / threads + 1),
          (from, to) ->
              places.visit(
                  corners,
                  0,
                  places.count(),
                  (at, shift, list) -> combine(at, shift, list, from, to - from)));
      return;
    }
    Parallel.forRange(
        rows,
        (rows - 1) / threads + 1,
        (from, to) ->
            places.visit(
                corners,
                0,
                places.count(),
                (at, shift, list) ->
                    combine(
                        at, shift, within(list, from * run - shift, to * run - shift), 0, run)));
  }

  /** {@return the positions in a range, with all others marked as out of bounds} */
  private static ListedPlaces within(ListedPlaces list, int first, int end) {
    int[] kept = new int[list.count()];
    for (int i = 0; i < kept.length; i++) {
      int place = list.get(i);
      kept[i] = place >= first && place < end ? place : OUTSIDE;
    }
    return new ListedPlaces(kept, 0, kept.length);
  }

  /** Combines some columns of runs of updates with the columns of the result. */
  private void combine(int at, int shift, ListedPlaces list, int column, int columns) {
    int run = places.run();
    int from = updates.offset() + at * run + column;
    int offset = out.offset() + shift + column;
    var rows = new ListedRows(list, columns, run);
    if (kind == ScatterKind.SET) {
      ElementMoves.write(rows, updates.buffer(), from, out.buffer(), offset);
    } else {
      kernels.update(operation(), rows, updates.buffer(), from, out.buffer(), offset);
    }
  }

  private ScalarOp operation() {
    return switch (kind) {
      case ADD -> ScalarOp.ADD;
      case MUL -> ScalarOp.MUL;
      case MIN -> ScalarOp.MIN;
      case MAX -> ScalarOp.MAX;
      case SET -> throw new IllegalStateException("a replacement does not combine");
    };
  }
}
