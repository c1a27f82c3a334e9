package io.cambric.kernels.simd;

import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorShuffle;
import jdk.incubator.vector.VectorSpecies;

/**
 * Vectors of sixteen elements as two of eight, where eight are enough: shorter vectors beside the
 * long ones would be a second kind, which {@link Species} tells the price of.
 */
final class HalfVectors {

  private static final VectorSpecies<Float> F32 = Species.F32;

  /** Whether vectors have two halves of eight. */
  static final boolean EXIST = Species.LANES == 16;

  /** The first eight lanes, or all if there are no more. */
  static final VectorMask<Float> LOW = F32.indexInRange(0, 8);

  /** The lanes behind them. */
  static final VectorMask<Float> HIGH = LOW.not();

  /** The first half in both. */
  static final VectorShuffle<Float> TWICE = VectorShuffle.fromOp(F32, i -> i % 8);

  /** The first element in all lanes of the first half, the second in those of the second half. */
  static final VectorShuffle<Float> ROWS_01 = rows(0);

  static final VectorShuffle<Float> ROWS_23 = rows(2);
  static final VectorShuffle<Float> ROWS_45 = rows(4);
  static final VectorShuffle<Float> ROWS_67 = rows(6);

  private HalfVectors() {}

  private static VectorShuffle<Float> rows(int first) {
    return VectorShuffle.fromOp(F32, i -> (first + i / 8) % Species.LANES);
  }
}
