package io.cambric.numpy.special;

import io.cambric.core.Array;
import io.cambric.lax.Lax;
import io.cambric.numpy.nn.ActivationFunctions;
import io.cambric.numpy.routine.ElementSelection;
import io.cambric.numpy.routine.FloatParts;
import io.cambric.numpy.routine.Logic;
import io.cambric.numpy.routine.Operands;
import io.cambric.numpy.routine.ReductionOperands;
import io.cambric.transform.Transforms;
import io.cambric.transform.function.ArrayFn;
import io.cambric.transform.function.Fn;
import io.cambric.transform.result.Jvp;
import java.util.List;

/** Entropies, softmax, and products with logarithms that are 0 times infinity in the limit. */
public final class Entropies {

  private static final Fn<List<Array>, Array> XLOGY =
      Transforms.customJvp(Entropies::xlogyValue, Entropies::xlogyTangent);

  private static final Fn<List<Array>, Array> XLOG1PY =
      Transforms.customJvp(Entropies::xlog1pyValue, Entropies::xlog1pyTangent);

  private static final ArrayFn XLOGX =
      Transforms.customJvp((ArrayFn) x -> XLOGY.apply(List.of(x, x)), Entropies::xlogxTangent);

  private Entropies() {}

  /**
   * {@return x log(y), and 0 where x is 0 unless y is NaN}
   *
   * <p>The derivatives are {@code log(y)} and {@code x / y}, everywhere.
   */
  public static Array xlogy(Array x, Array y) {
    return Operands.inexactBinary("xlogy", (a, b) -> XLOGY.apply(List.of(a, b)), x, y);
  }

  private static Array xlogyValue(List<Array> operands) {
    return unlessZero(operands, Lax.mul(operands.get(0), Lax.log(operands.get(1))));
  }

  private static Jvp<Array> xlogyTangent(List<Array> primals, List<Array> tangents) {
    var y = primals.get(1);
    return new Jvp<>(XLOGY.apply(primals), tangent(primals, tangents, Lax.log(y), y));
  }

  /**
   * {@return x log(1 + y), and 0 where x is 0 unless y is NaN}
   *
   * <p>The derivatives are {@code log(1 + y)} and {@code x / (1 + y)}, everywhere.
   */
  public static Array xlog1py(Array x, Array y) {
    return Operands.inexactBinary("xlog1py", (a, b) -> XLOG1PY.apply(List.of(a, b)), x, y);
  }

  private static Array xlog1pyValue(List<Array> operands) {
    return unlessZero(operands, Lax.mul(operands.get(0), Lax.log1p(operands.get(1))));
  }

  private static Jvp<Array> xlog1pyTangent(List<Array> primals, List<Array> tangents) {
    var y = primals.get(1);
    var sum = Lax.add(Operands.constant(y, 1), y);
    return new Jvp<>(XLOG1PY.apply(primals), tangent(primals, tangents, Lax.log1p(y), sum));
  }

  private static Array unlessZero(List<Array> operands, Array product) {
    var x = operands.get(0);
    var y = operands.get(1);
    var counts = Logic.logicalOr(Lax.ne(x, Operands.constant(x, 0)), FloatParts.isnan(y));
    return ElementSelection.where(counts, product, Operands.constant(product, 0));
  }

  private static Array tangent(
      List<Array> primals, List<Array> tangents, Array log, Array divisor) {
    return Lax.add(
        Lax.mul(tangents.get(0), log), Lax.div(Lax.mul(tangents.get(1), primals.get(0)), divisor));
  }

  private static Jvp<Array> xlogxTangent(Array x, Array tangent) {
    var slope = Lax.add(Lax.log(x), Operands.constant(x, 1));
    return new Jvp<>(XLOGX.apply(x), Lax.mul(tangent, slope));
  }

  /** {@return -x log(x), 0 at 0, and negative infinity below} */
  public static Array entr(Array x) {
    var real = Operands.inexact(x);
    return Lax.select(
        Lax.lt(real, Operands.constant(real, 0)),
        Lax.fullLike(real, Double.NEGATIVE_INFINITY),
        Lax.neg(XLOGX.apply(real)));
  }

  /** {@return p log(p / q), 0 where p is 0, and infinity outside of the domain} */
  public static Array relEntr(Array p, Array q) {
    return Operands.inexactBinary("rel_entr", Entropies::relative, p, q);
  }

  private static Array relative(Array p, Array q) {
    var zero = Operands.constant(p, 0);
    var inside = Logic.logicalAnd(Lax.gt(p, zero), Lax.gt(q, zero));
    var atZero = Logic.logicalAnd(Lax.eq(p, zero), Lax.ge(q, zero));
    var safeP = ElementSelection.where(inside, p, Operands.constant(p, 1));
    var safeQ = ElementSelection.where(inside, q, Operands.constant(q, 1));
    var entropy = Lax.sub(XLOGX.apply(safeP), xlogy(safeP, safeQ));
    var outside =
        ElementSelection.where(atZero, zero, Operands.constant(p, Double.POSITIVE_INFINITY));
    return ElementSelection.where(inside, entropy, outside);
  }

  /** {@return p log(p / q) - p + q, q where p is 0, and infinity outside of the domain} */
  public static Array klDiv(Array p, Array q) {
    return Operands.inexactBinary("kl_div", (a, b) -> Lax.add(Lax.sub(relative(a, b), a), b), p, q);
  }

  /** {@return log(x / (1 - x))} */
  public static Array logit(Array x) {
    ArrayFn value = a -> Lax.log(Lax.div(a, Lax.sub(Operands.constant(a, 1), a)));
    return Transforms.customJvp(
            value, (a, tangent) -> new Jvp<>(logit(a), Lax.mul(tangent, logitSlope(a))))
        .apply(Operands.inexact(x));
  }

  /**
   * Near a pole, the derivatives of this sum are infinite, while those of a quotient would be NaN.
   */
  private static Array logitSlope(Array x) {
    var rest = Lax.sub(Operands.constant(x, 1), x);
    return Lax.add(Lax.integerPow(x, -1), Lax.integerPow(rest, -1));
  }

  /** {@return 1 / (1 + exp(-x))} */
  public static Array expit(Array x) {
    return Lax.logistic(Operands.inexact(x));
  }

  /** {@return exp(x) over the sum of exp(x) along axes, or along all axes if none is given} */
  public static Array softmax(Array x, int... axes) {
    return ActivationFunctions.softmax(x, ReductionOperands.axesOrAll(x, axes), null);
  }

  /** {@return the logarithm of {@link #softmax}} */
  public static Array logSoftmax(Array x, int... axes) {
    return ActivationFunctions.logSoftmax(x, ReductionOperands.axesOrAll(x, axes), null);
  }
}
