package io.cambric.kernels.simd.math;

import static io.cambric.kernels.simd.math.Coefficients.*;
import static jdk.incubator.vector.VectorOperators.ABS;
import static jdk.incubator.vector.VectorOperators.ASHR;
import static jdk.incubator.vector.VectorOperators.EQ;
import static jdk.incubator.vector.VectorOperators.F2I;
import static jdk.incubator.vector.VectorOperators.GE;
import static jdk.incubator.vector.VectorOperators.GT;
import static jdk.incubator.vector.VectorOperators.I2F;
import static jdk.incubator.vector.VectorOperators.LE;
import static jdk.incubator.vector.VectorOperators.LSHL;
import static jdk.incubator.vector.VectorOperators.LT;
import static jdk.incubator.vector.VectorOperators.NE;

import io.cambric.kernels.simd.jit.Species;
import java.lang.invoke.MethodHandles;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * The f32 functions for a vector of elements.
 *
 * <p>Longer functions come in parts, each a pass over a block. The JIT stops inlining after some
 * thirty vector operations, and boxes vectors from there on.
 *
 * <p>The functions use additions, products, fma and selections only, which the JIT may not change.
 * The lane operators for such functions give other bits once they are compiled. Infinities, NaN,
 * signed zeros and subnormals are kept. The table in {@code VectorMathTest} has the errors in ulp
 * of the result.
 */
public final class VectorMath {

  private static final VectorSpecies<Float> F32 = Species.F32;

  private VectorMath() {}

  /** {@return the lookup of this class, for hidden classes with copies of its functions} */
  public static MethodHandles.Lookup lookup() {
    return MethodHandles.lookup();
  }

  private static FloatVector of(float value) {
    return FloatVector.broadcast(F32, value);
  }

  static FloatVector exp(FloatVector x) {
    var z = x.fma(of(LOG2_E), of(ROUND));
    var n = z.sub(ROUND);
    var r = n.fma(of(-LN2_LOW), n.fma(of(-LN2_HIGH), x));
    var p = r.mul(r).fma(expTail(r), r).add(1f);
    var y = scale(p, z.viewAsIntegralLanes().sub(ROUND_BITS));
    return y.blend(0f, x.compare(LT, EXP_MIN))
        .blend(Float.POSITIVE_INFINITY, x.compare(GT, EXP_MAX));
  }

  /** The same as {@link #exp} up to 40, with fewer operations because no result is large. */
  public static FloatVector expOfNegative(FloatVector x) {
    var z = x.fma(of(LOG2_E), of(ROUND));
    var n = z.sub(ROUND);
    var r = n.fma(of(-LN2_LOW), n.fma(of(-LN2_HIGH), x));
    var p = r.mul(r).fma(expTail(r), r).add(1f);
    return scaleDown(p, z).blend(0f, x.compare(LT, EXP_MIN));
  }

  static FloatVector exp2(FloatVector x) {
    var z = x.add(ROUND);
    var n = z.sub(ROUND);
    var f = x.sub(n);
    var r = f.mul(LN2);
    var low = f.fma(of(LN2_REST), f.fma(of(LN2), r.neg()));
    var p = r.mul(r).fma(expTail(r), low).add(r).add(1f);
    var y = scale(p, z.viewAsIntegralLanes().sub(ROUND_BITS));
    return y.blend(0f, x.compare(LT, -150f)).blend(Float.POSITIVE_INFINITY, x.compare(GE, 128f));
  }

  private static FloatVector expTail(FloatVector r) {
    return of(E5).fma(r, of(E4)).fma(r, of(E3)).fma(r, of(E2)).fma(r, of(E1)).fma(r, of(E0));
  }

  private static FloatVector scale(FloatVector p, IntVector n) {
    var half = n.lanewise(ASHR, 1);
    return p.mul(power(half)).mul(power(n.sub(half)));
  }

  /**
   * {@code p * 2^n}, where n from -150 to 60 is in the low bits of {@code z}. The first product is
   * normal, so that only the second one is rounded.
   */
  private static FloatVector scaleDown(FloatVector p, FloatVector z) {
    var power = z.viewAsIntegralLanes().lanewise(LSHL, 23).add(127 + 64 << 23);
    return p.mul(power.viewAsFloatingLanes()).mul(0x1p-64f);
  }

