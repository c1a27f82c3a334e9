package io.cambric.kernel.block;

import io.cambric.kernel.Operand;
import io.cambric.kernel.thread.Parallel;
import java.util.Arrays;
import java.util.List;

/**
 * A copy of an operand to another operand in the order of an iteration, without a block in between.
 *
 * <p>Neighbours in both are copied row by row: permutations with whole rows, broadcasts, slices,
 * and parts of a larger array. If neighbours in the source are far apart in the target, a loop
 * would fetch a cache line per element. Panels of such columns are therefore transposed. Each row
 * is written from the first to the last element, so few cache lines are incomplete at a time.
 */
final class DirectCopy {

  /** The least number of elements worth a handover to another thread. */
  private static final int GRAIN = 1 << 15;

  /** The longest row that is repeated by copying the part that is already written. */
  private static final int LONGEST_REPEATED = 1 << 10;

  /** The largest number of elements in such a copy, which stay in the L1 cache. */
  private static final int REPEATED = 1 << 12;

  /** Columns of a panel; in a matrix with few columns, rows of a part. */
  private static final int PANEL = 64;

  /** The least number of elements for which a loop over a copy in order is faster. */
  private static final int WORTH_A_COPY = 1 << 10;

  private final int[] dims;
  private final int[] reads;
  private final int[] writes;

  /** The axis along which the source is contiguous, if rows are transposed, or -1. */
  private final int fast;

  /**
   * Creates a copy in the order of a space.
   *
   * @param space the iteration space of the operand that is read and the operand that is written
   */
  DirectCopy(IterationSpace space) {
    int rank = space.rank();
    // A vector is a matrix of one row.
    int first = Math.max(0, 2 - rank);
    dims = new int[first + rank];
    reads = new int[dims.length];
    writes = new int[dims.length];
    Arrays.fill(dims, 0, first, 1);
    for (int d = 0; d < rank; d++) {
      dims[first + d] = space.dim(d);
      reads[first + d] = space.stride(0, d);
      writes[first + d] = space.stride(1, d);
    }
    fast = transposedAxis(space);
  }

  /** {@return the axis that is transposed with the last one, or -1} */
  private static int transposedAxis(IterationSpace space) {
    int last = space.rank() - 1;
    if (last < 1 || space.stride(1, last) != 1 || Math.abs(space.stride(0, last)) < 2) {
      return -1;
    }
    for (int d = last - 1; d >= 0; d--) {
      if (space.stride(0, d) == 1) {
        return d;
      }
    }
    return -1;
  }

  /**
   * Copies an operand.
   *
   * @param dims sizes of the iteration space
   * @param output an operand with the dtype of the input
   */
  static void copy(PanelTranspose panels, int[] dims, Operand input, Operand output) {
    var space = IterationSpace.of(dims, List.of(input.strides(), output.strides()));
    new DirectCopy(space).run(panels, input, output);
  }

  /**
   * {@return whether neighbours in an operand are far apart in the order of an iteration, and a
   * copy in this order is worth its time}
   *
   * @param dims sizes of the iteration space
   */
  static boolean isTransposed(int[] dims, Operand operand) {
    int last = dims.length - 1;
    while (last > 0 && dims[last] == 1) {
      last--;
    }
    if (last < 1 || Math.abs(operand.strides()[last]) < 2) {
      return false;
    }
    boolean hasNeighbours = false;
    long points = 1;
    for (int d = 0; d <= last; d++) {
      hasNeighbours |= operand.strides()[d] == 1 && dims[d] > 1;
      points *= dims[d];
    }
    return hasNeighbours && points >= WORTH_A_COPY;
  }

  /** Copies an operand to another one, with the strides of the space. */
  void run(PanelTranspose panels, Operand from, Operand to) {
    new Run(panels, from, to).run();
  }

  /** A copy of operands. */
  private final class Run {

    private final PanelTranspose panels;
    private final Operand from;
    private final Operand to;

    Run(PanelTranspose panels, Operand from, Operand to) {
      this.panels = panels;
      this.from = from;
      this.to = to;
    }

