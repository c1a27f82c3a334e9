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

  /**
   * Vectors of narrow tiles: half as long where that leaves eight lanes. Two of them a row take one
   * broadcast for two products, where one long vector takes one for each and waits for it.
   */
  static final VectorSpecies<Float> NARROW =
      LANES >= 16 ? FloatVector.SPECIES_256 : FloatVector.SPECIES_PREFERRED;

  private Species() {}
}