  private static FloatVector power(IntVector n) {
    return n.add(127).lanewise(LSHL, 23).viewAsFloatingLanes();
  }

  static FloatVector expm1(FloatVector x) {
    return expm1Inside(x)
        .blend(-1f, x.compare(LT, EXPM1_MIN))
        .blend(Float.POSITIVE_INFINITY, x.compare(GT, EXP_MAX))
        .blend(x, x.lanewise(ABS).compare(LT, TINY));
  }

  /** {@link #expm1} for an x that is neither very small nor large. */
  private static FloatVector expm1Inside(FloatVector x) {
    var z = x.fma(of(LOG2_E), of(ROUND));
    var n = z.sub(ROUND);
    var r = n.fma(of(-LN2_LOW), n.fma(of(-LN2_HIGH), x));
    var p = r.mul(r).fma(expTail(r), r);
    var t = power(z.viewAsIntegralLanes().sub(ROUND_BITS + 1));
    var half = t.fma(p, t.sub(0.5f));
    return half.add(half);
  }

  static FloatVector log(FloatVector x) {
    var subnormal = x.compare(LT, Float.MIN_NORMAL);
    var bits = x.blend(x.mul(0x1p23f), subnormal).viewAsIntegralLanes();
    var e = bits.sub(SQRT_HALF_BITS).lanewise(ASHR, 23);
    var f = bits.sub(e.lanewise(LSHL, 23)).viewAsFloatingLanes().sub(1f);
    var whole = (FloatVector) e.convert(I2F, 0);
    var n = whole.blend(whole.sub(23f), subnormal);
    return logSum(f, n, FloatVector.zero(F32))
        .blend(Float.POSITIVE_INFINITY, x.compare(EQ, Float.POSITIVE_INFINITY))
        .blend(Float.NaN, x.compare(GE, 0f).not())
        .blend(Float.NEGATIVE_INFINITY, x.compare(EQ, 0f));
  }

  static FloatVector log1p(FloatVector x) {
    var u = x.add(1f);
    var lost = of(1f).sub(u.sub(x)).blend(x.sub(u.sub(1f)), x.compare(LT, 1f));
    var bits = u.viewAsIntegralLanes();
    var e = bits.sub(SQRT_HALF_BITS).lanewise(ASHR, 23);
    var f = bits.sub(e.lanewise(LSHL, 23)).viewAsFloatingLanes().sub(1f);
    var n = (FloatVector) e.convert(I2F, 0);
    return logSum(f, n, lost.div(u))
        .blend(Float.POSITIVE_INFINITY, x.compare(EQ, Float.POSITIVE_INFINITY))
        .blend(Float.NaN, x.compare(GE, -1f).not())
        .blend(Float.NEGATIVE_INFINITY, x.compare(EQ, -1f))
        .blend(x, x.lanewise(ABS).compare(LT, TINY));
  }

  private static FloatVector logSum(FloatVector f, FloatVector n, FloatVector c) {
    var s = f.mul(f);
    var p = of(L8).fma(f, of(L7)).fma(f, of(L6)).fma(f, of(L5)).fma(f, of(L4));
    p = p.fma(f, of(L3)).fma(f, of(L2)).fma(f, of(L1)).fma(f, of(L0));
    var y = p.fma(f.mul(s), c);
    y = n.fma(of(LN2_LOW), y);
    y = s.fma(of(-0.5f), y);
    return n.fma(of(LN2_HIGH), f.add(y));
  }

  private static FloatVector copySign(FloatVector magnitude, FloatVector sign) {
    var bit = sign.viewAsIntegralLanes().and(Integer.MIN_VALUE);
    return magnitude.viewAsIntegralLanes().and(Integer.MAX_VALUE).or(bit).viewAsFloatingLanes();
  }

  /** The first half of tanh: {@code expm1(2 |x|)}. */
  static FloatVector tanhInner(FloatVector x) {
    var t = x.lanewise(ABS).mul(2f);
    return expm1Inside(t)
        .blend(Float.POSITIVE_INFINITY, t.compare(GT, EXP_MAX))
        .blend(t, t.compare(LT, TINY));
  }

