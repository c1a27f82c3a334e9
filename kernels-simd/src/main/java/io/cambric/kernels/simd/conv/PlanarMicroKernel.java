package io.cambric.kernels.simd.conv;

import io.cambric.kernel.block.OffsetTables;
import io.cambric.kernel.block.PlainProduct;
import io.cambric.kernel.block.Rows;
import io.cambric.kernels.simd.gemm.MachineProfile;
import io.cambric.kernels.simd.jit.BlockLoops;
import io.cambric.kernels.simd.jit.Species;
import io.cambric.kernels.simd.micro.AddressB;
import io.cambric.kernels.simd.micro.AddressC;
import io.cambric.kernels.simd.micro.MicroKernelSpec;
import io.cambric.kernels.simd.micro.TileShape;
import io.cambric.kernels.simd.micro.UnpackedA;

/**
 * Micro-kernels of {@link PlanarConv}: sums of some features for some vectors of neighbouring
 * outputs.
 */
public enum PlanarMicroKernel {
  ONE(8),
  TWO(6),
  THREE(4);

  private final int features = ordinal() + 1;
  private final int countedVectors;
  private final int outputs;
  private final BlockLoops loop;

  /**
   * A micro-kernel for as many features as its name states.
   *
   * @param countedVectors vectors of outputs of a tile, as cost estimates count them
   */
  PlanarMicroKernel(int countedVectors) {
    this.countedVectors = countedVectors;
    var tile = TileShape.of(features, MachineProfile.here().planarVectors(features));
    outputs = tile.vectors() * Species.LANES;
    loop =
        MicroKernelSpec.of(
                tile, new UnpackedA.Weights(), new AddressB.Indexed(), new AddressC.Stepped())
            .loop();
  }

  /**
   * {@return the micro-kernel for a number of features} It computes a part of them if they are more
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

  /** {@return the vectors of outputs of a tile, as cost estimates count them on all machines} */
  int countedVectors() {
    return countedVectors;
  }

  /** {@return a number of outputs, padded to whole tiles} */
  int padded(int count) {
    return ((count - 1) / outputs + 1) * outputs;
  }

  public BlockLoops loop() {
    return loop;
  }

  /**
   * Computes {@code length} outputs, which fill whole tiles. For each k, output x reads the plane
   * at {@code offset + x + kOffsets[k]}. The weights for k are contiguous from {@code first + k *
   * features} on.
   *
   * @param distance from the sums of one feature to the next
   */
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
    int kSize = kOffsets.length;
    if (!loop.isHot((long) length * features * kSize)) {
      var tile = Rows.of(weights, first, features, 1);
      int[] depth = OffsetTables.of(kSize, features);
      var plane = new Rows(planes, kOffsets, 0, offset);
      var rows = Rows.of(sums, to, features, distance);
      new PlainProduct(false, kSize, tile, depth, 0, plane, rows).run(features, length);
      return;
    }
    try {
      loop.handle()
          .invokeExact(weights, first, kSize, length, planes, offset, kOffsets, sums, to, distance);
    } catch (Throwable e) {
      throw BlockLoops.unchecked(e);
    }
  }
}
