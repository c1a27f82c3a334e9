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
import java.util.stream.IntStream;

/**
 * Generated passes over rows for some consecutive values of a loop body that combines rows, used
 * once they are compiled.
 */
final class RowCode implements BlockCode {

  /** Shorter rows are folded into fewer accumulators, by other code. */
  static final int SHORTEST = 2 * RowFolds.WIDTH;

  private static final int SAMPLE_ROWS = 2;

  /** More per vector operation and element than compiled code takes, less than any other. */
  private static final double NANOS = 0.3;

  /** What the call of a pass and the last steps of its folds may take beside. */
  private static final long CALL_NANOS = 500;

  private final LoopBody body;
  private final int from;
  private final int to;
  private final List<RowPlan.Pass> passes;
  private final List<Integer> operands;
  private final Set<Integer> stored = new TreeSet<>();
  private final MethodHandle[] code;
  private final int folds;
  private final List<WarmUp> warmUps;

  /**
   * Generates the passes.
   *
   * @param ragged whether rows may have any length; else they have a multiple of 64 points
   */
  RowCode(LoopBody body, int from, int to, List<RowPlan.Pass> passes, boolean ragged) {
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
    folds = most;
    code =
        passes.stream()
            .map(pass -> RowWriter.write(body, pass, operands, ragged))
            .toArray(MethodHandle[]::new);
    int length = Block.SIZE / SAMPLE_ROWS - (ragged ? 3 : 0);
    Object[] sample = sample();
    int[] zeros = new int[sample.length];
    float[] lanes = lanes();
    warmUps =
        IntStream.range(0, code.length)
            .mapToObj(number ->
                new WarmUp(
                    () -> run(code[number], sample, zeros, lanes, SAMPLE_ROWS, length),
                    fastNanos(passes.get(number), length)))
            .toList();
  }

  private static long fastNanos(RowPlan.Pass pass, int length) {
    int points = pass.ofRows() ? SAMPLE_ROWS * length : Species.LANES;
    int operations = pass.cost() + pass.reads().size() + pass.stores().size();
    return (long) (CALL_NANOS + NANOS * points * operations);
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
    return new float[Math.max(1, folds) * RowFolds.WIDTH];
  }

  private static void run(
      MethodHandle pass, Object[] arrays, int[] offsets, float[] lanes, int rows, int length) {
    try {
      pass.invokeExact(arrays, offsets, lanes, rows, length);
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
    boolean ready = true;
    for (var warmUp : warmUps) {
      ready &= warmUp.isHot(); // each is asked for
    }
    return ready;
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
      for (var pass : code) {
        RowCode.run(pass, arrays, offsets, lanes, n / rowLength, rowLength);
      }
    }
  }
}
