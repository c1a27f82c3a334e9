package io.cambric.kernels.simd.gemm;

import io.cambric.kernels.simd.codegen.LaneType;
import io.cambric.kernels.simd.jit.Species;

/**
 * The vectors, registers and caches of this machine, and the tile and block sizes that follow from
 * them. No other class depends on the machine.
 *
 * <p>Sizes decide which rows and columns are computed together, never the order of a sum. Results
 * therefore depend only on the shape of an operation and on the lanes.
 *
 * @param lanes floats in a vector
 * @param registers vector registers
 * @param caches data caches of a core
 */
public record MachineProfile(int lanes, int registers, CacheSizes caches) {

  /** Vector registers of AVX2; AVX-512 and NEON have twice as many. */
  private static final int FEW = 16;

  private static final int MANY = 32;

  /** Bounds of {@link #cachedElements}; more elements gained nothing in measurements. */
  private static final int FEWEST_CACHED = 1 << 16;

  private static final int MOST_CACHED = 1 << 18;

  /** Bounds of {@link #blockDepth}: shorter blocks read and write C too often. */
  private static final int LEAST_DEPTH = 256;

  private static final int MOST_DEPTH = 1024;

  /** The most vectors of columns of an unpacked tile. */
  private static final int MOST_VECTORS = 8;

  /** Vectors of a panel of {@link Packing#NR} columns. */
  private static final int PACKED_VECTORS = 2;

  private static final MachineProfile HERE =
      new MachineProfile(
          Species.LANES, Species.LANES == 8 && isX86() ? FEW : MANY, CacheSizes.read());

  /** The micro-kernels for packed operands of this machine. */
  public static final PackedKernels PACKED = HERE.packedKernels(LaneType.F32);

  /** The micro-kernels for packed operands of doubles. */
  static final PackedKernels PACKED_DOUBLES = HERE.packedKernels(LaneType.F64);

  /** {@return the profile of this machine} */
  public static MachineProfile here() {
    return HERE;
  }

  private static boolean isX86() {
    String arch = System.getProperty("os.arch", "");
    return arch.equals("amd64") || arch.equals("x86_64");
  }

  /**
   * {@return whether an 8x2 tile leaves no registers for its operands} Its accumulators would be
   * spilled, and each sum would wait for a store and a load.
   */
  private boolean hasFewRegisters() {
    return registers == FEW;
  }

  /**
   * {@return the number of floats that stay in the second-level cache} Panels of B that fit are
   * packed once and serve all k. Results that do not fit are divided by rows.
   */
  int cachedElements() {
    return Math.clamp(caches.second() / Float.BYTES, FEWEST_CACHED, MOST_CACHED);
  }

  /** {@return the micro-kernels for packed operands} */
  PackedKernels packedKernels(LaneType lanes) {
    return hasFewRegisters()
        ? PackedKernels.ofFewRegisters(lanes)
        : PackedKernels.ofManyRegisters(lanes);
  }

  /** {@return the rows of a tile that reads A unpacked} */
  int unpackedRows(int vectors) {
    return hasFewRegisters() && vectors == PACKED_VECTORS ? Packing.PACK_MR / 2 : Packing.PACK_MR;
  }

  /**
   * {@return the most rows of a product for which packing B never pays} With long vectors, copying
   * a panel takes as long as computing the tiles of many rows.
   */
  int unpackedRows() {
    return hasFewRegisters() ? 12 : 64;
  }

  /** {@return the lines of a tile of sums with all sixteen parts of each sum in registers} */
  int dotLines() {
    return hasFewRegisters() ? 2 : Math.min(8, lanes / 2);
  }

  /** {@return the vectors of outputs of a planar tile for one, two or three features} */
  public int planarVectors(int features) {
    return switch (features) {
      case 1 -> 8;
      case 2 -> hasFewRegisters() ? 4 : 6;
      default -> hasFewRegisters() ? 3 : 4;
    };
  }

  /**
   * {@return the most rows of a tile that reads both operands unpacked}
   *
   * @param runs whether each row has its own address, which takes a register
   */
  int unpackedTileRows(boolean runs) {
    return hasFewRegisters() ? 3 : runs ? 8 : 9;
  }

  /**
   * {@return whether products whose operands stay in the caches are faster without packing} Their
   * tiles have three vectors of columns, whereas packed operands have two. That needs many
   * registers.
   */
  boolean readsInPlace() {
    return !hasFewRegisters();
  }

  /**
   * {@return the vectors of columns of a tile that reads both operands unpacked} The accumulators,
   * the vectors of one operand, and one vector of the other fill the registers.
   */
  int unpackedVectors(int rows) {
    int vectors = 1;
    while (vectors < MOST_VECTORS
        && rows * (vectors + 1) + Math.min(rows, vectors + 1) < registers) {
      vectors++;
    }
    return vectors;
  }

  /**
   * {@return whether small operands are packed, too} Address computations and bounds checks of
   * unpacked operands take too large a part of a small tile's time.
   */
  public boolean packsSmallOperands() {
    return hasFewRegisters();
  }

  /**
   * {@return the most values of k in a block of packed operands, KC of BLIS} Within bounds, a panel
   * of B then takes two thirds of the first-level cache, where every tile of a row block reads it.
   */
  int blockDepth() {
    int panel = PACKED_VECTORS * lanes * Float.BYTES;
    return Math.clamp(caches.first() / 3 * 2 / panel, LEAST_DEPTH, MOST_DEPTH);
  }

  /**
   * {@return the columns of a block of B}
   *
   * @param alone whether one thread computes the product. With few registers, all rows of a row
   *     block read one panel after another. Panels can then stream from the L3 cache, and A is
   *     packed less often. Several threads would each pack the panels.
   */
  int blockColumns(boolean alone) {
    return alone && hasFewRegisters() ? 2 * Gemm.NC : Gemm.NC;
  }

  /**
   * {@return the rows and columns of a task that only balances interruptions} With few registers,
   * packing takes too large a part of smaller tasks.
   */
  int spareSide() {
    return hasFewRegisters() ? 2 * Gemm.MIN_SIDE : Gemm.MIN_SIDE;
  }
}
