package io.cambric.kernels.simd.micro;

import static io.cambric.kernels.simd.micro.Parameter.count;
import static io.cambric.kernels.simd.micro.Parameter.floats;
import static io.cambric.kernels.simd.micro.Parameter.position;
import static io.cambric.kernels.simd.micro.Parameter.table;

import io.cambric.kernels.simd.jit.Species;
import io.cambric.kernels.simd.jit.WarmUp;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Addressing of operand A in a micro-kernel: where element (i, k) is read. The loops over tiles and
 * over k follow from it.
 */
public sealed interface AddressA {

  /** Rows of a packed micro-panel. */
  int PANEL_ROWS = 8;

  /** Values of k in a warm-up run. */
  int DEPTH = WarmUp.LOOPS;

  /** {@return the parameters, A first} */
  List<Parameter> parameters(TileShape tile);

  /** {@return the name of the parameter A} */
  default String array() {
    return "a";
  }

  /** {@return the loop over tiles, or {@code null} for a single tile} */
  default @Nullable CountedLoop tiles(TileShape tile) {
    return null;
  }

  /** {@return the loop over k, or the loop over runs of k and the one over a run} */
  List<CountedLoop> depth(TileShape tile);

  /** Computes the positions that a tile begins at. */
  default void beginTile(KernelCode code, TileShape tile) {}

  /** Computes positions in the outer loop over k. */
  default void beginEntry(KernelCode code, TileShape tile) {}

  /**
   * Loads the position of an element.
   *
   * @param k among the unrolled values of k
   */
  void element(KernelCode code, int row, int k);

  /** Moves on to the next iteration over k. */
  default void advance(KernelCode code, TileShape tile) {}

  /** Adds the number of a tile's first row, among the rows of a call, to the int on the stack. */
  default void addFirstRow(KernelCode code, TileShape tile) {}

  /** Micro-panels of eight rows for each k; the first one begins at {@code at}. */
  record Packed() implements AddressA {

    @Override
    public List<Parameter> parameters(TileShape tile) {
      return List.of(floats("a"), position("at"), count("kSize", DEPTH));
    }

    @Override
    public List<CountedLoop> depth(TileShape tile) {
      return List.of(CountedLoop.upTo("k", "kSize", 1));
    }

    @Override
    public void beginTile(KernelCode code, TileShape tile) {
      code.get("at").set("p");
    }

    @Override
    public void element(KernelCode code, int row, int k) {
      code.get("p").plus(row);
    }

    @Override
    public void advance(KernelCode code, TileShape tile) {
      code.advance("p", PANEL_ROWS);
    }
  }

  /** The eight rows of a micro-panel and four rows of another one, which begins at second. */
  record PackedPair() implements AddressA {

    @Override
    public List<Parameter> parameters(TileShape tile) {
      return List.of(floats("a"), position("at"), position("second"), count("kSize", DEPTH));
    }

    @Override
    public List<CountedLoop> depth(TileShape tile) {
      return List.of(CountedLoop.upTo("k", "kSize", 1));
    }

    @Override
    public void beginTile(KernelCode code, TileShape tile) {
      code.get("at").set("p");
      code.get("second").set("s");
    }

    @Override
    public void element(KernelCode code, int row, int k) {
      if (row < PANEL_ROWS) {
        code.get("p").plus(row);
      } else {
        code.get("s").plus(row - PANEL_ROWS);
      }
    }

    @Override
    public void advance(KernelCode code, TileShape tile) {
      code.advance("p", PANEL_ROWS);
      code.advance("s", PANEL_ROWS);
    }
  }

  /**
   * Micro-panels of eight rows, which are {@code apart}. The loop over k counts positions, so that
   * no bounds checks are left in it.
   *
   * @param halves whether two tiles of four rows share a micro-panel
   */
  record PackedTiles(boolean halves) implements AddressA {

    @Override
    public List<Parameter> parameters(TileShape tile) {
      return List.of(
          floats("a"),
          position("at"),
          count("count", halves ? 2 : 1),
          position("apart"),
          count("kSize", DEPTH * tile.unroll()));
    }

    @Override
    public CountedLoop tiles(TileShape tile) {
      return CountedLoop.upTo("i", "count", 1);
    }

    @Override
    public List<CountedLoop> depth(TileShape tile) {
      return List.of(new CountedLoop("p", "start", "end", PANEL_ROWS * tile.unroll()));
    }

    @Override
    public void beginTile(KernelCode code, TileShape tile) {
      var builder = code.builder();
      code.get("at").get("i");
      if (halves) {
        builder.loadConstant(1).ishr();
      }
      code.get("apart");
      builder.imul().iadd();
      if (halves) {
        code.get("i");
        builder.loadConstant(1).iand();
        code.times(PANEL_ROWS / 2);
        builder.iadd();
      }
      code.set("start");
      code.get("start").get("kSize").times(PANEL_ROWS);
      builder.iadd();
      code.set("end");
    }

    @Override
    public void element(KernelCode code, int row, int k) {
      code.get("p").plus(k * PANEL_ROWS + row);
    }

    @Override
    public void addFirstRow(KernelCode code, TileShape tile) {
      code.get("i").times(tile.rows());
      code.builder().iadd();
    }
  }

  /**
   * Rows of contiguous runs: element (i, k) is at {@code rowOffsets[i] + shift + kOffsets[d] + p}
   * for {@code k = d * run + p}.
   */
  record Runs() implements AddressA {

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
  record Indexed() implements AddressA {

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
  record Adjacent() implements AddressA {

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
  record Strided() implements AddressA {

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
  record Weights() implements AddressA {

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
