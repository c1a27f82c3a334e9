package io.cambric.kernels.simd.gemm;

import io.cambric.kernels.simd.jit.BlockLoops;
import io.cambric.kernels.simd.jit.Species;
import io.cambric.kernels.simd.micro.PlainMicroKernel;
import io.cambric.kernels.simd.micro.PlainMicroKernel.Positions;
import java.util.List;

/**
 * Micro-kernels for packed operands: they multiply a row block of A by a panel of B. The tiles that
 * a row block is divided into depend on the registers of the machine.
 *
 * <p>A is packed in micro-panels of {@link Packing#PACK_MR} rows for each k, B in panels of {@link
 * Packing#NR} columns.
 */
public sealed interface PackedKernels permits TwelveRowKernels, SixRowKernels {

  /** {@return the most rows of a row block} */
  int maxRows();

  /** {@return rows that fill both whole row blocks and whole micro-panels} */
  int unit();

  /** {@return rows from one packed micro-panel to the next} */
  int step();

  /** {@return how many rows the tiles compute for {@code count} rows} */
  int computed(int count);

  /** {@return how many micro-panels {@code count} rows are packed in} */
  int panels(int count);

  /** {@return whether B may be read unpacked, with a distance of its own from one k to the next} */
  boolean readsUnpackedB();

  /**
   * {@return whether the tiles of a row block store its rows only, so that they can store into C}
   *
   * @param first the first row of the row block within the packed block
   */
  boolean isWhole(int first, int height);

  /** {@return all loops, for warm-up} */
  List<BlockLoops> loops();

  /**
   * Multiplies a row block by a panel. Stores whole tiles, so more rows than {@code height} if the
   * row block is not {@linkplain #isWhole whole}.
   *
   * @param extend whether the sums begin with the values of C
   * @param first the first row of the row block within the packed block
   * @param height rows of the row block, up to {@link #maxRows}
   * @param step distance in the panel from one k to the next
   */
  void run(
      boolean extend,
      int first,
      int height,
      float[] a,
      int kSize,
      float[] b,
      int panel,
      int step,
      float[] c,
      int[] outOffsets,
      int row,
      int column);

  /** The plain twin of a tile. */
  static void plainTile(
      boolean extend,
      int height,
      float[] a,
      int at,
      int kSize,
      float[] b,
      int panel,
      int step,
      float[] c,
      int[] outOffsets,
      int row,
      int column) {
    PlainMicroKernel.run(
        extend,
        height,
        Packing.NR,
        kSize,
        a,
        Positions.of(height, at, 1),
        Positions.of(kSize, 0, Packing.PACK_MR),
        b,
        Positions.of(kSize, panel, step),
        c,
        new Positions(outOffsets, row, column));
  }

  /**
   * Packs micro-panels of rows that are adjacent for each k.
   *
   * @param at positions of k, from index {@code first} on, to which {@code offset} is added
   * @param count rows
   * @param together the number of adjacent rows, from the first row on
   * @param n values of k
   * @return the number of packed micro-panels: all of them if all rows are adjacent. A last one
   *     that is not full is left out where vectors are longer than a micro-panel.
   */
  default int pack(
      float[] source,
      int[] at,
      int first,
      int offset,
      int count,
      int together,
      float[] packed,
      int n) {
    int height = Packing.PACK_MR;
    int panels = panels(count);
    int done = together < height ? 0 : Math.min(panels, (together - height) / step() + 1);
    Packing.ALL.rows(source, at, first, offset, packed, 0, done, step(), n);
    if (together == count && Species.LANES <= height) {
      for (; done < panels; done++) {
        int row = done * step();
        int to = done * height * n;
        Packing.ALL.part(source, at, first, offset + row, packed, to, height, count - row, n);
      }
    }
    return done;
  }
}
