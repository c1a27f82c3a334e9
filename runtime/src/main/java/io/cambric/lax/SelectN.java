package io.cambric.lax;

import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.core.Batched;
import io.cambric.core.Lowering;
import io.cambric.core.MappedAxis;
import io.cambric.core.Primitive.LinearOperand;
import io.cambric.core.ShapedArray;
import io.cambric.core.Trace;
import io.cambric.errors.DTypeException;
import io.cambric.kernel.LoopBody;
import io.cambric.kernel.ScalarOp;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Chooses, element by element, the second case where the predicate is true and the first elsewhere.
 *
 * <p>Operands: a bool predicate and two cases of one dtype; all of one shape, or scalars. Linear in
 * the cases.
 *
 * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.select_n.html">lax.select_n</a>
 */
record SelectN() implements SingleResult {

  @Override
  public String name() {
    return "select_n";
  }

  @Override
  public ShapedArray type(List<ShapedArray> operands) {
    var predicate = operands.get(0);
    var onFalse = operands.get(1);
    var onTrue = operands.get(2);
    if (predicate.dtype() != DType.BOOL || onFalse.dtype() != onTrue.dtype()) {
      throw new DTypeException(
          "select_n needs a bool predicate and two cases of one dtype, but got %s. Convert with astype, or use where."
              .formatted(operands));
    }
    return new ShapedArray(
        ElementwiseOp.commonShape(name(), operands),
        onTrue.dtype(),
        onFalse.weak() && onTrue.weak());
  }

  @Override
  public Lowering lower(List<ShapedArray> operands) {
    return new Lowering.Elementwise(
        LoopBody.of(
            ScalarOp.SELECT,
            operands.get(1).dtype(),
            0,
            operands.stream().map(ShapedArray::dtype).toList()));
  }

  @Override
  public Jvp jvp(List<Array> primals, List<@Nullable Array> tangents) {
    var result = Trace.bind(this, primals);
    var onFalse = tangents.get(1);
    var onTrue = tangents.get(2);
    if (onFalse == null && onTrue == null) {
      return new Jvp(result, Arrays.asList((Array) null));
    }
    var zero = Lax.fullLike(primals.get(1), 0);
    var tangent =
        Trace.bind(
            this, primals.get(0), onFalse == null ? zero : onFalse, onTrue == null ? zero : onTrue);
    return Jvp.of(result.getFirst(), Tangents.broadcast(tangent, result.getFirst()));
  }

  @Override
  public List<@Nullable Array> transpose(
      List<@Nullable Array> cotangents, List<LinearOperand> operands) {
    var cotangent = cotangents.getFirst();
    if (cotangent == null || !(operands.get(0) instanceof LinearOperand.Known(var predicate))) {
      return Arrays.asList(null, null, null);
    }
    var zero = Lax.fullLike(cotangent, 0);
    return Arrays.asList(
        null,
        Tangents.toOperand(Trace.bind(this, predicate, cotangent, zero), operands.get(1)),
        Tangents.toOperand(Trace.bind(this, predicate, zero, cotangent), operands.get(2)));
  }

  @Override
  public Batched batch(MappedAxis axis, List<Array> operands, List<Integer> axes) {
    return Batched.of(
        Trace.bind(this, Batching.alignElementwise(axis, operands, axes)).getFirst(), 0);
  }
}
