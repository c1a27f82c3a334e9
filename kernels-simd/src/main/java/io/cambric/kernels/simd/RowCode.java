package io.cambric.kernels.simd;

import io.cambric.array.DType;
import io.cambric.kernel.Block;
import io.cambric.kernel.BlockCode;
import io.cambric.kernel.LoopBody;
import java.lang.invoke.MethodHandle;
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
  private final int from;
  private final int to;
  private final List<RowPlan.Pass> passes;
  private final List<Integer> operands;
  private final Set<Integer> stored = new TreeSet<>();
  private final MethodHandle[] code;
  private final int accumulators;
  private final WarmUp warmUp;

  /**
   * Generates the passes.
   *
   * @param lengths of rows that it may be run for
   */
  RowCode(LoopBody body, int from, int to, List<RowPlan.Pass> passes, RowLengths lengths) {
    this.body = body;
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
    code =
        passes.stream()
            .map(pass -> RowWriter.write(body, pass, operands, lengths))
            .toArray(MethodHandle[]::new);
    int length = lengths.sample();
    Object[] sample = sample();
    int[] zeros = new int[sample.length];
    float[] lanes = lanes();
    warmUp =
        new WarmUp(
            "generated passes over rows for instructions " + from + " to " + to,
            () -> run(sample, zeros, lanes, SAMPLE_ROWS, length),
            () -> run(sample, zeros, lanes, 0, length));
  }

  private Object[] sample() {
    var arrays = new Object[operands.size()];
    for (int k = 0; k < arrays.length; k++) {
      if (body.dtype(operands.get(k)) == DType.F32) {
        float[] floats = new float[Block.SIZE];
        Arrays.fill(floats, 0.75f);
        arrays[k] = floats;
      } else {
        arrays[k] = new int[Block.SIZE];
      }
    }
    return arrays;
  }

  private float[] lanes() {
    return new float[accumulators];
  }

  private void run(Object[] arrays, int[] offsets, float[] lanes, int rows, int length) {
    try {
      for (var pass : code) {
        pass.invokeExact(arrays, offsets, lanes, rows, length);
      }
    } catch (Throwable e) {
      throw VectorLoop.unchecked(e);
    }
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
    private final Object[] arrays = new Object[operands.size()];
    private final int[] offsets = new int[arrays.length];
    private final float[] lanes = lanes();

    Passes(int rowLength) {
      this.rowLength = rowLength;
    }

    @Override
    public void run(Block block, int n) {
      for (int k = 0; k < arrays.length; k++) {
        int value = operands.get(k);
        arrays[k] = block.array(value);
        offsets[k] = block.offset(value);
      }
      RowCode.this.run(arrays, offsets, lanes, n / rowLength, rowLength);
    }

    @Override
    public void release() {
      Arrays.fill(arrays, null);
    }
  }
}
