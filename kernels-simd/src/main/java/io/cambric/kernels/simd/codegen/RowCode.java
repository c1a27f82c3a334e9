package io.cambric.kernels.simd.codegen;

import io.cambric.array.DType;
import io.cambric.kernel.LoopBody;
import io.cambric.kernel.block.Block;
import io.cambric.kernels.simd.jit.VectorLoop;
import io.cambric.kernels.simd.jit.WarmUp;
import java.lang.invoke.MethodHandle;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Generated passes over rows for a run of instructions of a {@link LoopBody} with row reductions,
 * used once they are compiled.
 */
final class RowCode implements GeneratedCode {

  /** The shortest row. Shorter rows have fewer accumulators than vectors have lanes. */
  static final int SHORTEST = 32;

  private static final int SAMPLE_ROWS = 2;

  private final LoopBody body;
  private final boolean[] rowValues;
  private final int from;
  private final int to;
  private final List<RowPlan.Pass> passes;
  private final List<Integer> operands;
  private final Set<Integer> stored = new TreeSet<>();
  private final MethodHandle code;
  private final int lanes;
  private final WarmUp warmUp;

  /**
   * Generates the passes.
   *
   * @param readOutside values of the run that are results or operands of other instructions
   * @param lengths row lengths that the code must handle
   */
  RowCode(
      LoopBody body,
      int from,
      int to,
      List<RowPlan.Pass> passes,
      Set<Integer> readOutside,
      RowLengths lengths) {
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
    var kept = kept(readOutside);
    stored.removeAll(kept);
    values.addAll(stored);
    values.removeAll(kept);
    operands = List.copyOf(values);
    int accumulators = Math.max(1, most) * lengths.accumulators();
    lanes = accumulators + kept.size();
    code = RowWriter.write(body, passes, operands, kept, lengths, accumulators);
    int length = lengths.sample();
    var arrays = sample(SAMPLE_ROWS * length);
    var place = new RowCursor(arrays.length, lanes);
    for (int k = 0; k < arrays.length; k++) {
      place.set(k, arrays[k], 0, isRowValue(k) ? 1 : length);
    }
    warmUp =
        new WarmUp(
            "generated passes over rows for instructions " + from + " to " + to,
            () -> run(place, SAMPLE_ROWS, length),
            () -> run(place, 0, length));
  }

  private void run(RowCursor place, int rows, int length) {
    try {
      code.invokeExact(place.arrays, place.places, place.lanes, rows, length);
    } catch (Throwable e) {
      throw VectorLoop.unchecked(e);
    }
  }

  /** {@return row values that only their own row reads; they are kept after the accumulators} */
  private List<Integer> kept(Set<Integer> readOutside) {
    var others = new TreeSet<>(readOutside);
    for (var pass : RowPlan.last(passes)) {
      others.addAll(pass.reads());
      others.addAll(pass.stores());
    }
    return stored.stream()
        .filter(value -> rowValues[value] && body.dtype(value) == DType.F32)
        .filter(value -> !others.contains(value))
        .toList();
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
  public WarmUp warmUp() {
    return warmUp;
  }

  @Override
  public Runner runner(int rowLength) {
    return new Passes(rowLength);
  }

  /** The passes over the rows of a block. */
  private final class Passes implements Runner {

    private final int rowLength;
    private final RowCursor place = new RowCursor(operands.size(), lanes);

    Passes(int rowLength) {
      this.rowLength = rowLength;
    }

    @Override
    public void run(Block block, int n) {
      int rows = n / rowLength;
      // The block then has memory for one row only, and each row overwrites the row before.
      boolean overlapping = rows > Block.rowsOf(rowLength);
      for (int k = 0; k < operands.size(); k++) {
        int value = operands.get(k);
        boolean inside = block.isInside(value);
        int step = isRowValue(k) ? 1 : !inside ? block.step(value) : overlapping ? 0 : rowLength;
        place.set(k, block.array(value), block.offset(value), step);
      }
      RowCode.this.run(place, rows, rowLength);
    }

    @Override
    public void release() {
      place.clear();
    }
  }
}
