package io.cambric.kernels.simd;

import io.cambric.array.DType;
import io.cambric.kernel.Block;
import io.cambric.kernel.BlockCode;
import io.cambric.kernel.LoopBody;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Generated passes over rows for some consecutive values of a loop body that combines rows, used
 * once they are compiled.
 */
final class RowCode implements BlockCode {

  /** Shorter rows are folded into fewer accumulators than vectors have lanes. */
  static final int SHORTEST = 32;

  private static final int SAMPLE_ROWS = 2;

  private final LoopBody body;
  private final boolean[] rowValues;
  private final int from;
  private final int to;
  private final List<RowPlan.Pass> passes;
  private final List<Integer> operands;
  private final Set<Integer> stored = new TreeSet<>();
  private final RowPasses code;
  private final int accumulators;
  private final WarmUp warmUp;

  /**
   * Generates the passes.
   *
   * @param lengths of rows that it may be run for
   */
  RowCode(LoopBody body, int from, int to, List<RowPlan.Pass> passes, RowLengths lengths) {
    this.body = body;
    rowValues = body.rowValues();
    this.from = from;
    this.to = to;
    this.passes = passes;
    var values = new TreeSet<Integer>();
    int most = 0;
    for (var pass : passes) {
      stored.addAll(pass.stores());
      stored.addAll(pass.folds());
      values.addAll(pass.reads());
      values.addAll(pass.rowReads());
      most = Math.max(most, pass.folds().size());
    }
    values.addAll(stored);
    operands = List.copyOf(values);
    accumulators = Math.max(1, most) * lengths.accumulators();
    code = new RowPasses(body, passes, operands, lengths);
    int length = lengths.sample();
    var arrays = sample(2 * SAMPLE_ROWS * length);
    var place = new RowPasses.Place(arrays.length, accumulators);
    for (int k = 0; k < arrays.length; k++) {
      place.set(k, arrays[k], 0, isRowValue(k) ? 1 : length, false);
    }
    warmUp =
        new WarmUp(
            "generated passes over rows for instructions " + from + " to " + to,
            () -> code.sample(place, SAMPLE_ROWS, length),
            () -> code.sample(place, 0, length));
  }

  private Object[] sample(int points) {
    var arrays = new Object[operands.size()];
    for (int k = 0; k < arrays.length; k++) {
      if (body.dtype(operands.get(k)) == DType.F32) {
        float[] floats = new float[points];
        Arrays.fill(floats, 0.75f);
        arrays[k] = floats;
      } else {
        arrays[k] = new int[points];
      }
    }
    return arrays;
  }

  private boolean isRowValue(int operand) {
    return rowValues[operands.get(operand)];
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
    return stored.contains(value);
  }

  @Override
  public boolean isByRows() {
    return true;
  }

  @Override
  public boolean readsAfterStoring(int read, int value) {
    boolean there = false;
    for (var pass : passes) {
      if (there && pass.reads().contains(read)) {
        return true;
      }
      there |= pass.stores().contains(value);
    }
    return false;
  }

  @Override
  public boolean isReady() {
    return warmUp.isHot();
  }

  @Override
  public Runner runner(int rowLength) {
    return new Passes(rowLength);
  }

  /** The passes over the rows of a block. */
  private final class Passes implements Runner {

    private final int rowLength;
    private final int together;
    private final RowPasses.Place place = new RowPasses.Place(operands.size(), accumulators);

    Passes(int rowLength) {
      this.rowLength = rowLength;
      together = Block.rowsOf(rowLength);
    }

    @Override
    public void run(Block block, int n) {
      for (int k = 0; k < operands.size(); k++) {
        int value = operands.get(k);
        int step = isRowValue(k) ? 1 : block.isInside(value) ? rowLength : block.step(value);
        // Points in memory of the block are those of one group after the other.
        boolean stays = block.isInside(value) && !isRowValue(k);
        place.set(k, block.array(value), block.offset(value), step, stays);
      }
      code.run(place, n / rowLength, rowLength, together);
    }

    @Override
    public void release() {
      place.clear();
    }
  }
}
