package io.cambric.lax.special;

import io.cambric.array.DType;
import io.cambric.kernel.LoopBody;
import io.cambric.kernel.ScalarOp;
import java.util.List;

/**
 * Loop bodies of functions related to the gamma function, for positive numbers; others give NaN.
 */
final class GammaCode {

  /** Terms of both sums of zeta for narrower dtypes than f64; relative error 4e-9. */
  private static final int FEW_TERMS = 3;

  private static final int FEW_CORRECTIONS = 6;

  private GammaCode() {}

  /** {@return the body of Hurwitz's zeta function} */
  static LoopBody zeta(DType dtype) {
    var code = new RealCode(dtype, 2);
    int s = code.operand(0);
    int q = code.operand(1);
    return code.storing(
        zeta(code, s, q),
        List.of(
            code.condition(ScalarOp.GT, s, code.literal(1)),
            code.condition(ScalarOp.LT, s, code.literal(Double.POSITIVE_INFINITY)),
            isPositive(code, q)));
  }

  private static int isPositive(RealCode code, int q) {
    return code.condition(
        ScalarOp.AND,
        code.condition(ScalarOp.GT, q, code.literal(0)),
        code.condition(ScalarOp.LT, q, code.literal(Double.POSITIVE_INFINITY)));
  }

  /** {@return the number of the value of zeta for an s above 1 and a positive q} */
  private static int zeta(RealCode code, int s, int q) {
    int terms = code.isOfDoubles() ? GammaFunctions.ZETA_TERMS : FEW_TERMS;
    int corrections = code.isOfDoubles() ? GammaFunctions.CORRECTIONS.length : FEW_CORRECTIONS;
    int exponent = code.add(ScalarOp.NEG, s);
    int sum = code.add(ScalarOp.POW, q, exponent);
    for (int k = 1; k < terms; k++) {
      int x = code.add(ScalarOp.ADD, q, code.literal(k));
      sum = code.add(ScalarOp.ADD, sum, code.add(ScalarOp.POW, x, exponent));
    }
    int x = code.add(ScalarOp.ADD, q, code.literal(terms));
    int power = code.add(ScalarOp.POW, x, exponent);
    // x / (s - 1) + 1/2, plus corrections. Correction k is B(2 k) / (2 k)! s (s + 1) ... (s + 2 k -
    // 2) x^(1 - 2 k).
    int inverse = code.add(ScalarOp.DIV, code.literal(1), x);
    int square = code.add(ScalarOp.MUL, inverse, inverse);
    int series = code.literal(1 / GammaFunctions.CORRECTIONS[corrections - 1]);
    for (int k = corrections - 2; k >= 0; k--) {
      int first = code.add(ScalarOp.ADD, s, code.literal(2 * k + 1));
      int second = code.add(ScalarOp.ADD, s, code.literal(2 * k + 2));
      int factor = code.add(ScalarOp.MUL, code.add(ScalarOp.MUL, first, second), square);
      series =
          code.add(ScalarOp.FMA, series, factor, code.literal(1 / GammaFunctions.CORRECTIONS[k]));
    }
    int less = code.add(ScalarOp.ADD, s, code.literal(-1));
    int rest = code.add(ScalarOp.ADD, code.add(ScalarOp.DIV, x, less), code.literal(0.5));
    rest = code.add(ScalarOp.FMA, code.add(ScalarOp.MUL, s, inverse), series, rest);
    return code.add(ScalarOp.FMA, power, rest, sum);
  }

  /** {@return the body of {@code x^a exp(-x) / gamma(a)}: see {@link BetaFunctions#gammaPower}} */
  static LoopBody power() {
    var code = new RealCode(DType.F64, 2);
    int a = code.operand(0);
    int x = code.operand(1);
    int ratio = code.add(ScalarOp.DIV, x, a);
    int distance = code.add(ScalarOp.ADD, ratio, code.literal(-1));
    int near = code.condition(ScalarOp.LT, code.add(ScalarOp.ABS, distance), code.literal(0.5));
    int log = code.choose(near, code.add(ScalarOp.LOG1P, distance), code.add(ScalarOp.LOG, ratio));
    int below = code.add(ScalarOp.SUB, log, distance);
    int minus = code.add(ScalarOp.NEG, code.stirling(a));
    int exponent = code.add(ScalarOp.FMA, a, below, minus);
    int logs = code.add(ScalarOp.SUB, code.add(ScalarOp.MUL, a, code.add(ScalarOp.LOG, x)), x);
    logs = code.add(ScalarOp.SUB, logs, code.add(ScalarOp.LGAMMA, a));
    int large = code.condition(ScalarOp.GE, a, code.literal(BetaFunctions.LARGE));
    int factor = code.add(ScalarOp.SQRT, code.add(ScalarOp.MUL, a, code.literal(0.5 / Math.PI)));
    factor = code.choose(large, factor, code.literal(1));
    int power = code.add(ScalarOp.EXP, code.choose(large, exponent, logs));
    return code.storing(code.add(ScalarOp.MUL, factor, power));
  }

  /** {@return the body of the derivatives of digamma, of orders from 1 on} */
  static LoopBody polygamma(DType dtype) {
    var code = new RealCode(dtype, 2);
    int order = code.operand(0);
    int x = code.operand(1);
    int next = code.add(ScalarOp.ADD, order, code.literal(1));
    int factorial = code.add(ScalarOp.EXP, code.add(ScalarOp.LGAMMA, next));
    int size = code.add(ScalarOp.MUL, factorial, zeta(code, next, x));
    int half = code.add(ScalarOp.MUL, order, code.literal(0.5));
    int even = code.condition(ScalarOp.EQ, half, code.add(ScalarOp.FLOOR, half));
    return code.storing(
        code.choose(even, code.add(ScalarOp.NEG, size), size),
        List.of(
            code.condition(ScalarOp.GE, order, code.literal(1)),
            code.condition(ScalarOp.LT, order, code.literal(Double.POSITIVE_INFINITY)),
            code.condition(ScalarOp.EQ, order, code.add(ScalarOp.FLOOR, order)),
            isPositive(code, x)));
  }
}
