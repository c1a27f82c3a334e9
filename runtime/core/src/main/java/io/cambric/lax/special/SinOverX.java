package io.cambric.lax.special;

import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.core.Batched;
import io.cambric.core.Lowering;
import io.cambric.core.MappedAxis;
import io.cambric.core.Padded;
import io.cambric.core.RaggedCall;
import io.cambric.core.ShapedArray;
import io.cambric.core.Trace;
import io.cambric.errors.DTypeException;
import io.cambric.kernel.Instr;
import io.cambric.kernel.LoopBody;
import io.cambric.kernel.ScalarOp;
import io.cambric.lax.op.BinaryOps;
import io.cambric.lax.op.ElementwiseOp;
import io.cambric.lax.op.RaggedRules;
import io.cambric.lax.op.SingleResult;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code sin(x) / x}, 1 at 0. Derivative {@link SinOverXDerivative}. */
public record SinOverX() implements SingleResult {

  @Override
  public String name() {
    return "sin_over_x";
  }

  @Override
  public ShapedArray type(List<ShapedArray> operands) {
    var x = operands.getFirst();
    if (!x.dtype().isFloating()) {
      throw new DTypeException(
          "sin_over_x needs an operand of a floating dtype, but got %s. Convert it with astype."
              .formatted(x));
    }
    return x;
  }

  @Override
  public Lowering lower(List<ShapedArray> operands) {
    var dtype = operands.getFirst().dtype();
    return new Lowering.Elementwise(
        new LoopBody(
            List.of(dtype),
            List.of(
                Instr.of(ScalarOp.SIN, dtype, 0),
                Instr.of(ScalarOp.DIV, dtype, 1, 0),
                Instr.constant(dtype, 0),
                Instr.of(ScalarOp.EQ, DType.BOOL, 0, 3),
                Instr.constant(dtype, 1),
                Instr.of(ScalarOp.SELECT, dtype, 4, 2, 5)),
            List.of(6)));
  }

  @Override
  public Jvp jvp(List<Array> primals, List<@Nullable Array> tangents) {
    var x = primals.getFirst();
    var tangent = tangents.getFirst();
    return Jvp.of(
        Trace.bind(this, x),
        tangent == null ? null : BinaryOps.mul(tangent, Trace.bind(new SinOverXDerivative(1), x)));
  }

  @Override
  public Batched batch(MappedAxis axis, List<Array> operands, List<Integer> axes) {
    return ElementwiseOp.batch(this, axis, operands, axes);
  }

  @Override
  public List<Padded> ragged(RaggedCall call) {
    return RaggedRules.elementwise(this, call, 0.5);
  }
}
