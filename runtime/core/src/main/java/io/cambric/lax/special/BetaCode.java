package io.cambric.lax.special;

import io.cambric.array.DType;
import io.cambric.kernel.LoopBody;
import io.cambric.kernel.ScalarOp;
import java.util.List;

/** Loop bodies of the beta function for positive numbers; others give NaN. */
final class BetaCode {

  /** The bound of operands; sums of larger numbers may overflow. */
  private static final double HUGE = 0x1p1000;

  private BetaCode() {}

  /** {@return the body of the logarithm of the beta function} */
  static LoopBody logBeta(DType dtype) {
    var code = new RealCode(dtype, 2);
    return storing(code, logBeta(code));
  }

  /** {@return the body of the beta function} */
  static LoopBody beta(DType dtype) {
    var code = new RealCode(dtype, 2);
    return storing(code, code.add(ScalarOp.EXP, logBeta(code)));
  }

  private static LoopBody storing(RealCode code, int result) {
    int a = code.operand(0);
    int b = code.operand(1);
    return code.storing(
        result,
        List.of(
            code.condition(ScalarOp.GT, code.add(ScalarOp.MIN, a, b), code.literal(0)),
            code.condition(ScalarOp.LT, code.add(ScalarOp.MAX, a, b), code.literal(HUGE))));
  }

  /** The formulas of {@link BetaFunctions}. */
  private static int logBeta(RealCode code) {
    int p = code.add(ScalarOp.MIN, code.operand(0), code.operand(1));
    int q = code.add(ScalarOp.MAX, code.operand(0), code.operand(1));
    int sum = code.add(ScalarOp.ADD, p, q);
    int share = code.add(ScalarOp.DIV, p, sum);
    int rest = code.add(ScalarOp.LOG1P, code.add(ScalarOp.NEG, share));
    int correction = code.add(ScalarOp.SUB, code.stirling(q), code.stirling(sum));
    int half = code.literal(-0.5);
    // Both are large.
    int root = code.add(ScalarOp.LOG, code.add(ScalarOp.DIV, code.literal(2 * Math.PI), q));
    int both = code.add(ScalarOp.FMA, root, code.literal(0.5), correction);
    both = code.add(ScalarOp.ADD, both, code.stirling(p));
    int least = code.add(ScalarOp.ADD, p, half);
    both = code.add(ScalarOp.FMA, least, code.add(ScalarOp.LOG, share), both);
    both = code.add(ScalarOp.FMA, q, rest, both);
    // One is large.
    int slope = code.add(ScalarOp.SUB, code.literal(1), code.add(ScalarOp.LOG, sum));
    int one = code.add(ScalarOp.FMA, code.add(ScalarOp.ADD, q, half), rest, correction);
    one = code.add(ScalarOp.FMA, p, slope, one);
    int none = code.add(ScalarOp.SUB, code.add(ScalarOp.LGAMMA, q), code.add(ScalarOp.LGAMMA, sum));
    int large = code.literal(BetaFunctions.LARGE);
    int small = code.choose(code.condition(ScalarOp.GE, q, large), one, none);
    int unlike = code.add(ScalarOp.ADD, code.add(ScalarOp.LGAMMA, p), small);
    return code.choose(code.condition(ScalarOp.GE, p, large), both, unlike);
  }
}