  /** The second half of tanh, from x and the first. */
  static FloatVector tanhOuter(FloatVector x, FloatVector e) {
    var d = e.add(2f);
    var small = e.compare(LT, 2f);
    var q = of(2f).blend(e, small).div(d);
    var lost = e.sub(d.sub(2f));
    var y = q.neg().mul(lost).fma(q.fma(of(-0.5f), of(0.5f)), q);
    return copySign(of(1f).sub(q).blend(y, small), x);
  }

  /** The first half of logistic: {@code exp(-|x|)}. */
  static FloatVector logisticInner(FloatVector x) {
    var negative = x.viewAsIntegralLanes().or(Integer.MIN_VALUE).viewAsFloatingLanes();
    return expOfNegative(negative);
  }

  /** The second half of logistic, from x and the first. */
  static FloatVector logisticOuter(FloatVector x, FloatVector e) {
    var d = e.add(1f);
    var gained = d.sub(1f).sub(e);
    var negative = x.compare(LT, 0f);
    var y = of(1f).blend(e, negative).div(d);
    var inverse = y.blend(of(1f).sub(y), negative);
    return y.mul(gained).fma(inverse, y);
  }

  /** The logarithm of {@code 1 - erf(|x|)}, good above the split. */
  static FloatVector erfInner(FloatVector x) {
    var t = x.lanewise(ABS);
    var s = x.mul(x);
    var q = of(Q6).fma(t, of(Q5)).fma(s, of(Q4).fma(t, of(Q3)));
    return q.fma(t, of(Q2)).fma(t, of(Q1)).fma(t, of(Q0)).fma(t, t.neg());
  }

  /** The last part of erf, from x and {@code exp} of the first. */
  static FloatVector erfOuter(FloatVector x, FloatVector e) {
    var t = x.lanewise(ABS);
    var s = x.mul(x);
    var tail = of(1f).sub(e).blend(1f, t.compare(GT, 4f));
    var p = of(P5).fma(s, of(P4)).fma(s, of(P3)).fma(s, of(P2)).fma(s, of(P1)).fma(s, of(P0));
    return p.fma(x, x).blend(copySign(tail, x), t.compare(GT, ERF_SPLIT));
  }

  /** The first half of erfc: {@code g} in {@code exp(-x^2) = (1 + g) 2^n}. */
  static FloatVector erfcInner(FloatVector x) {
    var a = x.lanewise(ABS).min(ERFC_MAX);
    var s = a.neg().mul(a);
    var n = s.fma(of(LOG2_E), of(ROUND)).sub(ROUND);
    var lost = a.neg().fma(a, s.neg());
    var t = n.fma(of(-LN2_LOW), n.fma(of(-LN2_HIGH), s)).add(lost);
    return t.mul(t).fma(expTail(t), t);
  }

  /** The second half of erfc, from x and the first. */
  static FloatVector erfcOuter(FloatVector x, FloatVector g) {
    var a = x.lanewise(ABS).min(ERFC_MAX);
    var r = of(1f).div(a.add(2f));
    var q = a.sub(2f).mul(r);
    q = r.fma(q.fma(a.neg(), q.add(1f).fma(of(-2f), a)), q);
    var p = of(R9).fma(q, of(R8)).fma(q, of(R7)).fma(q, of(R6)).fma(q, of(R5)).fma(q, of(R4));
    p = p.fma(q, of(R3)).fma(q, of(R2)).fma(q, of(R1)).fma(q, of(R0));
    var d = of(1f).div(of(2f).fma(a, of(1f)));
    var y = p.fma(d, d);
    y = y.fma(a.neg(), of(0.5f)).fma(of(2f), p.sub(y)).fma(d, y);
    var z = a.neg().mul(a).fma(of(LOG2_E), of(ROUND));
    y = scaleDown(y.fma(g, y), z);
    return y.blend(of(2f).sub(y), x.compare(LT, 0f));
  }

  /** The first half of erfInv: {@code log1p(-x^2)}. */
  static FloatVector erfInvInner(FloatVector x) {
    return log1p(x.neg().mul(x));
  }

