package io.cambric.kernels.simd.gemm;

import io.cambric.kernel.thread.Parallel;
import io.cambric.kernels.simd.jit.BlockLoops;
import io.cambric.kernels.simd.jit.Species;
import io.cambric.kernels.simd.micro.AddressA;
import io.cambric.kernels.simd.micro.AddressB;
import io.cambric.kernels.simd.micro.AddressC;
import io.cambric.kernels.simd.micro.MicroKernelSpec;
import io.cambric.kernels.simd.micro.OffsetTables;
import io.cambric.kernels.simd.micro.PlainMicroKernel;
import io.cambric.kernels.simd.micro.TileShape;
import io.cambric.kernels.simd.micro.UnpackedA;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A product that packs no operand, because its few rows or its small operands do not repay it.
 *
 * <p>Rows are divided evenly among tiles, so that no tile has rows to spare. A tile has as many
 * vectors of columns as registers allow. Last columns that fill no vector are computed together
 * with some before them, a second time.
 */
final class UnpackedGemm {

  private static final int LANES = Species.LANES;

  /** Wide tiles of one task. */
  private static final int CHUNK = 4;

  /** Multiplications that justify another thread. */
  private static final int GRAIN = 1 << 16;

  /** The most rows of a product. */
  private static final int MOST_ROWS = MachineProfile.here().unpackedProductRows();

  /** Elements of A, where it has more than one tile of rows: all vectors of B read them. */
  private static final int MOST_OF_A = 1 << 16;

  /** The micro-kernels by rows, from one row on, for elements of A that are adjacent along k. */
  private static final List<Tiles> RUNS = tiles(new UnpackedA.Indexed(true), new AddressB.Stepped());

  /** The micro-kernels by rows for elements of A anywhere. */
  private static final List<Tiles> INDEXED = tiles(new UnpackedA.Indexed(), new AddressB.Indexed());

  /**
   * Micro-kernels of some rows.
   *
   * @param loops by vectors of columns, from one vector on
   */
  private record Tiles(List<BlockLoops> loops) {

    static Tiles of(int rows, AddressA a, AddressB b) {
      int most = MachineProfile.here().unpackedVectors(rows);
      return new Tiles(
          IntStream.rangeClosed(1, most)
              .mapToObj(vectors -> TileShape.of(rows, vectors))
              .map(tile -> MicroKernelSpec.of(tile, a, b, new AddressC.Rows()).loop())
              .toList());
    }

    int vectors() {
      return loops.size();
    }

    BlockLoops loop(int vectors) {
      return loops.get(vectors - 1);
    }
  }

  /** Rows that tiles of one height divide. */
  private record Part(Tiles tiles, int from, int to) {

    /** {@return whether the loops for some columns are compiled; all of them are requested} */
    boolean areHot(int columns, long points) {
      int wide = tiles.vectors();
      int vectors = columns / LANES;
      boolean hot = vectors < wide || tiles.loop(wide).isHot(points);
      hot &= vectors % wide == 0 || tiles.loop(vectors % wide).isHot(points);
      return hot & (columns % LANES == 0 || tiles.loop(1).isHot(points));
    }
  }

  private final Gemm gemm;
  private final int kSize;
  private final int distance;
  private final List<Part> parts;

  UnpackedGemm(Gemm gemm) {
    this.gemm = gemm;
    kSize = gemm.kSize();
    distance = gemm.run() == kSize ? OperandB.distance(gemm) : 0;
    parts = parts(distance > 0 ? RUNS : INDEXED, gemm.rows());
  }

  private static List<Tiles> tiles(UnpackedA.Indexed a, AddressB b) {
    int most = MachineProfile.here().unpackedTileRows(a.runs());
    return IntStream.rangeClosed(1, most).mapToObj(rows -> Tiles.of(rows, a, b)).toList();
  }

  /**
   * {@return whether a product without a prologue is computed here} Otherwise its operands are
   * packed.
   *
   * @param bStep from one column of B to the next
   * @param outStep from one column of C to the next
   */
  static boolean suits(int rows, int columns, int kSize, int bStep, int outStep) {
    return bStep == 1
        && outStep == 1
        && columns >= LANES
        && (rows <= RUNS.size() || rows <= MOST_ROWS && kSize <= MOST_OF_A / rows);
  }

  private static List<Part> parts(List<Tiles> tiles, int rows) {
    int count = (rows - 1) / tiles.size() + 1;
    int low = rows / count;
    int high = rows % count * (low + 1);
    var last = new Part(tiles.get(low - 1), high, rows);
    return high == 0 ? List.of(last) : List.of(new Part(tiles.get(low), 0, high), last);
  }

  /** {@return the position of each k in a row of A} */
  private static int[] aOffsets(Gemm gemm) {
    int run = gemm.run();
    int[] kOffsets = gemm.kOffsets();
    if (kOffsets.length == 1 && kOffsets[0] == 0) {
      return OffsetTables.of(run, 1);
    }
    return run == 1 ? kOffsets : new Gemm.KBlock(0, kOffsets.length, 0, run).offsets(kOffsets);
  }

  void compute(boolean parallel) {
    int columns = gemm.columns();
    int chunk = CHUNK * LANES * parts.getFirst().tiles.vectors();
    int chunks = (columns - 1) / chunk + 1;
    long points = (long) gemm.rows() * columns * kSize;
    // All loops are requested at once, so that they are compiled together.
    boolean hot = parts.getFirst().areHot(columns, points) & parts.getLast().areHot(columns, points);
    long work = Math.max(1, (long) gemm.rows() * chunk * kSize);
    Parallel.forRange(
        chunks,
        parallel ? (int) Math.max(1, GRAIN / work) : chunks,
        (from, to) -> {
          int end = Math.min(to * chunk, columns);
          if (hot) {
            for (var part : parts) {
              run(part, from * chunk, end);
            }
          } else {
            runPlain(from * chunk, end);
          }
        });
  }

  private void runPlain(int column, int end) {
    var b = gemm.b().plus(column);
    var c = gemm.c().plus(column);
    new PlainMicroKernel(false, kSize, gemm.a(), aOffsets(gemm), 0, b, c)
        .run(gemm.rows(), end - column);
  }

  private void run(Part part, int column, int end) {
    int wide = part.tiles.vectors();
    int at = column;
    for (; at <= end - wide * LANES; at += wide * LANES) {
      runTiles(part, wide, at);
    }
    int rest = (end - at) / LANES;
    if (rest > 0) {
      runTiles(part, rest, at);
      at += rest * LANES;
    }
    if (at < end) {
      runTiles(part, 1, end - LANES);
    }
  }

  private void runTiles(Part part, int vectors, int column) {
    var a = gemm.a();
    var b = gemm.b();
    var c = gemm.c();
    int row = a.first() + part.from;
    int end = a.first() + part.to;
    var loop = part.tiles.loop(vectors).handle();
    int firstC = c.first() + part.from;
    int toC = c.offset() + column;
    try {
      if (distance > 0) {
        int panel = b.at(0) + column;
        int[] k = gemm.kOffsets();
        loop.invokeExact(
            a.data(), a.table(), row, end, k, 0, 1, a.offset(), kSize,
            b.data(), panel, distance, c.data(), c.table(), firstC, toC);
      } else {
        int[] k = aOffsets(gemm);
        loop.invokeExact(
            a.data(), a.table(), row, end, k, 0, kSize, a.offset(), 1,
            b.data(), b.offset() + column, b.table(), c.data(), c.table(), firstC, toC);
      }
    } catch (Throwable e) {
      throw BlockLoops.unchecked(e);
    }
  }
}
