package io.cambric.kernels.simd.codegen;

import io.cambric.array.DType;
import io.cambric.kernel.LoopBody;
import io.cambric.kernel.block.Block;
import io.cambric.kernels.simd.jit.Species;
import io.cambric.kernels.simd.jit.VectorLoop;
import io.cambric.kernels.simd.jit.WarmUp;
import java.lang.invoke.MethodHandle;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A generated vector loop for a run of instructions of a {@link LoopBody}, used once it is
 * compiled.
 */
final class FusedCode implements GeneratedCode {

  private static final int SAMPLE = WarmUp.LOOPS * Species.LANES;

  private final LoopBody body;
  private final int from;
  private final int to;
  private final List<Integer> reads;
  private final List<Integer> writes;

  /** The values that the loop reads, followed by the values that it writes. */
  private final int[] values;

  private final MethodHandle loop;
  private final WarmUp warmUp;

  /** Generates the loop. */
  FusedCode(LoopBody body, int from, int to, List<Integer> reads, List<Integer> writes) {
    this.body = body;
    this.from = from;
    this.to = to;
    this.reads = reads;
    this.writes = writes;
    this.values =
        IntStream.concat(
                reads.stream().mapToInt(Integer::intValue),
                writes.stream().mapToInt(Integer::intValue))
            .toArray();
    this.loop = LoopWriter.write(body, from, to, reads, writes);
    Object[] sample = arrays(SAMPLE);
    int[] zeros = new int[sample.length];
    this.warmUp =
        new WarmUp(
            "a generated loop of " + (to - from) + " instructions",
            () -> run(sample, zeros, SAMPLE),
            () -> run(sample, zeros, 0));
  }

  private Object[] arrays(int length) {
    var arrays = new Object[values.length];
    for (int k = 0; k < arrays.length; k++) {
      if (body.dtype(values[k]) == DType.F32) {
        float[] floats = new float[length];
        Arrays.fill(floats, 0.75f);
        arrays[k] = floats;
      } else {
        arrays[k] = new int[length];
      }
    }
    return arrays;
  }

  private void run(Object[] arrays, int[] offsets, int n) {
    try {
      loop.invokeExact(arrays, offsets, n);
    } catch (Throwable e) {
      throw VectorLoop.unchecked(e);
    }
  }

  @Override
  public WarmUp warmUp() {
    return warmUp;
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
    return writes.contains(value);
  }

  @Override
  public Runner runner(int rowLength) {
    return new BlockPass();
  }

  /**
   * The pass over a block: the loop over its whole vectors, then one vector that holds the
   * remaining points.
   */
  private final class BlockPass implements Runner {

    private final Object[] arrays = new Object[values.length];
    private final int[] offsets = new int[arrays.length];
    private final int[] zeros = new int[arrays.length];

    /** Null until a block does not end with a whole vector. Most blocks do. */
    private Object @Nullable [] rest;

    @Override
    public void run(Block block, int n) {
      for (int k = 0; k < arrays.length; k++) {
        arrays[k] = block.array(values[k]);
        offsets[k] = block.offset(values[k]);
      }
      int whole = n - n % Species.LANES;
      if (whole > 0) {
        FusedCode.this.run(arrays, offsets, whole);
      }
      if (whole < n) {
        runRest(whole, n - whole);
      }
    }

    @Override
    public void release() {
      Arrays.fill(arrays, null);
    }

    private void runRest(int start, int n) {
      var vectors = rest == null ? FusedCode.this.arrays(Species.LANES) : rest;
      rest = vectors;
      for (int k = 0; k < reads.size(); k++) {
        System.arraycopy(arrays[k], offsets[k] + start, vectors[k], 0, n);
      }
      FusedCode.this.run(vectors, zeros, Species.LANES);
      for (int k = reads.size(); k < vectors.length; k++) {
        System.arraycopy(vectors[k], 0, arrays[k], offsets[k] + start, n);
      }
    }
  }
}
