package io.cambric.numpy.routine;

import io.cambric.array.Axes;
import io.cambric.core.Array;
import io.cambric.lax.Lax;
import org.jspecify.annotations.Nullable;

/** Logic of elements, and whether all or any of them are true. */
public final class Logic {

  private Logic() {}

  /** {@return whether both operands are true (nonzero), elementwise} */
  public static Array logicalAnd(Array x, Array y) {
    return Operands.binary("logical_and", Lax::bitwiseAnd, Operands.toBool(x), Operands.toBool(y));
  }

  /** {@return whether at least one operand is true, elementwise} */
  public static Array logicalOr(Array x, Array y) {
    return Operands.binary("logical_or", Lax::bitwiseOr, Operands.toBool(x), Operands.toBool(y));
  }

  /** {@return whether exactly one operand is true, elementwise} */
  public static Array logicalXor(Array x, Array y) {
    return Operands.binary("logical_xor", Lax::bitwiseXor, Operands.toBool(x), Operands.toBool(y));
  }

  /** {@return whether x is false (0), elementwise} */
  public static Array logicalNot(Array x) {
    return Lax.not(Operands.toBool(x));
  }

  /** {@return whether all elements are true (nonzero)} */
  public static Array all(Array x, int... axes) {
    return all(x, ReductionOperands.axesOrAll(x, axes), false);
  }

  /** {@return whether all elements are true (nonzero); true without elements} */
  public static Array all(Array x, @Nullable Axes axes, boolean keepDims) {
    return all(x, axes, keepDims, null);
  }

  /** {@return whether all elements where the mask is true are true (nonzero)} */
  public static Array all(Array x, @Nullable Axes axes, boolean keepDims, @Nullable Array where) {
    return ReductionOperands.reduced(
        "all",
        Lax::reduceAnd,
        ReductionOperands.masked("all", Operands.toBool(x), where, 1),
        axes,
        keepDims);
  }

  /** {@return whether any element is true (nonzero)} */
  public static Array any(Array x, int... axes) {
    return any(x, ReductionOperands.axesOrAll(x, axes), false);
  }

  /** {@return whether any element is true (nonzero); false without elements} */
  public static Array any(Array x, @Nullable Axes axes, boolean keepDims) {
    return any(x, axes, keepDims, null);
  }

  /** {@return whether any element where the mask is true is true (nonzero)} */
  public static Array any(Array x, @Nullable Axes axes, boolean keepDims, @Nullable Array where) {
    return ReductionOperands.reduced(
        "any",
        Lax::reduceOr,
        ReductionOperands.masked("any", Operands.toBool(x), where, 0),
        axes,
        keepDims);
  }
}
