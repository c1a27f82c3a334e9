package io.cambric.kernels.simd.conv;

import io.cambric.kernel.block.PlainProduct;
import io.cambric.kernel.block.Rows;
import io.cambric.kernels.simd.gemm.MachineProfile;
import io.cambric.kernels.simd.gemm.PackedKernels.Panel;
import io.cambric.kernels.simd.gemm.Packing;
import io.cambric.kernels.simd.jit.BlockLoops;
import io.cambric.kernels.simd.jit.Species;
import io.cambric.kernels.simd.micro.AddressB;
import io.cambric.kernels.simd.micro.AddressC;
import io.cambric.kernels.simd.micro.MicroKernelSpec;
import io.cambric.kernels.simd.micro.MicroKernelSpec.Factor;
import io.cambric.kernels.simd.micro.TileShape;
import io.cambric.kernels.simd.micro.UnpackedA;

/**
 * Micro-kernels that add outer products to tiles of C, with both operands unpacked. For each k they
 * multiply adjacent elements of A by one or two vectors of B.
 *
 * <p>Tile t reads adjacent elements of A from {@code tileOffsets[t]} on, for each k. They need a
 * single bounds check, so these tiles are faster than tiles with an offset for each row. In the
 * result, the rows of all tiles are contiguous from {@code start} on.
 */
public enum OuterProductMicroKernel {
  TILE_8X2(8, 2 * Species.LANES, spec(8, 2)),
  TILE_4X2(4, 2 * Species.LANES, spec(4, 2)),
  TILE_8X1(8, Species.LANES, spec(8, 1)),
  /** Eight columns, with two rows in a vector of sixteen lanes. */
  TILE_8XHALF(8, 8, spec(4, 1).with(Factor.PAIRS));

  private static final Packing CODE = Packing.ALL;

  private final int rows;
  private final int columns;
  private final BlockLoops loop;

  OuterProductMicroKernel(int rows, int columns, MicroKernelSpec spec) {
    this.rows = rows;
    this.columns = columns;
    loop = spec.loop();
  }

  private static MicroKernelSpec spec(int rows, int vectors) {
    return MicroKernelSpec.of(
            TileShape.of(rows, vectors),
            new UnpackedA.Adjacent(),
            new AddressB.Indexed(),
            new AddressC.Tiles())
        .extending();
  }

  /**
   * {@return the micro-kernel for a number of rows and columns} It computes a part of them if its
   * tile is smaller.
   */
  static OuterProductMicroKernel of(int rows, int columns) {
    if (columns <= TILE_8X1.columns) {
      return Species.HAS_HALVES && columns <= TILE_8XHALF.columns ? TILE_8XHALF : TILE_8X1;
    }
    return rows <= TILE_4X2.rows ? TILE_4X2 : TILE_8X2;
  }

  int rows() {
    return rows;
  }

  int columns() {
    return columns;
  }

  /**
   * {@return the elements of A that are read for each k: a whole vector or the rows of the tile}
   */
  int rowsRead() {
    return this == TILE_8XHALF ? Species.LANES : rows;
  }

  /** {@return the elements of B that are read for each k} */
  int columnsRead() {
    return Math.max(Species.LANES, columns);
  }

  public BlockLoops loop() {
    return loop;
  }

  /** Adds the products of some values of k to some tiles. */
  void run(Rows a, int[] tileOffsets, Rows b, int from, int to, float[] c, int start) {
    int tiles = tileOffsets.length;
    if (!loop.isHot((long) tiles * (to - from) * rows * columns)) {
      for (int t = 0; t < tiles; t++) {
        var tile = Rows.of(a.data(), a.offset() + tileOffsets[t], rows, 1);
        var sums = Rows.of(c, start + t * rows * columns, rows, columns);
        new PlainProduct(true, to - from, tile, a.table(), from, b.from(from), sums)
            .run(rows, columns);
      }
      return;
    }
    try {
      loop.handle()
          .invokeExact(
              a.data(),
              a.offset(),
              tileOffsets,
              0,
              tiles,
              a.table(),
              from,
              to,
              b.data(),
              b.offset(),
              b.table(),
              c,
              start);
    } catch (Throwable e) {
      throw BlockLoops.unchecked(e);
    }
  }

  /**
   * {@return whether operands are packed}
   *
   * <p>With few registers, address computations and bounds checks of unpacked operands take too
   * large a part of a tile's time.
   */
  boolean packs() {
    return MachineProfile.here().packsSmallOperands() && this == TILE_8X2;
  }

  /** Packs A for some tiles and some values of k. */
  void pack(Rows a, int[] tileOffsets, int from, int to, float[] packed) {
    int n = to - from;
    for (int t = 0; t < tileOffsets.length; t++) {
      CODE.rows(a.from(from).plus(tileOffsets[t]), packed, t * n * rows, 1, rows, n);
    }
  }

  /**
   * Adds the products of some values of k to some tiles.
   *
   * @param packed the micro-panels of A
   * @param panel memory for a packed panel of B
   */
  void runPacked(
      int tiles, float[] packed, Rows b, int from, int to, float[] panel, float[] c, int start) {
    int n = to - from;
    CODE.panels(b.from(from), panel, 0, 1, n);
    int height = tiles * rows;
    var sums = Rows.of(c, start, height, columns);
    MachineProfile.PACKED.extend(height, packed, n, Panel.packed(panel, 0), sums);
  }
}
