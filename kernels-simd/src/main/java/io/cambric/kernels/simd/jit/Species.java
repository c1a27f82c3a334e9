package io.cambric.kernels.simd.jit;

import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorShuffle;
import jdk.incubator.vector.VectorSpecies;

/**
 * The vector species of this machine, as constants that the JIT can fold.
 *
 * <p>All species have one shape, because a second shape would pollute C2's type profiles. All
 * shapes share the methods of vectors. If C2 has compiled such a method for one shape and another
 * shape arrives, it counts a trap. A loop inherits the traps of all methods that it inlines. Beyond
 * HotSpot's limit of traps per method, C2 no longer speculates on classes: it emits calls and boxes
 * each vector. Code for shorter vectors therefore uses masks and shuffles, which treat a vector of
 * sixteen lanes as two halves of eight.
 */
public final class Species {

  public static final VectorSpecies<Float> F32 = FloatVector.SPECIES_PREFERRED;

  /** As many lanes as {@link #F32}. */
  public static final VectorSpecies<Integer> I32 = IntVector.SPECIES_PREFERRED;

  /** Twice as many lanes. */
  public static final VectorSpecies<Short> I16 = ShortVector.SPECIES_PREFERRED;

  /** Four times as many lanes. */
  public static final VectorSpecies<Byte> I8 = ByteVector.SPECIES_PREFERRED;

  /** Half as many lanes, in a vector of the same shape. */
  public static final VectorSpecies<Double> F64 = DoubleVector.SPECIES_PREFERRED;

  /** As many lanes as {@link #F64}. */
  public static final VectorSpecies<Long> I64 = LongVector.SPECIES_PREFERRED;

  public static final int LANES = F32.length();

  /** Mask of as many lanes of floats as a vector has doubles. */
  public static final VectorMask<Float> BESIDE_F64_F32 = F32.indexInRange(0, F64.length());

  /** Mask of as many lanes of ints as a vector has doubles. */
  public static final VectorMask<Integer> BESIDE_F64_I32 = BESIDE_F64_F32.cast(I32);

  /** Whether vectors have two halves of eight lanes. */
  public static final boolean HAS_HALVES = LANES == 16;

  /** Mask of the lanes after the first eight. */
  public static final VectorMask<Float> HIGH = F32.indexInRange(0, 8).not();

  /** The first half in both halves. */
  public static final VectorShuffle<Float> TWICE = VectorShuffle.fromOp(F32, i -> i % 8);

  /** Element 0 in all lanes of the first half, element 1 in all lanes of the second half. */
  public static final VectorShuffle<Float> ROWS_01 = rows(0);

  public static final VectorShuffle<Float> ROWS_23 = rows(2);
  public static final VectorShuffle<Float> ROWS_45 = rows(4);
  public static final VectorShuffle<Float> ROWS_67 = rows(6);

  /** Exchanges each lane with the one at this distance, if a vector has both. */
  public static final VectorShuffle<Float> BY_1 = exchange(1);

  public static final VectorShuffle<Float> BY_2 = exchange(2);
  public static final VectorShuffle<Float> BY_4 = exchange(4);
  public static final VectorShuffle<Float> BY_8 = exchange(8);

  private Species() {}

  private static VectorShuffle<Float> exchange(int distance) {
    return VectorShuffle.fromOp(F32, i -> LANES > distance ? i ^ distance : i);
  }

  /**
   * {@return the lanes with the bit of a distance set in their number} An exchange moves them to
   * lower lanes.
   */
  public static <E> VectorMask<E> odd(VectorSpecies<E> species, int distance) {
    boolean[] isOdd = new boolean[species.length()];
    for (int i = 0; i < isOdd.length; i++) {
      isOdd[i] = (i & distance) != 0;
    }
    return VectorMask.fromArray(species, isOdd, 0);
  }

  private static VectorShuffle<Float> rows(int first) {
    return VectorShuffle.fromOp(F32, i -> (first + i / 8) % LANES);
  }
}
