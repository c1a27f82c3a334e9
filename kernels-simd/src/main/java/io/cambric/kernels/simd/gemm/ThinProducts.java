package io.cambric.kernels.simd.gemm;

import io.cambric.kernel.block.ListedMatrix;
import io.cambric.kernel.block.OffsetTables;
import io.cambric.kernel.block.ProductSums;
import io.cambric.kernel.block.Scratch;
import io.cambric.kernel.thread.Parallel;
import io.cambric.kernels.simd.codegen.LaneType;
import io.cambric.kernels.simd.jit.BlockLoops;
import io.cambric.kernels.simd.micro.AddressB;
import io.cambric.kernels.simd.micro.AddressC;
import io.cambric.kernels.simd.micro.MicroKernelSpec;
import io.cambric.kernels.simd.micro.MicroKernelSpec.Factor;
import io.cambric.kernels.simd.micro.TileShape;
import io.cambric.kernels.simd.micro.UnpackedA;

/**
 * f64 products of few rows, for which packing the other operand would take longer than multiplying.
 * Both operands are read in place. Sums have the order of k, like {@link DoubleGemm}.
 */
final class ThinProducts {

  /** The most rows of a product that does not amortise packing. */
  static final int MOST_ROWS = 3;

  /** The number of columns with sums that stay in the first-level cache. */
  private static final int COLUMNS = 512;

  /** Columns with sums that overlap in time, if no vector of columns is adjacent. */
  private static final int SINGLES = 8;

  /** Rows of a tile of products that are kept apart. */
  private static final int APART_ROWS = 8;

  /** Multiplications that justify another task. */
  private static final long TASK = 1 << 16;

  private static final int LANES = LaneType.F64.lanes();

  /** Vectors of a wide tile. */
  private static final int VECTORS = 8;

  private static final BlockLoops WIDE = loop(1, VECTORS, Factor.BROADCAST);
  private static final BlockLoops NARROW = loop(1, 1, Factor.BROADCAST);
  private static final BlockLoops APART = loop(APART_ROWS, 1, Factor.VECTOR);

  private ThinProducts() {}

  private static BlockLoops loop(int rows, int vectors, Factor factor) {
    return MicroKernelSpec.of(
            TileShape.of(rows, vectors),
            new UnpackedA.Indexed(),
            new AddressB.Indexed(),
            new AddressC.Rows())
        .with(factor)
        .with(LaneType.F64)
        .loop();
  }

  /** Computes the products of a {@link DoubleGemm} of few rows. */
  static void multiply(int batch, ListedMatrix a, ListedMatrix b, ListedMatrix c) {
    int columns = b.lines().length;
    int k = a.across().length;
    int rows = a.lines().length;
    int blocks = (columns - 1) / COLUMNS + 1;
    long work = (long) Math.min(columns, COLUMNS) * k * rows;
    boolean isHot = WIDE.isHot(work * batch * blocks) & NARROW.isHot(work * batch * blocks);
    Parallel.forRange(
        batch * blocks,
        (int) Math.max(1, TASK / work),
        (from, to) -> {
          try (var scratch = new Scratch()) {
            double[] factors = scratch.doubles(k);
            double[] sums = scratch.doubles(COLUMNS * rows);
            for (int i = from; i < to; i++) {
              int first = i % blocks * COLUMNS;
              int end = Math.min(first + COLUMNS, columns);
              int product = i / blocks;
              multiply(a.of(product), b.of(product), first, end, factors, sums, isHot);
              store(sums, c.of(product), first, end);
            }
          }
        });
  }

  private static void multiply(
      ListedMatrix a,
      ListedMatrix b,
      int first,
      int end,
      double[] factors,
      double[] sums,
      boolean isHot) {
    for (int j = first, next; j < end; j = next) {
      int run = ListedMatrix.adjacent(b.lines(), j, end);
      int from = b.offset() + b.lines()[j];
      boolean adjacent = run >= LANES;
      next = adjacent ? j + run : Math.min(j + SINGLES, end);
      if (adjacent && isHot) {
        multiplyVectors(a, b, from, sums, j - first, run);
        continue;
      }
      for (int i = 0; i < a.lines().length; i++) {
        int row = a.offset() + a.lines()[i];
        for (int p = 0; p < a.across().length; p++) {
          factors[p] = a.data()[row + a.across()[p]];
        }
        int at = i * COLUMNS + j - first;
        if (adjacent) {
          ProductSums.addScaled(factors, b.data(), from, b.across(), sums, at, run);
        } else {
          ProductSums.addProducts(factors, b, j, next, sums, at);
        }
      }
    }
  }

  private static void store(double[] sums, ListedMatrix c, int first, int end) {
    for (int i = 0; i < c.lines().length; i++) {
      int to = c.offset() + c.lines()[i];
      for (int j = first; j < end; j++) {
        c.data()[to + c.across()[j]] = sums[i * COLUMNS + j - first];
      }
    }
  }

  /** Sums the products of adjacent columns. The last vector may overlap the previous one. */
  private static void multiplyVectors(
      ListedMatrix a, ListedMatrix b, int from, double[] sums, int at, int run) {
    int[] rows = OffsetTables.of(a.lines().length, COLUMNS);
    int x = 0;
    for (int wide = VECTORS * LANES; x + wide <= run; x += wide) {
      run(WIDE, a, 0, rows.length, a.offset(), b, from + x, sums, rows, at + x);
    }
    while (x < run) {
      int start = Math.min(x, run - LANES);
      run(NARROW, a, 0, rows.length, a.offset(), b, from + start, sums, rows, at + start);
      x = start + LANES;
    }
  }

  private static void run(
      BlockLoops loop,
      ListedMatrix a,
      int row,
      int end,
      int shift,
      ListedMatrix b,
      int from,
      double[] sums,
      int[] rows,
      int to) {
    try {
      loop.handle()
          .invokeExact(
              a.data(),
              a.lines(),
              row,
              end,
              a.across(),
              0,
              a.across().length,
              shift,
              1,
              b.data(),
              from,
              b.across(),
              sums,
              rows,
              row,
              to);
    } catch (Throwable e) {
      throw BlockLoops.unchecked(e);
    }
  }

  /**
   * Computes adjacent products of one row and one column each: {@code c[line + g]} is the sum over
   * k of {@code a[line + k + g] * b[k + g]}.
   *
   * @param groups number of products
   */
  static void multiplyApart(int groups, ListedMatrix a, ListedMatrix b, ListedMatrix c) {
    int rows = a.lines().length;
    int units = (rows - 1) / APART_ROWS + 1;
    var padded = a.padded(units * APART_ROWS);
    int[] targets = c.padded(units * APART_ROWS).lines();
    long work = (long) groups * a.across().length;
    int whole = APART.isHot(work * rows) ? groups - groups % LANES : 0;
    Parallel.forRange(
        units,
        (int) Math.max(1, TASK / APART_ROWS / work),
        (from, to) -> {
          int first = from * APART_ROWS;
          int end = to * APART_ROWS;
          for (int g = 0; g < whole; g += LANES) {
            run(
                APART,
                padded,
                first,
                end,
                a.offset() + g,
                b,
                b.offset() + g,
                c.data(),
                targets,
                c.offset() + g);
          }
          for (int i = first; i < Math.min(end, rows) && whole < groups; i++) {
            ProductSums.addApart(
                a, a.lines()[i], b, c.data(), c.offset() + targets[i], whole, groups);
          }
        });
  }
}
