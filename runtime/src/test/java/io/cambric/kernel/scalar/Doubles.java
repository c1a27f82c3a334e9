package io.cambric.kernel.scalar;

import io.cambric.kernel.ScalarOp;
import java.util.function.DoubleUnaryOperator;

/** The double-precision functions that faster kernels are tested against. */
public final class Doubles {

  private Doubles() {}

  /** {@return the function of a floating operation} */
  public static DoubleUnaryOperator of(ScalarOp op) {
    return RealFunctions.of(op);
  }

  /** {@return the f32 inverse error function with a correctly rounded logarithm} */
  public static float erfInv(float x) {
    return RealFunctions.erfInv(x);
  }
}
