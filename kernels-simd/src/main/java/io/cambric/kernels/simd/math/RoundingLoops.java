package io.cambric.kernels.simd.math;

import io.cambric.kernels.simd.jit.Species;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/** The loop of {@link Rounding}, in a method that the JIT compiles separately. */
public final class RoundingLoops {

  private static final VectorSpecies<Float> F32 = Species.F32;
  private static final int LANES = Species.LANES;

  /** Bits of a float below those of a bf16. */
  private static final int DROPPED = 16;

  /** Half of the last bit that stays, less one: with the last bit added, ties go to even. */
  private static final int BELOW_HALF = 0x7FFF;

  private static final int QUIET = 0x40_0000;

  private RoundingLoops() {}

  /** Rounds {@code n} floats to values of bf16, in place; {@code n} is a multiple of the lanes. */
  public static void toBfloat16(float[] x, int at, int n) {
    for (int i = 0; i < n; i += LANES) {
      var value = FloatVector.fromArray(F32, x, at + i);
      var bits = value.viewAsIntegralLanes();
      var last = bits.lanewise(VectorOperators.LSHR, DROPPED).and(1);
      var nan = value.compare(VectorOperators.NE, value).cast(Species.I32);
      bits.add(BELOW_HALF)
          .add(last)
          .blend(bits.or(QUIET), nan)
          .and(-1 << DROPPED)
          .viewAsFloatingLanes()
          .intoArray(x, at + i);
    }
  }
}
