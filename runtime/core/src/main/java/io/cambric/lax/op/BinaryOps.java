package io.cambric.lax.op;

import io.cambric.core.Array;
import io.cambric.core.Trace;
import io.cambric.kernel.ScalarOp;
import java.util.ArrayList;
import java.util.List;

/** The elementwise operations of several operands. */
public final class BinaryOps {

  private BinaryOps() {}

  /** {@return x + y} */
  public static Array add(Array x, Array y) {
    return Trace.bind(new Add(), x, y);
  }

  /** {@return x - y} */
  public static Array sub(Array x, Array y) {
    return Trace.bind(new Sub(), x, y);
  }

  /** {@return x * y} */
  public static Array mul(Array x, Array y) {
    return Trace.bind(new Mul(), x, y);
  }

  /** {@return x / y; integers truncate} */
  public static Array div(Array x, Array y) {
    return Trace.bind(new Div(), x, y);
  }

  /** {@return the remainder of x / y, with the sign of x} */
  public static Array rem(Array x, Array y) {
    return Trace.bind(new Rem(), x, y);
  }

  /** {@return x to the power of y, which may be of an integer dtype} */
  public static Array pow(Array x, Array y) {
    return Trace.bind(new Pow(), x, y);
  }

  /** {@return the angle of the point (y, x), in radians} */
  public static Array atan2(Array x, Array y) {
    return Trace.bind(new Atan2(), x, y);
  }

  /** {@return the larger of x and y} */
  public static Array max(Array x, Array y) {
    return Trace.bind(new Max(), x, y);
  }

  /** {@return the smaller of x and y} */
  public static Array min(Array x, Array y) {
    return Trace.bind(new Min(), x, y);
  }

  /** {@return the next number after x towards y} */
  public static Array nextafter(Array x, Array y) {
    return Trace.bind(new NextAfter(), x, y);
  }

  /** {@return the bitwise and} */
  public static Array bitwiseAnd(Array x, Array y) {
    return Trace.bind(new Bitwise(ScalarOp.AND), x, y);
  }

  /** {@return the bitwise or} */
  public static Array bitwiseOr(Array x, Array y) {
    return Trace.bind(new Bitwise(ScalarOp.OR), x, y);
  }

  /** {@return the bitwise exclusive or} */
  public static Array bitwiseXor(Array x, Array y) {
    return Trace.bind(new Bitwise(ScalarOp.XOR), x, y);
  }

  /** {@return the bits of x shifted left by y} */
  public static Array shiftLeft(Array x, Array y) {
    return Trace.bind(new Shift(ScalarOp.SHIFT_LEFT), x, y);
  }

  /** {@return the bits of x shifted right by y, with zeros moved in} */
  public static Array shiftRightLogical(Array x, Array y) {
    return Trace.bind(new Shift(ScalarOp.SHIFT_RIGHT_LOGICAL), x, y);
  }

  /** {@return the bits of x shifted right by y, with copies of the sign moved in} */
  public static Array shiftRightArithmetic(Array x, Array y) {
    return Trace.bind(new Shift(ScalarOp.SHIFT_RIGHT_ARITHMETIC), x, y);
  }

  /** {@return where x equals y} */
  public static Array eq(Array x, Array y) {
    return Trace.bind(new Compare(ScalarOp.EQ), x, y);
  }

  /** {@return where x differs from y} */
  public static Array ne(Array x, Array y) {
    return Trace.bind(new Compare(ScalarOp.NE), x, y);
  }

  /** {@return whether x is less than y, elementwise} */
  public static Array lt(Array x, Array y) {
    return Trace.bind(new Compare(ScalarOp.LT), x, y);
  }

  /** {@return whether x is at most y, elementwise} */
  public static Array le(Array x, Array y) {
    return Trace.bind(new Compare(ScalarOp.LE), x, y);
  }

  /** {@return whether x is greater than y, elementwise} */
  public static Array gt(Array x, Array y) {
    return Trace.bind(new Compare(ScalarOp.GT), x, y);
  }

  /** {@return whether x is at least y, elementwise} */
  public static Array ge(Array x, Array y) {
    return Trace.bind(new Compare(ScalarOp.GE), x, y);
  }

  /** {@return {@code onTrue} where the predicate is true, else {@code onFalse}} */
  public static Array select(Array predicate, Array onTrue, Array onFalse) {
    return Trace.bind(new SelectN(), predicate, onFalse, onTrue);
  }

  /**
   * {@return the element of the case with the given number, elementwise}
   *
   * @param which i32 numbers, or a bool predicate that chooses the second of two cases where it is
   *     true; numbers out of range choose the nearest case
   */
  public static Array selectN(Array which, List<Array> cases) {
    var operands = new ArrayList<Array>(List.of(which));
    operands.addAll(cases);
    return Trace.bind(new SelectN(), operands).getFirst();
  }

  /** {@return x where it is between the bounds, else the nearer bound} */
  public static Array clamp(Array min, Array x, Array max) {
    return Trace.bind(new Clamp(), min, x, max);
  }

  /**
   * {@return two counter words, encrypted by threefry2x32 with 20 rounds}
   *
   * <p>All operands are u32, of one shape or scalars.
   */
  public static List<Array> threefry2x32(Array key0, Array key1, Array counter0, Array counter1) {
    return Trace.bind(new Threefry2x32(), List.of(key0, key1, counter0, counter1));
  }

  /** {@return log(exp(x) + exp(y)) without overflow} */
  public static Array logaddexp(Array x, Array y) {
    return Trace.bind(new LogAddExp(), x, y);
  }

  /** {@return x * y + z, rounded once} */
  public static Array fma(Array x, Array y, Array z) {
    return Trace.bind(new Fma(), x, y, z);
  }
}
