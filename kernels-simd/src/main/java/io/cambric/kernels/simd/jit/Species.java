package io.cambric.kernels.simd.jit;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * The vector species of this machine, as constants that the JIT can fold.
 *
 * <p>There is one species of floats, one of ints and one of shorts, because a second shape would
 * pollute C2's type profiles. All shapes share the methods of vectors. If C2 has compiled one of
 * them for a shape and another shape arrives, it counts a trap. A loop inherits the traps of all
 * methods that it inlines. Beyond HotSpot's limit of traps per method, C2 no longer speculates on
 * classes. It emits calls instead, and boxes each vector.
 */
public final class Species {

  public static final VectorSpecies<Float> F32 = FloatVector.SPECIES_PREFERRED;

  /** As many lanes as {@link #F32}. */
  public static final VectorSpecies<Integer> I32 = IntVector.SPECIES_PREFERRED;

  /** Twice as many lanes. */
  public static final VectorSpecies<Short> I16 = ShortVector.SPECIES_PREFERRED;

  public static final int LANES = F32.length();

  private Species() {}
}
