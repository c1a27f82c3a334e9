package io.cambric.kernels.simd;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorSpecies;

/** The vector shapes of this machine; constants to the JIT, which other places would not be. */
final class Species {

  static final VectorSpecies<Float> F32 = FloatVector.SPECIES_PREFERRED;

  /** As many lanes as {@link #F32}. */
  static final VectorSpecies<Integer> I32 = IntVector.SPECIES_PREFERRED;

  static final int LANES = F32.length();

  private Species() {}
}
