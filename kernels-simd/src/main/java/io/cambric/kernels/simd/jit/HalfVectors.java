package io.cambric.kernels.simd.jit;

import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorShuffle;
import jdk.incubator.vector.VectorSpecies;

/**
 * Masks and shuffles that treat a vector of sixteen lanes as two halves of eight. A second, shorter
 * species would pollute C2's type profiles; see {@link Species}.
 */
public final class HalfVectors {

  private static final VectorSpecies<Float> F32 = Species.F32;

  /** Whether vectors have two halves of eight lanes. */
  public static final boolean EXIST = Species.LANES == 16;

  /** The first eight lanes, or all lanes of a shorter vector. */
  public static final VectorMask<Float> LOW = F32.indexInRange(0, 8);

  /** All other lanes. */
  public static final VectorMask<Float> HIGH = LOW.not();

  /** The first half in both halves. */
  public static final VectorShuffle<Float> TWICE = VectorShuffle.fromOp(F32, i -> i % 8);

  /** Element 0 in all lanes of the first half, element 1 in all lanes of the second half. */
  public static final VectorShuffle<Float> ROWS_01 = rows(0);

  public static final VectorShuffle<Float> ROWS_23 = rows(2);
  public static final VectorShuffle<Float> ROWS_45 = rows(4);
  public static final VectorShuffle<Float> ROWS_67 = rows(6);

  private HalfVectors() {}

  private static VectorShuffle<Float> rows(int first) {
    return VectorShuffle.fromOp(F32, i -> (first + i / 8) % Species.LANES);
  }
}
