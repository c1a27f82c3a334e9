package io.cambric.kernels.simd.math;

import static io.cambric.kernels.simd.math.Coefficients.*;
import static jdk.incubator.vector.VectorOperators.LSHL;
import static jdk.incubator.vector.VectorOperators.LT;

import io.cambric.kernels.simd.jit.Species;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/** {@link ScalarMath#expOfNegative} for loops of vectors that are not generated. */
public final class VectorExp {

  private static final VectorSpecies<Float> F32 = Species.F32;

  private VectorExp() {}

  private static FloatVector of(float value) {
    return FloatVector.broadcast(F32, value);
  }

  public static FloatVector expOfNegative(FloatVector x) {
    var z = x.fma(of(LOG2_E), of(ROUND));
    var n = z.sub(ROUND);
    var r = n.fma(of(-LN2_LOW), n.fma(of(-LN2_HIGH), x));
    var tail = of(E5).fma(r, of(E4)).fma(r, of(E3)).fma(r, of(E2)).fma(r, of(E1)).fma(r, of(E0));
    var p = r.mul(r).fma(tail, r).add(1f);
    var power = z.viewAsIntegralLanes().lanewise(LSHL, 23).add((127 + 64) << 23);
    return p.mul(power.viewAsFloatingLanes()).mul(0x1p-64f).blend(0f, x.compare(LT, EXP_MIN));
  }
}
