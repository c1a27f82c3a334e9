package io.cambric.kernels.simd.gemm;

import io.cambric.kernel.Operand;
import io.cambric.kernel.block.DotSums;
import io.cambric.kernel.block.OffsetTables;
import io.cambric.kernel.block.Scratch;
import io.cambric.kernels.simd.codegen.DotWriter;
import io.cambric.kernels.simd.jit.BlockLoops;
import io.cambric.kernels.simd.jit.Species;

/** Sums of products of vectors and lines, computed by SIMD vectors along both. */
public final class SimdDotSums extends DotSums {

  /** Lines of a tile. */
  private static final int LINES = MachineProfile.here().dotLines();

  private static final BlockLoops ONE = DotWriter.loop(LINES, 1);
  private static final BlockLoops TWO = DotWriter.loop(LINES, 2);

  @Override
  protected boolean isHot(int few, long products) {
    return (few % 2 == 0 || ONE.isHot(products)) & (few == 1 || TWO.isHot(products));
  }

  @Override
  protected void sum(Operand vectors, int few, Operand lines, int count, int inner, float[] sums) {
    int[] table = OffsetTables.padded(count, lines.strides()[1], LINES);
    int step = Species.LANES / LINES / few;
    int rest = inner % COUNT;
    try (var scratch = new Scratch()) {
      float[] tiles = scratch.floats(table.length / LINES * Species.LANES);
      (few == 1 ? ONE : TWO)
          .handle()
          .invokeExact(
              vectors.buffer().floats(),
              vectors.offset(),
              vectors.strides()[1],
              lines.buffer().floats(),
              table,
              table.length,
              lines.offset(),
              inner - rest,
              rest,
              tiles);
      for (int v = 0; v < few; v++) {
        for (int i = 0; i < count; i += LINES) {
          int from = i / LINES * Species.LANES + v * LINES * step;
          for (int line = 0; line < Math.min(LINES, count - i); line++) {
            sums[v * count + i + line] = tiles[from + line * step];
          }
        }
      }
    } catch (Throwable e) {
      throw BlockLoops.unchecked(e);
    }
  }
}
