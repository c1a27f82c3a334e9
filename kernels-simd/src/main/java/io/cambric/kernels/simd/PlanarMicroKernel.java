package io.cambric.kernels.simd;

import java.util.Arrays;

/** A micro-kernel of {@link PlanarTiles}, with its plain twin until it is compiled. */
enum PlanarMicroKernel {
  ONE("one", 8),
  TWO("two", 6, "twoByFour", 4),
  THREE("three", 4, "threeByThree", 3);

  /** Few enough to be run often, many enough to make the JIT compile the loop. */
  private static final int SAMPLE_K = 25;

  private final int features = ordinal() + 1;
  private final int counted;
  private final int outputs;
  private final BlockLoops loop;

  PlanarMicroKernel(String name, int vectors) {
    this(name, vectors, name, vectors);
  }

  /**
   * Names a kernel, and the one that is used where {@linkplain Species#FEW_REGISTERS registers are
   * few}, each with the vectors of outputs of its tiles.
   */
  PlanarMicroKernel(String name, int vectors, String low, int lowVectors) {
    this.counted = vectors;
    this.outputs = (Species.FEW_REGISTERS ? lowVectors : vectors) * Species.LANES;
    loop =
        new BlockLoops(
            PlanarTiles.class,
            Species.FEW_REGISTERS ? low : name,
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

  /** {@return the kernel for as many features, or for some of them if there are more} */
  static PlanarMicroKernel of(int features) {
    return switch (features) {
      case 1 -> ONE;
      // Twice two are done sooner than three and one.
      case 2, 4 -> TWO;
      default -> THREE;
    };
  }

  int features() {
    return features;
  }

  /** {@return the vectors of outputs of a tile, as choices count them on all machines} */
  int countedVectors() {
    return counted;
  }

  /** {@return a number of outputs, filled up to whole tiles} */
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
