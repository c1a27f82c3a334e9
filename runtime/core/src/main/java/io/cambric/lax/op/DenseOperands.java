package io.cambric.lax.op;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.NdArray;
import io.cambric.core.ShapedArray;
import io.cambric.kernel.Kernels;
import io.cambric.kernel.LoopBody;
import io.cambric.kernel.Operand;
import java.util.List;

/** Row-major operands for the plain loops of this package; other operands are copied. */
public final class DenseOperands {

  private DenseOperands() {}

  /** {@return the operand, or a row-major copy of it} */
  public static Operand of(Kernels kernels, ShapedArray aval, Operand operand) {
    return NdArray.of(aval, operand, kernels).operand();
  }

  /** Copies elements from one position to another. */
  static void copy(Kernels kernels, DType dtype, int[] dims, Operand from, Operand to) {
    kernels.loop(LoopBody.copy(dtype), dims, List.of(from), List.of(to));
  }

  /**
   * {@return the operand with a single stride over the points of {@code shape}: 0 for a scalar,
   * else 1}
   */
  static Operand flat(Kernels kernels, ShapedArray aval, Shape shape, Operand operand) {
    if (aval.rank() == 0 && shape.rank() != 0) {
      return new Operand(operand.buffer(), operand.offset(), new int[] {0});
    }
    var dense = of(kernels, aval, operand);
    return new Operand(dense.buffer(), dense.offset(), new int[] {1});
  }
}
