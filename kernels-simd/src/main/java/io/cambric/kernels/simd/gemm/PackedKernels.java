package io.cambric.kernels.simd.gemm;

import io.cambric.kernel.block.OffsetTables;
import io.cambric.kernel.block.PlainProduct;
import io.cambric.kernel.block.Rows;
import io.cambric.kernels.simd.codegen.LaneType;
import io.cambric.kernels.simd.jit.BlockLoops;
import io.cambric.kernels.simd.jit.Species;
import io.cambric.kernels.simd.micro.AddressB;
import io.cambric.kernels.simd.micro.AddressC;
import io.cambric.kernels.simd.micro.MicroKernelSpec;
import io.cambric.kernels.simd.micro.MicroKernelSpec.Factor;
import io.cambric.kernels.simd.micro.PackedA;
import io.cambric.kernels.simd.micro.TileShape;
import java.util.List;
import java.util.stream.Stream;

/**
 * Micro-kernels for packed operands, which multiply a row block of A by a panel of B. A row block
 * is divided into MR x 2 tiles, and 4x2 tiles for the remaining rows.
 *
 * <p>A is packed in micro-panels of {@link Packing#PACK_MR} rows for each k. They begin MR rows
 * apart, and an MR x 2 tile reads the first MR rows of its panel. Only the last panel of a row
 * block, which 4x2 tiles read, uses all rows. B is packed in panels of {@link Packing#NR} columns.
 */
public final class PackedKernels {

  /**
   * {@return kernels for few registers} Twelve accumulators, two vectors of B and two broadcasts
   * fill all 16 registers. The fences of {@link TileShape} keep C2 from hoisting broadcasts. With
   * an unpacked B, a fence after each row is needed to keep accumulators in registers. Two values
   * of k in an iteration halve the loop overhead. A branch for an odd k would bring all bounds
   * checks back into the recompiled loop, so a tile without unrolling computes the last one.
   */
  static PackedKernels ofFewRegisters(LaneType lanes) {
    return new PackedKernels(TileShape.of(6, 2).fencedBy(1), 2, lanes);
  }

  /** {@return kernels for many registers} Taller tiles read B less often. */
  static PackedKernels ofManyRegisters(LaneType lanes) {
    return new PackedKernels(TileShape.of(8, 2), 1, lanes);
  }

  private static final int PACK_MR = Packing.PACK_MR;
  private static final int HALF = PACK_MR / 2;
  private static final int NR = Packing.NR;

  /** Rows that fill both whole MR x 2 tiles and whole micro-panels, for any MR. */
  private static final int UNIT = 24;

  private final int mr;
  private final int unroll;
  private final int nr;
  private final Form packed;
  private final BlockLoops last;

  /** For an unpacked B, whose positions do not follow from positions in A. */
  private final Form unpacked;

  /** For panels with columns that fit into one vector. */
  private final Form narrow;

  private PackedKernels(TileShape tile, int unroll, LaneType lanes) {
    mr = tile.rows();
    this.unroll = unroll;
    nr = 2 * lanes.lanes();
    var panel = new AddressB.PanelByPosition();
    packed = Form.of(tile.unrolled(unroll), panel, lanes);
    last =
        unroll == 1
            ? packed.extended.main
            : spec(tile.fencedBy(0), panel, lanes).extending().loop();
    unpacked = Form.of(tile, new AddressB.Stepped(), lanes);
    narrow = Form.of(TileShape.of(mr, 1), new AddressB.Stepped(), lanes);
  }

  /** The tiles for one form of B. */
  private record Form(Tiles stored, Tiles extended) {

    static Form of(TileShape tile, AddressB b, LaneType lanes) {
      return new Form(Tiles.of(tile, b, lanes, false), Tiles.of(tile, b, lanes, true));
    }

    Tiles tiles(boolean extend) {
      return extend ? extended : stored;
    }
  }

  /** The tiles that begin sums in one way. */
  private record Tiles(BlockLoops main, BlockLoops half) {

    static Tiles of(TileShape tile, AddressB b, LaneType lanes, boolean extend) {
      var main = spec(tile, b, lanes);
      var half = spec(TileShape.of(HALF, tile.vectors()), b, lanes);
      return extend
          ? new Tiles(main.extending().loop(), half.extending().loop())
          : new Tiles(main.loop(), half.loop());
    }
  }

  private static MicroKernelSpec spec(TileShape tile, AddressB b, LaneType lanes) {
    var spec = MicroKernelSpec.of(tile, new PackedA(tile.rows() == HALF), b, new AddressC.Rows());
    return lanes == LaneType.F32 ? spec : spec.with(Factor.BROADCAST).with(lanes);
  }

