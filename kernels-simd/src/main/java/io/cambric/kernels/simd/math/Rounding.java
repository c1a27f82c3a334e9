package io.cambric.kernels.simd.math;

import io.cambric.array.BFloat16;
import io.cambric.kernels.simd.jit.BlockLoops;
import io.cambric.kernels.simd.jit.Species;
import io.cambric.kernels.simd.jit.VectorLoop;
import io.cambric.kernels.simd.jit.WarmUp;

/** Rounding of floats to values of bf16, to nearest even. NaN stays NaN, and becomes quiet. */
public final class Rounding {

  private static final int SAMPLE = WarmUp.LOOPS * Species.LANES;

  public static final BlockLoops TO_BFLOAT16 =
      new BlockLoops(RoundingLoops.class, "toBfloat16", new float[SAMPLE], 0, SAMPLE);

  private Rounding() {}

  /** Rounds {@code n} floats in place. */
  public static void toBfloat16(float[] x, int at, int n) {
    int whole = 0;
    if (n >= Species.LANES && TO_BFLOAT16.isHot(n)) {
      whole = n - n % Species.LANES;
      try {
        TO_BFLOAT16.handle().invokeExact(x, at, whole);
      } catch (Throwable e) {
        throw VectorLoop.unchecked(e);
      }
    }
    for (int i = at + whole; i < at + n; i++) {
      x[i] = BFloat16.bfloat16ToFloat(BFloat16.floatToBfloat16(x[i]));
    }
  }
}
