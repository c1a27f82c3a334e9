package io.cambric.kernels.simd.gemm;

import io.cambric.kernel.Operand;
import io.cambric.kernel.block.DotParts;
import io.cambric.kernel.block.OffsetTables;
import io.cambric.kernel.block.Scratch;
import io.cambric.kernels.simd.jit.BlockLoops;
import io.cambric.kernels.simd.jit.Species;
import io.cambric.kernels.simd.micro.AddressB;
import io.cambric.kernels.simd.micro.AddressC;
import io.cambric.kernels.simd.micro.MicroKernelSpec;
import io.cambric.kernels.simd.micro.MicroKernelSpec.Factor;
import io.cambric.kernels.simd.micro.Rows;
import io.cambric.kernels.simd.micro.TileShape;
import io.cambric.kernels.simd.micro.UnpackedA;

/** Parts of sums by a micro-kernel that multiplies vectors of elements. */
public final class SimdDotParts extends DotParts {

  /** Lines of a tile. */
  private static final int TILE = 8;

  private static final MicroKernelSpec KERNEL =
      MicroKernelSpec.of(
              TileShape.of(TILE, 1),
              new UnpackedA.Indexed(),
              new AddressB.Indexed(),
              new AddressC.Rows())
          .with(Factor.VECTOR);

  private static final BlockLoops MULTIPLY = KERNEL.loop();

  /** Adds the last products, from copies that zeros fill up. */
  private static final BlockLoops ADD = KERNEL.extending().loop();

  @Override
  protected boolean isHot(long products) {
    return MULTIPLY.isHot(products) & ADD.isHot(products);
  }

  @Override
  protected void sum(Operand vector, Operand lines, int count, int inner, float[] parts) {
    float[] x = vector.buffer().floats();
    int at = vector.offset();
    int whole = inner / COUNT;
    int rest = inner % COUNT;
    int[] table = OffsetTables.padded(count, lines.strides()[1], TILE);
    var y = new Rows(lines.buffer().floats(), table, 0, lines.offset());
    run(MULTIPLY, x, at, y, whole, parts);
    if (rest > 0) {
      try (var scratch = new Scratch()) {
        int last = table.length * COUNT;
        float[] copies = scratch.floats(last + COUNT);
        var from = new Rows(x, OffsetTables.of(1, 0), 0, at + whole * COUNT);
        Packing.ALL.part(from, copies, last, COUNT, rest, 1);
        Packing.ALL.part(y.plus(whole * COUNT), copies, 0, COUNT, rest, table.length);
        run(ADD, copies, last, Rows.of(copies, 0, table.length, COUNT), 1, parts);
      }
    }
  }

  private static void run(BlockLoops loop, float[] x, int at, Rows y, int n, float[] parts) {
    int[] ks = OffsetTables.of(n, COUNT);
    int count = y.table().length;
    int[] sums = OffsetTables.of(count, COUNT);
    for (int part = 0; part < COUNT; part += Species.LANES) {
      int from = y.offset() + part;
      try {
        loop.handle()
            .invokeExact(
                y.data(), y.table(), 0, count, ks, 0, n, from, 1, x, at + part, ks, parts, sums, 0,
                part);
      } catch (Throwable e) {
        throw BlockLoops.unchecked(e);
      }
    }
  }
}
