package io.cambric.kernels.simd.micro;

import static io.cambric.kernels.simd.micro.Parameter.count;
import static io.cambric.kernels.simd.micro.Parameter.floats;
import static io.cambric.kernels.simd.micro.Parameter.position;
import static io.cambric.kernels.simd.micro.Parameter.table;

import io.cambric.kernels.simd.codegen.CountedLoop;
import io.cambric.kernels.simd.codegen.KernelCode;
import io.cambric.kernels.simd.jit.Species;
import java.util.List;

/** Addressing of an operand A where it is in memory. */
public sealed interface UnpackedA extends AddressA {

  /**
   * Rows of contiguous runs: element (i, k) is at {@code rowOffsets[i] + shift + kOffsets[d] + p}
   * for {@code k = d * run + p}.
   */
  record Runs() implements UnpackedA {

    @Override
    public List<Parameter> parameters(TileShape tile) {
      return unpacked(tile, 1, DEPTH);
    }

    @Override
    public CountedLoop tiles(TileShape tile) {
      return new CountedLoop("i", "row", "rowEnd", tile.rows());
    }

    @Override
    public List<CountedLoop> depth(TileShape tile) {
      return List.of(CountedLoop.between("d", "from", "to"), CountedLoop.upTo("p", "run", 1));
    }

    @Override
    public void beginTile(KernelCode code, TileShape tile) {
      beginRows(code, tile);
    }

    @Override
    public void beginEntry(KernelCode code, TileShape tile) {
      code.entry("kOffsets", "d", 0).set("at");
      for (int row = 0; row < tile.rows(); row++) {
        code.get("row" + row).plus("at").set("a" + row);
      }
    }

    @Override
    public void element(KernelCode code, int row, int k) {
      code.get("a" + row).plus("p");
    }

    @Override
    public void addFirstRow(KernelCode code, TileShape tile) {
      code.plus("i").minus("row");
    }
  }

  /** Rows of elements with an offset for each k; otherwise as {@link Runs}. */
  record Indexed() implements UnpackedA {

    @Override
    public List<Parameter> parameters(TileShape tile) {
      return unpacked(tile, DEPTH, 1);
    }

    @Override
    public CountedLoop tiles(TileShape tile) {
      return new CountedLoop("i", "row", "rowEnd", tile.rows());
    }

    @Override
    public List<CountedLoop> depth(TileShape tile) {
      return List.of(CountedLoop.between("k", "from", "to"));
    }

    @Override
    public void beginTile(KernelCode code, TileShape tile) {
      beginRows(code, tile);
    }

    @Override
    public void beginEntry(KernelCode code, TileShape tile) {
      code.entry("kOffsets", "k", 0).set("at");
    }

    @Override
    public void element(KernelCode code, int row, int k) {
      code.get("row" + row).plus("at");
    }

    @Override
    public void addFirstRow(KernelCode code, TileShape tile) {
      code.plus("i").minus("row");
    }
  }

  private static List<Parameter> unpacked(TileShape tile, int entries, int run) {
    return List.of(
        floats("a"),
        table("rowOffsets"),
        position("row"),
        count("rowEnd", tile.rows()),
        table("kOffsets"),
        position("from"),
        count("to", entries),
        position("shift"),
        count("run", run));
  }

  private static void beginRows(KernelCode code, TileShape tile) {
    for (int row = 0; row < tile.rows(); row++) {
      code.entry("rowOffsets", "i", row).plus("shift").set("row" + row);
    }
  }

  /**
   * Rows that are adjacent for each k: tile t reads {@code aStart + tileOffsets[t] + aOffsets[k]}
   * and the elements after it. They need a single bounds check.
   */
  record Adjacent() implements UnpackedA {

    @Override
    public List<Parameter> parameters(TileShape tile) {
      return List.of(
          floats("a"),
          position("aStart"),
          table("tileOffsets"),
          position("first"),
          count("end", 1),
          table("aOffsets"),
          position("from"),
          count("to", DEPTH));
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
   * A step for rows and a step for k: element (i, k) is at {@code at + i * rowStep + k * kStep}.
   */
  record Strided() implements UnpackedA {

    @Override
    public List<Parameter> parameters(TileShape tile) {
      return List.of(
          floats("a"),
          position("at"),
          position("rowStep"),
          position("kStep"),
          count("kSize", DEPTH));
    }

    @Override
    public List<CountedLoop> depth(TileShape tile) {
      return List.of(CountedLoop.upTo("k", "kSize", 1));
    }

    @Override
    public void beginTile(KernelCode code, TileShape tile) {
      code.get("at").set("a0");
      for (int row = 1; row < tile.rows(); row++) {
        code.get("a" + (row - 1)).plus("rowStep").set("a" + row);
      }
      code.builder().loadConstant(0);
      code.set("p");
    }

    @Override
    public void element(KernelCode code, int row, int k) {
      code.get("a" + row).plus("p");
    }

    @Override
    public void advance(KernelCode code, TileShape tile) {
      code.advance("p", "kStep");
    }
  }

  /** Weights of a few features, contiguous for each k; tiles are vectors of outputs. */
  record Weights() implements UnpackedA {

    @Override
    public String array() {
      return "weights";
    }

    @Override
    public List<Parameter> parameters(TileShape tile) {
      return List.of(floats("weights"), position("weight"));
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
      code.get("weight").set("w");
    }

    @Override
    public void element(KernelCode code, int row, int k) {
      code.get("w").plus(row);
    }

    @Override
    public void advance(KernelCode code, TileShape tile) {
      code.advance("w", tile.rows());
    }
  }
}