    /** Copies all elements. */
    void run() {
      int last = dims.length - 1;
      int columns = dims[last];
      int outer = 1;
      for (int d = 0; d < last; d++) {
        outer *= dims[d];
      }
      if (outer == 0 || columns == 0) {
        return;
      }
      if (fast >= 0) {
        transpose();
      } else if (outer == 1) {
        Parallel.forRange(columns, GRAIN, (first, end) -> matrix(first, 0, 0, 1, end - first));
      } else {
        Parallel.forRange(outer, Math.max(1, GRAIN / columns), (first, end) -> rows(first, end));
      }
    }

    /** Transposes panels. */
    private void transpose() {
      int last = dims.length - 1;
      int columns = dims[fast];
      int rows = dims[last];
      boolean wide = columns >= 2 * PANEL || columns >= rows;
      int parts = Math.max(1, (wide ? columns : rows) / PANEL);
      int others = 1;
      for (int d = 0; d < last; d++) {
        others *= d == fast ? 1 : dims[d];
      }
      Parallel.forRange(
          Math.multiplyExact(others, parts),
          Math.max(1, (int) (GRAIN * (long) parts / ((long) columns * rows))),
          (first, end) -> {
            for (int unit = first; unit < end; unit++) {
              int begin = unit % parts * PANEL;
              int stop = unit % parts == parts - 1 ? (wide ? columns : rows) : begin + PANEL;
              transpose(
                  unit / parts,
                  wide ? 0 : begin,
                  wide ? rows : stop,
                  wide ? begin : 0,
                  wide ? stop : columns);
            }
          });
    }

    /**
     * Transposes a part of a matrix.
     *
     * @param other number of the matrix
     */
    private void transpose(int other, int row, int rowEnd, int column, int columnEnd) {
      int last = dims.length - 1;
      int p = from.offset() + row * reads[last] + column;
      int q = to.offset() + row + column * writes[fast];
      int rest = other;
      for (int d = last - 1; d >= 0; d--) {
        if (d != fast) {
          p += rest % dims[d] * reads[d];
          q += rest % dims[d] * writes[d];
          rest /= dims[d];
        }
      }
      panels.run(
          from.buffer().storage(),
          p,
          reads[last],
          rowEnd - row,
          to.buffer().storage(),
          q,
          writes[fast],
          columnEnd - column);
    }

    /** Copies rows, up to the size of the second-last dim at once. */
    private void rows(int first, int end) {
      int last = dims.length - 1;
      int height = dims[last - 1];
      for (int row = first; row < end; ) {
        int read = 0;
        int write = 0;
        int rest = row;
        for (int d = last - 1; d >= 0; d--) {
          read += rest % dims[d] * reads[d];
          write += rest % dims[d] * writes[d];
          rest /= dims[d];
        }
        int count = Math.min(end - row, height - row % height);
        matrix(0, read, write, count, dims[last]);
        row += count;
      }
    }

    private void matrix(int column, int read, int write, int rows, int columns) {
      int last = dims.length - 1;
      int p = from.offset() + read + column * reads[last];
      int q = to.offset() + write + column * writes[last];
      Object source = from.buffer().storage();
      Object target = to.buffer().storage();
      boolean repeats =
          rows > 2
              && columns <= LONGEST_REPEATED
              && reads[last - 1] == 0
              && writes[last] == 1
              && writes[last - 1] == columns;
      if (reads[last] == -1 && writes[last] == 1 && !repeats) {
        panels.reverse(source, p, reads[last - 1], target, q, writes[last - 1], rows, columns);
        return;
      }
      int copied = repeats ? 1 : rows;
      StridedMoves.copy(
          source,
          p,
          reads[last - 1],
          reads[last],
          target,
          q,
          writes[last - 1],
          writes[last],
          copied,
          columns);
      if (repeats) {
        repeat(target, q, columns, rows * columns);
      }
    }

    /** Repeats a row until all elements are written. */
    private static void repeat(Object target, int at, int row, int all) {
      for (int done = row; done < all; ) {
        // Whole rows that fit in the cache.
        int length = Math.min(Math.min(done, Math.max(1, REPEATED / row) * row), all - done);
        System.arraycopy(target, at, target, at + done, length);
        done += length;
      }
    }
  }
}