  /**
   * A panel of B, or columns of an unpacked B.
   *
   * @param step distance from one k to the next
   * @param columns number of used columns; if they fit into one vector, only that vector is read
   */
  public record Panel(float[] data, int start, int step, int columns) {

    /** {@return a packed panel with all of its columns used} */
    public static Panel packed(float[] data, int start) {
      return new Panel(data, start, NR, NR);
    }

    /** {@return the panel with all columns of its vectors} */
    Panel whole() {
      return new Panel(data, start, step, OffsetTables.whole(columns, Species.LANES));
    }

    private Panel from(int k) {
      return new Panel(data, start + k * step, step, columns);
    }

    private boolean isNarrow() {
      return columns <= Species.LANES;
    }
  }

  /** {@return the most rows of a row block} */
  int maxRows() {
    return 4 * UNIT;
  }

  /** {@return the columns of a packed panel of B} */
  int columns() {
    return nr;
  }

  /** {@return rows from one packed micro-panel to the next} */
  public int step() {
    return mr;
  }

  /**
   * {@return the number of MR x 2 tiles of a row block} A few remaining rows are cheapest in 4x2
   * tiles. If they fit into two of these together with the last MR x 2 tile, the two 4x2 tiles
   * replace it.
   */
  private int mainTiles(int height) {
    int rest = height % mr;
    if (rest > HALF) {
      return height / mr + 1;
    }
    boolean twoHalves = rest > 0 && rest <= PACK_MR - mr && height > mr;
    return twoHalves ? height / mr - 1 : height / mr;
  }

  /** {@return the number of 4x2 tiles after the MR x 2 tiles} */
  private int halfTiles(int height) {
    return Math.max(0, height - mainTiles(height) * mr + HALF - 1) / HALF;
  }

  /** {@return the number of rows that the tiles compute for {@code height} rows} */
  int computed(int height) {
    return mainTiles(height) * mr + halfTiles(height) * HALF;
  }

  /** {@return the number of micro-panels that {@code height} rows are packed in} */
  public int panels(int height) {
    return mainTiles(height) + (halfTiles(height) + 1) / 2;
  }

  /** {@return all loops, for warm-up} */
  public List<BlockLoops> loops() {
    return Stream.of(packed, unpacked, narrow)
        .flatMap(form -> Stream.of(form.stored, form.extended))
        .flatMap(tiles -> Stream.of(tiles.main, tiles.half, last))
        .distinct()
        .toList();
  }

  /**
   * Multiplies a row block by a panel. It stores whole tiles, up to {@link #computed} rows. Rows
   * that share a place in C must have the same elements in A.
   *
   * @param extend whether the sums begin with the values of C
   * @param height rows of the row block, up to {@link #maxRows}
   * @param a micro-panels
   */
  public void run(boolean extend, int height, float[] a, int kSize, Panel b, Rows c) {
    var form = form(b);
    var tiles = form.tiles(extend);
    int whole = whole(form, kSize);
    int apart = kSize * PACK_MR;
    if (isHot(tiles, (long) apart * height, whole < kSize)) {
      run(
          tiles,
          height,
          kSize,
          whole,
          (loop, at, count, k, from, row) ->
              run(loop, a, at, count, apart, k, b.from(from), c.from(row)));
      return;
    }
    int main = mainTiles(height);
    for (int t = 0; t < main; t++) {
      int row = t * mr;
      plain(extend, Math.min(mr, height - row), a, t * apart, kSize, b, c.from(row));
    }
    for (int t = 0; t < halfTiles(height); t++) {
      int row = main * mr + t * HALF;
      int at = (main + t / 2) * apart + t % 2 * HALF;
      plain(extend, Math.min(HALF, height - row), a, at, kSize, b, c.from(row));
    }
  }

  /**
   * {@return whether the loops for a panel are compiled}
   *
   * @param points multiplications that follow
   */
  boolean isHot(boolean extend, int kSize, Panel b, long points) {
    var form = form(b);
    return isHot(form.tiles(extend), points, whole(form, kSize) < kSize);
  }

  private Form form(Panel b) {
    return b.isNarrow() ? narrow : b.step == NR ? packed : unpacked;
  }

  /** {@return the values of k that whole iterations multiply} */
  private int whole(Form form, int kSize) {
    return form == packed ? kSize - kSize % unroll : kSize;
  }

  /**
   * {@return whether the loops of doubles are compiled} They have no plain twin here; until then,
   * plain code computes whole products.
   *
   * @param points multiplications that follow
   */
  boolean areHot(long points) {
    return isHot(packed.stored, points, unroll > 1) & isHot(packed.extended, points, unroll > 1);
  }

