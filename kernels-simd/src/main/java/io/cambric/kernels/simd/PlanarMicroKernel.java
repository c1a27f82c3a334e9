package io.cambric.kernels.simd;

import java.util.Arrays;

/**
 * The micro-kernels of {@link PlanarTiles}, each with a plain twin of the same bits until it is
 * compiled.
 */
enum PlanarMicroKernel {
  ONE("tile1x8", 8),
  TWO("tile2x6", 6, "tile2x4", 4),
  THREE("tile3x4", 4, "tile3x3", 3);

  /**
   * The value of k in a sample: small enough for frequent runs, large enough to make the JIT
   * compile the loop.
   */
  private static final int SAMPLE_K = 25;

  private final int features = ordinal() + 1;
  private final int countedVectors;
  private final int outputs;
  private final BlockLoops loop;

  PlanarMicroKernel(String name, int vectors) {
    this(name, vectors, name, vectors);
  }

  /**
   * Names a tile, and the tile that replaces it where {@linkplain Species#FEW_REGISTERS registers
   * are few}. Each name comes with the vectors of outputs of the tile.
   */
  PlanarMicroKernel(String name, int vectors, String avx2Name, int avx2Vectors) {
    this.countedVectors = vectors;
    this.outputs = (Species.FEW_REGISTERS ? avx2Vectors : vectors) * Species.LANES;
    loop =
        new BlockLoops(
            PlanarTiles.class,
            Species.FEW_REGISTERS ? avx2Name : name,
            new float[outputs],
            0,
            new int[SAMPLE_K],
            new float[SAMPLE_K * features],
            0,
            new float[features * outputs],
            0,
            outputs,
            outputs);
  }

  /**
   * {@return the micro-kernel for a number of features} It takes a part of them if they are more
   * than three.
   */
  static PlanarMicroKernel of(int features) {
    return switch (features) {
      case 1 -> ONE;
      // Two tiles of two features are faster than one of three and one of one.
      case 2, 4 -> TWO;
      default -> THREE;
    };
  }

  int features() {
    return features;
  }

  /** {@return the vectors of outputs of a tile, as cost estimates of all machines count them} */
  int countedVectors() {
    return countedVectors;
  }

  /** {@return a number of outputs, padded to whole tiles} */
  int padded(int count) {
    return ((count - 1) / outputs + 1) * outputs;
  }

  BlockLoops loop() {
    return loop;
  }

  /** Computes {@code length} outputs, whole tiles; see {@link PlanarTiles} for the arguments. */
  void run(
      float[] planes,
      int offset,
      int[] kOffsets,
      float[] weights,
      int first,
      float[] sums,
      int to,
      int distance,
      int length) {
    if (loop.isHot((long) length * features * kOffsets.length)) {
      try {
        loop.handle()
            .invokeExact(planes, offset, kOffsets, weights, first, sums, to, distance, length);
      } catch (Throwable e) {
        throw VectorLoop.unchecked(e);
      }
      return;
    }
    for (int f = 0; f < features; f++) {
      int row = to + f * distance;
      Arrays.fill(sums, row, row + length, 0f);
      for (int k = 0; k < kOffsets.length; k++) {
        float weight = weights[first + k * features + f];
        int p = offset + kOffsets[k];
        for (int x = 0; x < length; x++) {
          sums[row + x] = Math.fma(planes[p + x], weight, sums[row + x]);
        }
      }
    }
  }
}
