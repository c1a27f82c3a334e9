package io.cambric.lax.op;

import io.cambric.array.Axes;
import io.cambric.core.Array;
import io.cambric.core.Primitive.LinearOperand;
import io.cambric.core.ShapedArray;
import org.jspecify.annotations.Nullable;

/** Arithmetic on tangents and cotangents; {@code null} is a symbolic zero. */
public final class Tangents {

  private Tangents() {}

  /** {@return the sum; a symbolic zero if both are} */
  public static @Nullable Array add(@Nullable Array a, @Nullable Array b) {
    if (a == null) {
      return b;
    }
    return b == null ? a : BinaryOps.add(a, b);
  }

  /** {@return the negative} */
  public static @Nullable Array neg(@Nullable Array a) {
    return a == null ? null : UnaryOps.neg(a);
  }

  /** {@return the tangent as an array} */
  public static Array instantiate(@Nullable Array tangent, ShapedArray aval) {
    return tangent == null ? ShapeOps.zeros(aval) : tangent;
  }

  /** {@return the tangent of a scalar operand repeated to the shape of the result} */
  public static @Nullable Array broadcast(@Nullable Array tangent, Array result) {
    return tangent == null || tangent.rank() == result.rank()
        ? tangent
        : ShapeOps.broadcastInDim(tangent, result.shape(), Axes.of());
  }

  /**
   * {@return the cotangent of an operand that is copied into the result, given the cotangent of the
   * result}
   */
  static @Nullable Array toOperand(@Nullable Array cotangent, LinearOperand operand) {
    return cotangent == null || operand instanceof LinearOperand.Known
        ? null
        : Batching.unbroadcast(cotangent, operand.aval().shape());
  }
}