  /** The second half of erfInv, from x and the first. */
  static FloatVector erfInvOuter(FloatVector x, FloatVector log) {
    var w = log.neg();
    var t = w.sub(2.5f);
    var p = of(G8).fma(t, of(G7)).fma(t, of(G6)).fma(t, of(G5)).fma(t, of(G4));
    p = p.fma(t, of(G3)).fma(t, of(G2)).fma(t, of(G1)).fma(t, of(G0));
    var v = w.sqrt().sub(3f);
    var q = of(H8).fma(v, of(H7)).fma(v, of(H6)).fma(v, of(H5)).fma(v, of(H4));
    q = q.fma(v, of(H3)).fma(v, of(H2)).fma(v, of(H1)).fma(v, of(H0));
    var y = q.blend(p, w.compare(LT, 5f)).mul(x);
    return y.blend(x.mul(Float.POSITIVE_INFINITY), x.lanewise(ABS).compare(EQ, 1f));
  }

  /** sin(x + quarter * pi / 2) where {@link #isReducible}. */
  private static FloatVector circular(FloatVector x, int quarter) {
    var z = x.fma(of(TWO_OVER_PI), of(ROUND));
    var n = z.sub(ROUND);
    var r = n.fma(of(-PIO2_LOW), n.fma(of(-PIO2_MIDDLE), n.fma(of(-PIO2_HIGH), x)));
    var k = z.viewAsIntegralLanes().add(quarter);
    var s = r.mul(r);
    var sine = of(S3).fma(s, of(S2)).fma(s, of(S1)).fma(s, of(S0)).fma(r.mul(s), r);
    var cosine = of(C3).fma(s, of(C2)).fma(s, of(C1)).fma(s, of(C0)).fma(s, of(1f));
    var odd = k.and(1).compare(NE, 0);
    var y = sine.blend(cosine, odd.cast(F32)).viewAsIntegralLanes();
    var flip = k.and(2).lanewise(LSHL, 30);
    return y.lanewise(jdk.incubator.vector.VectorOperators.XOR, flip).viewAsFloatingLanes();
  }

  static FloatVector sin(FloatVector x) {
    return circular(x, 0).blend(x, x.lanewise(ABS).compare(LT, TINY));
  }

  static FloatVector cos(FloatVector x) {
    return circular(x, 1);
  }

  /** {@return whether all lanes are in the range of {@link #circular}} */
  static boolean isReducible(FloatVector x) {
    return x.lanewise(ABS).compare(LE, SIN_MAX).allTrue();
  }

  static float[] sinOfEach(float[] x) {
    float[] y = new float[x.length];
    for (int i = 0; i < x.length; i++) {
      y[i] = ScalarMath.sin(x[i]);
    }
    return y;
  }

  static float[] cosOfEach(float[] x) {
    float[] y = new float[x.length];
    for (int i = 0; i < x.length; i++) {
      y[i] = ScalarMath.cos(x[i]);
    }
    return y;
  }

  static FloatVector rsqrt(FloatVector x) {
    return of(1f).div(x.sqrt());
  }

  /** Zeros keep their sign, and NaN stays NaN. */
  static FloatVector sign(FloatVector x) {
    return x.blend(1f, x.compare(GT, 0f)).blend(-1f, x.compare(LT, 0f));
  }

  /**
   * Numbers from 2^23 on are integers. A smaller one plus 2^23 has no room for a fraction, so the
   * sum is rounded to the nearest integer. A half is rounded to the even one.
   */
  static FloatVector roundEven(FloatVector x) {
    var size = x.lanewise(ABS);
    var rounded = size.add(0x1p23f).sub(0x1p23f);
    return x.blend(copySign(rounded, x), size.compare(LT, 0x1p23f));
  }

  /** Like {@link #roundEven}, but up where a half was rounded down. */
  static FloatVector roundAway(FloatVector x) {
    var size = x.lanewise(ABS);
    var rounded = size.add(0x1p23f).sub(0x1p23f);
    var away = rounded.blend(rounded.add(1f), size.sub(rounded).compare(EQ, 0.5f));
    return x.blend(copySign(away, x), size.compare(LT, 0x1p23f));
  }

  static FloatVector floor(FloatVector x) {
    var nearest = roundEven(x);
    return nearest.blend(nearest.sub(1f), nearest.compare(GT, x));
  }

