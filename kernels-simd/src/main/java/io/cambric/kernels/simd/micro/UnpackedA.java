package io.cambric.kernels.simd.micro;

import io.cambric.kernels.simd.codegen.CountedLoop;
import io.cambric.kernels.simd.codegen.KernelCode;
import io.cambric.kernels.simd.codegen.Parameter;
import io.cambric.kernels.simd.jit.Species;
import java.util.List;

/** Addressing of an operand A in place, without packing. */
public sealed interface UnpackedA extends AddressA {

  /**
   * Rows with an offset for each run of k: element (i, k) is at {@code rowOffsets[i] + shift +
   * kOffsets[d] + p} for {@code k = d * run + p}.
   *
   * @param runs whether runs are longer than one element
   */
  record Indexed(boolean runs) implements UnpackedA {

    /** Rows with an offset for each k. */
    public Indexed() {
      this(false);
    }

    @Override
    public List<Parameter> parameters(TileShape tile) {
      int to = runs ? 1 : DEPTH;
      return Parameter.list(
          "float[] a, int[] rowOffsets, int row, int rowEnd = %d, ".formatted(tile.rows())
              + "int[] kOffsets, int from, int to = %d, int shift, int run = %d"
                  .formatted(to, DEPTH / to));
    }

    @Override
    public CountedLoop tiles(TileShape tile) {
      return new CountedLoop("i", "row", "rowEnd", tile.rows());
    }

    @Override
    public List<CountedLoop> depth(TileShape tile) {
      var entries = CountedLoop.between("k", "from", "to");
      return runs ? List.of(entries, CountedLoop.upTo("p", "run", 1)) : List.of(entries);
    }

    @Override
    public void beginTile(KernelCode code, TileShape tile) {
      for (int row = 0; row < tile.rows(); row++) {
        code.entry("rowOffsets", "i", row).plus("shift").set("row" + row);
      }
    }

    @Override
    public void beginEntry(KernelCode code, TileShape tile) {
      code.entry("kOffsets", "k", 0).set("at");
      for (int row = 0; runs && row < tile.rows(); row++) {
        code.get("row" + row).plus("at").set("a" + row);
      }
    }

    @Override
    public void element(KernelCode code, int row, int k) {
      if (runs) {
        code.get("a" + row).plus("p");
      } else {
        code.get("row" + row).plus("at");
      }
    }

    @Override
    public void addFirstRow(KernelCode code, TileShape tile) {
      code.plus("i").minus("row");
    }
  }

  /**
   * Rows that are adjacent for each k. Tile t reads elements from {@code aStart + tileOffsets[t] +
   * aOffsets[k]} on, with a single bounds check.
   */
  record Adjacent() implements UnpackedA {

    @Override
    public List<Parameter> parameters(TileShape tile) {
      return Parameter.list(
          "float[] a, int aStart, int[] tileOffsets, int first, int end = 1, int[] aOffsets, "
              + "int from, int to = "
              + DEPTH);
    }

    @Override
    public CountedLoop tiles(TileShape tile) {
      return CountedLoop.between("t", "first", "end");
    }

    @Override
    public List<CountedLoop> depth(TileShape tile) {
      return List.of(CountedLoop.between("k", "from", "to"));
    }

    @Override
    public void beginTile(KernelCode code, TileShape tile) {
      code.get("aStart").entry("tileOffsets", "t", 0);
      code.builder().iadd();
      code.set("row");
    }

    @Override
    public void beginEntry(KernelCode code, TileShape tile) {
      code.get("row").entry("aOffsets", "k", 0);
      code.builder().iadd();
      code.set("p");
    }

    @Override
    public void element(KernelCode code, int row, int k) {
      code.get("p").plus(row);
    }
  }

  /**
   * Weights of a few features, contiguous for each k. A tile consists of vectors of outputs from x
   * on.
   */
  record Weights() implements UnpackedA {

    @Override
    public List<Parameter> parameters(TileShape tile) {
      return Parameter.list(
          "float[] a, int at, int kSize = %d, int length = %d"
              .formatted(DEPTH, tile.vectors() * Species.LANES));
    }

    @Override
    public CountedLoop tiles(TileShape tile) {
      return CountedLoop.upTo("x", "length", tile.vectors() * Species.LANES);
    }

    @Override
    public List<CountedLoop> depth(TileShape tile) {
      return List.of(CountedLoop.upTo("k", "kSize", 1));
    }

    @Override
    public void beginTile(KernelCode code, TileShape tile) {
      code.get("at").set("w");
    }

    @Override
    public void element(KernelCode code, int row, int k) {
      code.get("w").plus(row);
    }

    @Override
    public void advance(KernelCode code, TileShape tile) {
      code.advance("w", tile.rows());
    }

    @Override
    public void addFirstColumn(KernelCode code) {
      code.plus("x");
    }
  }
}
