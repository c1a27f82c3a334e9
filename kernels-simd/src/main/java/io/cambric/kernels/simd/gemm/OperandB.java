package io.cambric.kernels.simd.gemm;

import io.cambric.kernel.block.OffsetTables;
import io.cambric.kernel.block.Rows;
import io.cambric.kernels.simd.gemm.PackedKernels.Panel;
import io.cambric.kernels.simd.jit.Species;

/**
 * The layout in which operand B of a {@link Gemm} reaches the micro-kernels, usually packed panels.
 */
final class OperandB {

  /** Ways of a first-level cache; other numbers are rare. */
  private static final int WAYS = 8;

  /** Bytes of a cache line. */
  private static final int LINE = 64;

  /** Bytes after which rows map to the same sets of a first-level cache again. */
  private static final int CACHE_WAY = 1 << 12;

  private static final MachineProfile MACHINE = MachineProfile.here();

  private static final Packing CODE = Packing.ALL;
  private static final int NR = Packing.NR;
  private static final int[] NO_COLUMNS = {};

  private final Gemm gemm;
  private final int width;
  private final int distance;

  /** Column offsets of a B without adjacent columns, padded to a whole panel. */
  private final int[] columnOffsets;

  /**
   * The operand B of a product.
   *
   * @param mayBeUnpacked whether whole panels may be read unpacked
   */
  OperandB(Gemm gemm, boolean mayBeUnpacked) {
    this.gemm = gemm;
    width = gemm.panelWidth();
    int apart = mayBeUnpacked ? distance(gemm) : 0;
    distance = staysUnpacked(gemm, apart) ? apart : 0;
    int step = gemm.bStep();
    columnOffsets = step == 1 ? NO_COLUMNS : OffsetTables.padded(gemm.columns(), step, width);
  }

  /** {@return the constant distance of the rows of B, or 0 if there is none} */
  static int distance(Gemm gemm) {
    var b = gemm.b();
    int distance = gemm.kSize() > 1 ? b.at(1) - b.at(0) : 1;
    if (distance <= 0) {
      return 0;
    }
    for (int k = 1; k < gemm.kSize(); k++) {
      if (b.at(k) - b.at(k - 1) != distance) {
        return 0;
      }
    }
    return distance;
  }

  private static boolean staysUnpacked(Gemm gemm, int distance) {
    return gemm.bStep() == 1
        && distance > 0
        && staysUnpacked(gemm.rows(), gemm.columns(), gemm.kSize(), distance);
  }

  /**
   * {@return whether multiplying by an unpacked B is faster than packing it first}
   *
   * <p>Packing reads and writes B once more. It pays if the tiles of many rows read a panel, and
   * the rows of the panel evict each other. They do if a high power of two divides their distance.
   * It also pays if several blocks of rows read a B that no cache holds.
   *
   * @param distance elements from one row of B to the next
   */
  static boolean staysUnpacked(int rows, int columns, int kSize, int distance) {
    if (rows <= MACHINE.unpackedRows()) {
      return true;
    }
    int depth = Math.min(kSize, MACHINE.blockDepth());
    boolean isReadOften =
        rows > 2 * GemmMacroKernel.MC && !GemmMacroKernel.isCached(columns, kSize);
    return !isReadOften && depth <= WAYS * rowsApart(distance);
  }

  /** {@return the number of rows that map to different sets of a first-level cache} */
  private static int rowsApart(int distance) {
    int together = Integer.lowestOneBit(distance) * Float.BYTES;
    return CACHE_WAY / Math.clamp(together, LINE, CACHE_WAY);
  }

  /**
   * {@return a panel of B for the micro-kernels for packed operands}
   *
   * @param k the first k
   * @param used columns that count
   * @param packed panels, of which this one is at {@code at} unless B is unpacked
   */
  Panel panel(int k, int column, int used, float[] packed, int at) {
    return distance == 0 || !areWhole(used)
        ? new Panel(packed, at, width, used)
        : new Panel(gemm.b().data(), gemm.b().at(k) + column, distance, used);
  }

  /**
   * {@return whether the tile of the last columns begins earlier, to be whole} It then computes and
   * stores some sums a second time. Sums that continue from one block of k to the next must not be
   * extended twice.
   *
   * @param columns columns of a block
   */
  boolean repeats(int columns) {
    return distance != 0 && columns >= width && gemm.outStep() == 1 && gemm.kBlocks().length == 1;
  }

  /** {@return whether columns fill vectors, so that tiles can read and store them in place} */
  static boolean areWhole(int columns) {
    return columns % Species.LANES == 0;
  }

  /**
   * Packs columns into panels, one after another. If B is unpacked, only an incomplete last panel
   * is packed.
   *
   * @param k the first k
   * @param n values of k
   */
  void pack(int k, int n, int column, int columnEnd, float[] packed, int to) {
    if (gemm.bStep() != 1) {
      for (int j = column; j < columnEnd; j += width) {
        int used = Math.min(width, OffsetTables.whole(columnEnd - j, Species.LANES));
        packColumns(k, n, j, used, packed, to + (j - column) * n);
      }
      return;
    }
    var source = gemm.b().from(k).plus(column);
    int whole = (columnEnd - column) / width;
    int rest = columnEnd - column - whole * width;
    if (distance == 0 && width == NR) {
      CODE.panels(source, packed, to, whole, n);
    } else if (distance == 0) {
      for (int p = 0; p < whole; p++) {
        CODE.part(source.plus(p * width), packed, to + p * width * n, width, width, n);
      }
    }
    if ((distance == 0 && rest > 0) || (!areWhole(rest) && !repeats(columnEnd - column))) {
      CODE.part(source.plus(whole * width), packed, to + whole * width * n, width, rest, n);
    }
  }

  /** Packs columns for all k, block by block. */
  void packAll(Gemm.KBlock[] blocks, int column, int columnEnd, float[] packed, int to) {
    int across = OffsetTables.whole(columnEnd - column, width);
    for (var kBlock : blocks) {
      int k = gemm.first(kBlock);
      pack(k, kBlock.count(), column, columnEnd, packed, to + k * across);
    }
  }

  /** Packs the first columns of a panel, by runs of k that are adjacent. */
  private void packColumns(int k, int n, int column, int used, float[] packed, int to) {
    var b = gemm.b();
    int end = k + n;
    for (int from = k, until; from < end; from = until) {
      until = from + 1;
      while (until < end && b.at(until) == b.at(until - 1) + 1) {
        until++;
      }
      var columns = new Rows(b.data(), columnOffsets, column, b.at(from));
      CODE.transpose(columns, used, packed, to + (from - k) * width, width, until - from);
    }
  }

  /**
   * The whole operand B of a {@link Gemm} in packed panels, which several products can share.
   * Blocks of k follow each other.
   *
   * @param data the panels
   * @param start the first panel
   */
  record Packed(float[] data, int start) {

    /** {@return the elements of the panels of a product} */
    static int length(Gemm gemm) {
      return OffsetTables.whole(gemm.columns(), gemm.panelWidth()) * gemm.kSize();
    }

    /** Packs operand B of a product. */
    void pack(Gemm gemm) {
      var b = new OperandB(gemm, false);
      b.packAll(gemm.kBlocks(), 0, gemm.columns(), data, start);
    }

    /** {@return the start of the panels of a block of k, from a column on} */
    int at(Gemm gemm, Gemm.KBlock kBlock, int column) {
      int across = OffsetTables.whole(gemm.columns(), gemm.panelWidth());
      return start + gemm.first(kBlock) * across + column * kBlock.count();
    }
  }
}
