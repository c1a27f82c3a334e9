package io.cambric.lax.conv;

import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.Batched;
import io.cambric.core.Lowering;
import io.cambric.core.MappedAxis;
import io.cambric.core.Padded;
import io.cambric.core.RaggedCall;
import io.cambric.core.ShapedArray;
import io.cambric.core.Trace;
import io.cambric.errors.DTypeException;
import io.cambric.kernel.ReduceOp;
import io.cambric.lax.op.DTypes;
import io.cambric.lax.op.SingleResult;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Sum, or largest or smallest element, of a window at each of its positions. A window that holds
 * only padding gives 0, or the smallest or largest value.
 *
 * <p>The sum is linear. The tangent of an extreme is the tangent of the first element with that
 * value.
 *
 * @param op {@code SUM}, {@code MAX} or {@code MIN}
 * @param window the window
 * @see <a
 *     href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.reduce_window.html">lax.reduce_window</a>
 */
public record ReduceWindow(ReduceOp op, Window window) implements SingleResult {

  @Override
  public String name() {
    return "reduce_window_" + op.name().toLowerCase(Locale.ROOT);
  }

  @Override
  public String paramsText() {
    return window.toText();
  }

  @Override
  public ShapedArray type(List<ShapedArray> operands) {
    var operand = operands.getFirst();
    if (!DTypes.NUMERIC.test(operand.dtype())) {
      throw new DTypeException(
          "%s needs an operand of %s, but got %s. Convert it with astype."
              .formatted(name(), DTypes.NUMERIC.text(), operand));
    }
    return operand.withShape(window.result(name(), operand));
  }

  @Override
  public Lowering lower(List<ShapedArray> operands) {
    var operand = operands.getFirst();
    var spec = window.spec(operand.shape(), type(operands).shape());
    return new Lowering.Kernel((kernels, in, out, _) ->
        kernels.reduceWindow(op, spec, operand.dtype(), in.getFirst(), out.getFirst()));
  }

  @Override
  public long kernelFlops(List<ShapedArray> operands) {
    long combined = Shape.of(window.dimensions().toArray()).size() - 1L;
    return combined * type(operands).shape().size();
  }

  @Override
  public Jvp jvp(List<Array> primals, List<@Nullable Array> tangents) {
    var x = primals.getFirst();
    var result = Trace.bind(this, x);
    var tangent = tangents.getFirst();
    if (tangent == null) {
      return Jvp.of(result, null);
    }
    return Jvp.of(
        result,
        op == ReduceOp.SUM
            ? Trace.bind(this, tangent)
            : Trace.bind(new SelectAndGatherAdd(op, window), tangent, x));
  }

  @Override
  public List<@Nullable Array> transpose(
      List<@Nullable Array> cotangents, List<LinearOperand> operands) {
    if (op != ReduceOp.SUM) {
      throw missing("transpose", "reverse differentiation");
    }
    var cotangent = cotangents.getFirst();
    if (cotangent == null) {
      return Collections.singletonList(null);
    }
    var transposed = window.transposed(operands.getFirst().aval().shape(), cotangent.shape());
    return Collections.singletonList(Trace.bind(new ReduceWindow(op, transposed), cotangent));
  }

  @Override
  public Batched batch(MappedAxis axis, List<Array> operands, List<Integer> axes) {
    int at = axes.getFirst();
    return Batched.of(
        Trace.bind(new ReduceWindow(op, window.withLanes(at)), operands.getFirst()), at);
  }

  @Override
  public List<Padded> ragged(RaggedCall call) {
    return RaggedWindows.reduce(this, call);
  }
}
