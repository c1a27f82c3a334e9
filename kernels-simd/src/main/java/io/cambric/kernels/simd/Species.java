package io.cambric.kernels.simd;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * The vector shapes of this machine; constants to the JIT, which other places would not be.
 *
 * <p>There is one shape of floats and one of ints. Methods of vectors are shared by all shapes, and
 * where the JIT had compiled them for one shape and another came, it counts a trap. A loop inherits
 * the traps of all methods that it inlines, and past 100 of them the JIT gives up checking classes
 * and plans calls instead, for which it makes an object of each vector. Seen with vectors of 256
 * bits beside those of 512: three to seven of a transformer's passes over rows still made objects
 * when others had long been compiled.
 *
 * <p>Where each element of a factor meets one vector of columns, its bits are broadcast as an int:
 * on Zen 4 such a load leaves the units alone that multiply, which a broadcast of a float does not.
 * Eight rows by one vector take 9 to 11 cycles a depth instead of 12.
 */
final class Species {

  static final VectorSpecies<Float> F32 = FloatVector.SPECIES_PREFERRED;

  /** As many lanes as {@link #F32}. */
  static final VectorSpecies<Integer> I32 = IntVector.SPECIES_PREFERRED;

  static final int LANES = F32.length();

  /**
   * Whether there are but 16 registers for vectors, as vectors of 256 bits have with AVX2. An
   * accumulator that does not fit in lies in memory, and each of its sums then waits for the one
   * before to be stored and loaded: tiles of eight rows by two vectors run at less than half the
   * speed of six or four rows. Other processors with such vectors have 32 registers, and need an
   * instruction for a fence.
   */
  static final boolean FEW_REGISTERS = LANES == 8 && isX86();

  private Species() {}

  private static boolean isX86() {
    String arch = System.getProperty("os.arch", "");
    return arch.equals("amd64") || arch.equals("x86_64");
  }
}