  /** The sign is copied, because the integer above -0.5 is -0. */
  static FloatVector ceil(FloatVector x) {
    var nearest = roundEven(x);
    return nearest.blend(copySign(nearest.add(1f), x), nearest.compare(LT, x));
  }

  static FloatVector pow(FloatVector x, FloatVector y) {
    var a = x.lanewise(ABS);
    var subnormal = a.compare(LT, Float.MIN_NORMAL);
    var bits = a.blend(a.mul(0x1p23f), subnormal).viewAsIntegralLanes();
    var e = bits.sub(SQRT_HALF_BITS).lanewise(ASHR, 23);
    var f = bits.sub(e.lanewise(LSHL, 23)).viewAsFloatingLanes().sub(1f);
    var exponent = (FloatVector) e.convert(I2F, 0);
    var n = exponent.blend(exponent.sub(23f), subnormal);
    var r = of(1f).div(f.add(2f));
    var q = f.mul(r);
    var ql = r.mul(q.fma(f.neg(), q.fma(of(-2f), f)));
    var s = q.mul(q);
    var sl = q.add(q).fma(ql, q.fma(q, s.neg()));
    var c = q.mul(s);
    var cl = q.fma(s, c.neg()).add(q.fma(sl, ql.mul(s)));
    var t = c.mul(THIRD);
    var tl = c.fma(of(THIRD), t.neg()).add(c.fma(of(THIRD_REST), cl.mul(THIRD)));
    var tail = of(ELEVENTH).fma(s, of(NINTH)).fma(s, of(SEVENTH)).fma(s, of(FIFTH));
    var z = q.add(t);
    var zl = q.sub(z).add(t).add(tl.add(tail.mul(c.mul(s))).add(ql));
    var w = z.mul(TWO_OVER_LN2);
    var wl =
        z.fma(of(TWO_OVER_LN2), w.neg()).add(z.fma(of(TWO_OVER_LN2_REST), zl.mul(TWO_OVER_LN2)));
    var l = n.add(w);
    var ll = n.sub(l).add(w).add(wl);
    l =
        l.blend(Float.NEGATIVE_INFINITY, a.compare(EQ, 0f))
            .blend(Float.POSITIVE_INFINITY, a.compare(EQ, Float.POSITIVE_INFINITY));
    return signed(x, y, power2(y, l, ll));
  }

  private static FloatVector power2(FloatVector y, FloatVector l, FloatVector ll) {
    var h = y.mul(l);
    var lost = y.fma(ll, y.fma(l, h.neg()));
    var inside = h.lanewise(ABS).compare(LT, EXP2_LIMIT);
    var clamped = h.min(EXP2_LIMIT).max(-EXP2_LIMIT);
    var z = clamped.add(ROUND);
    var f = clamped.sub(z.sub(ROUND)).add(FloatVector.zero(F32).blend(lost, inside));
    var r = f.mul(LN2);
    var low = f.fma(of(LN2_REST), f.fma(of(LN2), r.neg()));
    var p = r.mul(r).fma(expTail(r), low).add(r).add(1f);
    return scale(p, z.viewAsIntegralLanes().sub(ROUND_BITS));
  }

  private static FloatVector signed(FloatVector x, FloatVector y, FloatVector magnitude) {
    var a = x.lanewise(ABS);
    var small = y.lanewise(ABS).compare(LT, EVEN);
    var n = (IntVector) y.convert(F2I, 0);
    var whole = ((FloatVector) n.convert(I2F, 0)).compare(EQ, y);
    var p = magnitude.blend(1f, a.compare(EQ, 1f));
    var odd = n.and(1).compare(NE, 0).cast(F32).and(small).and(whole);
    p = p.blend(copySign(p, x), odd);
    var fraction = whole.not().and(small);
    var negative = x.compare(LT, 0f).and(a.compare(LT, Float.POSITIVE_INFINITY));
    return p.blend(Float.NaN, fraction.and(negative))
        .blend(Float.NaN, x.compare(NE, x).or(y.compare(NE, y)))
        .blend(1f, y.compare(EQ, 0f).or(x.compare(EQ, 1f)));
  }
}