  /**
   * Multiplies a row block of doubles by a packed panel, as {@link #run(boolean, int, float[], int,
   * Panel, Rows)} does with floats.
   *
   * @param at the first element of the panel
   * @param table positions of the rows of C, from entry {@code first} on
   * @param to added to these positions
   */
  void run(
      boolean extend,
      int height,
      double[] a,
      int kSize,
      double[] b,
      int at,
      double[] c,
      int[] table,
      int first,
      int to) {
    int apart = kSize * PACK_MR;
    run(
        packed.tiles(extend),
        height,
        kSize,
        kSize - kSize % unroll,
        (loop, tile, count, k, from, row) -> {
          try {
            loop.handle()
                .invokeExact(
                    a, tile, count, apart, k, b, at + from * nr, nr, c, table, first + row, to);
          } catch (Throwable e) {
            throw BlockLoops.unchecked(e);
          }
        });
  }

  private boolean isHot(Tiles tiles, long points, boolean hasLast) {
    // All loops are requested at once, to be compiled together and not one after another.
    return tiles.main.isHot(points) & tiles.half.isHot(points) & (!hasLast || last.isHot(points));
  }

  /** A run of a loop over some tiles. */
  private interface TileRun {

    /**
     * Multiplies.
     *
     * @param at the micro-panel of the first tile
     * @param count tiles
     * @param kSize values of k, from {@code k} on
     * @param row the first row of C
     */
    void run(BlockLoops loop, int at, int count, int kSize, int k, int row);
  }

  /**
   * Runs the loops of a row block. Loops without unrolling multiply the values of k from {@code
   * whole} on.
   */
  private void run(Tiles tiles, int height, int kSize, int whole, TileRun run) {
    int main = mainTiles(height);
    int half = halfTiles(height);
    if (main > 0) {
      run.run(tiles.main, 0, main, whole, 0, 0);
      if (whole < kSize) {
        run.run(last, whole * PACK_MR, main, kSize - whole, whole, 0);
      }
    }
    if (half > 0) {
      run.run(tiles.half, main * kSize * PACK_MR, half, kSize, 0, main * mr);
    }
  }

  /**
   * Adds products to sums of earlier values of k, for whole micro-panels of eight rows each.
   *
   * @param height rows of A and C
   */
  public void extend(int height, float[] a, int kSize, Panel b, Rows c) {
    int apart = kSize * PACK_MR;
    if (packed.extended.half.isHot((long) apart * height)) {
      run(packed.extended.half, a, 0, height / HALF, apart, kSize, b, c);
      return;
    }
    for (int i = 0; i < height; i += PACK_MR) {
      plain(true, PACK_MR, a, i * kSize, kSize, b, c.from(i));
    }
  }

  private static void plain(
      boolean extend, int height, float[] a, int at, int kSize, Panel b, Rows c) {
    var rows = Rows.of(a, at, height, 1);
    var panel = Rows.of(b.data, b.start, kSize, b.step);
    int[] kOffsets = OffsetTables.of(kSize, PACK_MR);
    new PlainProduct(extend, kSize, rows, kOffsets, 0, panel, c)
        .run(height, Math.min(b.columns, NR));
  }

  private static void run(
      BlockLoops loop, float[] a, int at, int count, int apart, int kSize, Panel b, Rows c) {
    try {
      loop.handle()
          .invokeExact(
              a,
              at,
              count,
              apart,
              kSize,
              b.data,
              b.start,
              b.step,
              c.data(),
              c.table(),
              c.first(),
              c.offset());
    } catch (Throwable e) {
      throw BlockLoops.unchecked(e);
    }
  }

  /**
   * Packs micro-panels of rows that are adjacent for each k. They must be followed by room for a
   * vector.
   *
   * @param source a row for each k
   * @param count rows of A
   * @param together the number of adjacent rows, from the first row on
   * @param n values of k
   * @return the number of packed micro-panels: all of them if all rows are adjacent
   */
  public int pack(Rows source, int count, int together, float[] packed, int n) {
    int panels = panels(count);
    int done = together < PACK_MR ? 0 : Math.min(panels, (together - PACK_MR) / mr + 1);
    Packing.ALL.rows(source, packed, 0, done, mr, n);
    if (together == count) {
      for (; done < panels; done++) {
        int row = done * mr;
        Packing.ALL.part(source.plus(row), packed, done * PACK_MR * n, PACK_MR, count - row, n);
      }
    }
    return done;
  }
}
