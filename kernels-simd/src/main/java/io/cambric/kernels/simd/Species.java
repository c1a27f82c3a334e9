package io.cambric.kernels.simd;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * The vector species of this machine, as constants that the JIT can fold.
 *
 * <p>There is one species of floats and one of ints, because a second shape would pollute C2's type
 * profiles. All shapes share the methods of vectors. If C2 has compiled one of them for a shape and
 * another shape arrives, it counts a trap. A loop inherits the traps of all methods that it
 * inlines. Beyond HotSpot's limit of traps per method, C2 no longer speculates on classes. It emits
 * calls instead, and boxes each vector.
 *
 * <p>Micro-kernels with one vector of columns broadcast the bits of an element of A as an int. On
 * Zen 4 such a load leaves the multiplication units free, and a broadcast of a float does not.
 */
final class Species {

  static final VectorSpecies<Float> F32 = FloatVector.SPECIES_PREFERRED;

  /** As many lanes as {@link #F32}. */
  static final VectorSpecies<Integer> I32 = IntVector.SPECIES_PREFERRED;

  static final int LANES = F32.length();

  /**
   * Whether vectors have only 16 registers, as 256-bit vectors with AVX2. The accumulators of an
   * 8x2 tile would be spilled, and each sum would wait for a store and a load. Smaller tiles, 6x2
   * and 4x2, fit.
   *
   * <p>Other architectures with such vectors have 32 registers, and would need an instruction for
   * the fences of {@link Tiles6x2}.
   */
  static final boolean FEW_REGISTERS = LANES == 8 && isX86();

  private Species() {}

  private static boolean isX86() {
    String arch = System.getProperty("os.arch", "");
    return arch.equals("amd64") || arch.equals("x86_64");
  }
}
