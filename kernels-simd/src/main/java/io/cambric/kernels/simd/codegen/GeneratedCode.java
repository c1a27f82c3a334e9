package io.cambric.kernels.simd.codegen;

import io.cambric.kernel.LoopBody;
import io.cambric.kernel.block.Block;
import io.cambric.kernel.block.BlockCode;
import io.cambric.kernel.block.Lane;
import io.cambric.kernels.simd.jit.BlockLoops;
import io.cambric.kernels.simd.jit.WarmUp;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Generated code for a run of instructions of a {@link LoopBody}: one loop over the points of a
 * block, or passes over its rows. It is used once the JIT has compiled it.
 */
final class GeneratedCode implements BlockCode {

  private static final int SAMPLE_ROWS = 2;

  /** The fewest rows of a block that form a group: pairs of long rows are slow in memory. */
  private static final int FEW_ROWS = 3;

  private final int from;
  private final int to;
  private final PassLayout layout;
  private final List<Integer> operands;
  private final boolean[] rowValues;
  private final int reach;
  private final BlockLoops loop;

  /** Generates code for the instructions numbered {@code from} to {@code to - 1}. */
  GeneratedCode(int from, int to, PassLayout layout) {
    this.from = from;
    this.to = to;
    this.layout = layout;
    operands = layout.operands();
    rowValues = layout.body().rowValues();
    reach = layout.reach();
    var lengths = layout.lengths();
    int length = lengths == null ? 0 : lengths.sample();
    int points = lengths == null ? WarmUp.LOOPS * vector() : SAMPLE_ROWS * length;
    var sample = new Arguments();
    for (int k = 0; k < operands.size(); k++) {
      sample.set(k, array(k, points + reach), 0, isRowValue(k) ? 1 : length, 0);
    }
    sample.setGroup(SAMPLE_ROWS);
    loop =
        BlockLoops.of(
            "a generated loop for instructions " + from + " to " + to,
            () -> RowWriter.write(layout),
            new Object[] {
              sample.arrays,
              sample.places,
              sample.lanes,
              lengths == null ? points : SAMPLE_ROWS,
              length
            },
            WarmUp.WORTH);
  }

  private Object array(int operand, int length) {
    var array = Lane.of(layout.body().dtype(operands.get(operand))).allocate(length);
    switch (array) {
      case float[] floats -> Arrays.fill(floats, 0.75f);
      case double[] doubles -> Arrays.fill(doubles, 0.75);
      default -> {}
    }
    return array;
  }

  /** {@return the points of a vector} */
  private int vector() {
    return layout.vectors().lanes();
  }

  private boolean isRowValue(int operand) {
    return rowValues[operands.get(operand)];
  }

  /** The arguments of the code; used by one thread. */
  private class Arguments {

    final Object[] arrays = new Object[operands.size()];

    /**
     * The first positions of all operands, then the distances of their rows, then the distances of
     * their groups of rows. The number of rows in a group comes last.
     */
    final int[] places = new int[3 * arrays.length + 1];

    private final float[] lanes = new float[layout.lanes()];

    void set(int operand, Object array, int offset, int step, int leap) {
      arrays[operand] = array;
      places[operand] = offset;
      places[arrays.length + operand] = step;
      places[2 * arrays.length + operand] = leap;
    }

    void setGroup(int rows) {
      places[3 * arrays.length] = rows;
    }

    void run(int rows, int length) {
      try {
        loop.handle().invokeExact(arrays, places, lanes, rows, length);
      } catch (Throwable e) {
        throw BlockLoops.unchecked(e);
      }
    }

    public void release() {
      Arrays.fill(arrays, null);
    }
  }

  /** The passes over the rows of a block. */
  private final class RowRunner extends Arguments implements Runner {

    private final int rowLength;

    RowRunner(int rowLength) {
      this.rowLength = rowLength;
    }

    @Override
    public void run(Block block, int n) {
      int rows = n / rowLength;
      int most = Math.max(1, block.capacity() / rowLength);
      int together = most < FEW_ROWS ? 1 : Math.min(RowWriter.GROUP, most);
      setGroup(together);
      // The block then has memory for one group only, and each group overwrites the previous one.
      boolean overlapping = n > block.capacity();
      for (int k = 0; k < arrays.length; k++) {
        int value = operands.get(k);
        boolean inside = block.isInside(value);
        int step = !inside ? block.step(value) : isRowValue(k) ? 1 : rowLength;
        int leap = inside && overlapping && !isRowValue(k) ? 0 : together * step;
        set(k, block.array(value), block.offset(value), step, leap);
      }
      run(rows, rowLength);
    }
  }

  /**
   * The loop over the whole vectors of a block. It then runs over copies of the remaining points,
   * which extend as far as vectors of operands reach.
   */
  private final class PointRunner extends Arguments implements Runner {

    /** Null until a block ends with less than a whole vector, which is rare. */
    private @Nullable Arguments rest;

    @Override
    public void run(Block block, int n) {
      for (int k = 0; k < arrays.length; k++) {
        int value = operands.get(k);
        set(k, block.array(value), block.offset(value), 0, 0);
      }
      int whole = Math.max(0, n - n % vector() - reach);
      if (whole > 0) {
        run(whole, 0);
      }
      if (whole < n) {
        runRest(whole, n - whole);
      }
    }

    private void runRest(int start, int n) {
      var vectors = rest == null ? vectors() : rest;
      rest = vectors;
      for (int k = 0; k < arrays.length; k++) {
        if (operands.get(k) < from) {
          System.arraycopy(arrays[k], places[k] + start, vectors.arrays[k], 0, n);
        }
      }
      vectors.run(vector() + reach, 0);
      for (int k = 0; k < arrays.length; k++) {
        if (operands.get(k) >= from) {
          System.arraycopy(vectors.arrays[k], 0, arrays[k], places[k] + start, n);
        }
      }
    }

    private Arguments vectors() {
      var vectors = new Arguments();
      for (int k = 0; k < arrays.length; k++) {
        vectors.set(k, array(k, vector() + 2 * reach), 0, 0, 0);
      }
      return vectors;
    }
  }

  WarmUp warmUp() {
    return loop.warmUp();
  }

  @Override
  public boolean isReady() {
    return warmUp().isHot();
  }

  @Override
  public int from() {
    return from;
  }

  @Override
  public int to() {
    return to;
  }

  @Override
  public boolean stores(int value) {
    return layout.stored().contains(value);
  }

  @Override
  public boolean isByRows() {
    return layout.lengths() != null;
  }

  @Override
  public boolean readsAfterStoring(int read, int value) {
    boolean there = false;
    for (var pass : layout.passes()) {
      if (there && pass.reads().contains(read)) {
        return true;
      }
      there |= pass.stores().contains(value);
    }
    return false;
  }

  @Override
  public Runner runner(int rowLength) {
    return isByRows() ? new RowRunner(rowLength) : new PointRunner();
  }
}
