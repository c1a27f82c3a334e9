package io.cambric.lax.op;

import io.cambric.core.Array;
import io.cambric.core.Trace;
import io.cambric.kernel.ScalarOp;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * {@code x * y + z} rounded once. JAX has no such operation, but XLA fuses products and sums in
 * this way. Random numbers need it for the same bits.
 */
record Fma() implements ElementwiseOp {

  @Override
  public String name() {
    return "fma";
  }

  @Override
  public ScalarOp scalar() {
    return ScalarOp.FMA;
  }

  @Override
  public Jvp jvp(List<Array> primals, List<@Nullable Array> tangents) {
    var result = Trace.bind(this, primals).getFirst();
    var x = primals.get(0);
    var y = primals.get(1);
    return Jvp.of(
        result,
        Tangents.add(
            Tangents.add(product(tangents.get(0), y, result), product(tangents.get(1), x, result)),
            Tangents.broadcast(tangents.get(2), result)));
  }

  /** Jointly linear in the first factor and the summand, like tangents of products and sums. */
  @Override
  public List<@Nullable Array> transpose(
      List<@Nullable Array> cotangents, List<LinearOperand> operands) {
    var cotangent = cotangents.getFirst();
    if (!(operands.get(1) instanceof LinearOperand.Known(var factor))) {
      throw missing("transpose", "reverse differentiation");
    }
    return Arrays.asList(
        cotangent == null || operands.get(0) instanceof LinearOperand.Known
            ? null
            : Tangents.toOperand(BinaryOps.mul(cotangent, factor), operands.get(0)),
        null,
        Tangents.toOperand(cotangent, operands.get(2)));
  }

  private static @Nullable Array product(@Nullable Array tangent, Array factor, Array result) {
    return tangent == null ? null : Tangents.broadcast(BinaryOps.mul(tangent, factor), result);
  }
}
