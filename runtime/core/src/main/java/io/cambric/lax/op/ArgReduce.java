package io.cambric.lax.op;

import io.cambric.array.Axes;
import io.cambric.array.Buffer;
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
import io.cambric.errors.ShapeException;
import io.cambric.kernel.FusedCall;
import io.cambric.kernel.KernelForm;
import io.cambric.kernel.Kernels;
import io.cambric.kernel.LineSearch;
import io.cambric.kernel.LoopBody;
import io.cambric.kernel.Operand;
import io.cambric.kernel.ReduceOp;
import io.cambric.kernel.ScalarOp;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Index of the largest (or smallest) element along an axis: the first of equal elements, or the
 * first NaN if there is one.
 *
 * @param op {@code MAX} or {@code MIN}
 * @param axis the axis that is searched, not empty
 * @param indexDtype integer dtype of the result
 * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.argmax.html">lax.argmax</a>
 */
record ArgReduce(ReduceOp op, int axis, DType indexDtype) implements FlatOp {

  @Override
  public String name() {
    return op == ReduceOp.MAX ? "argmax" : "argmin";
  }

  @Override
  public String paramsText() {
    return "axes=(%d,) index_dtype=%s".formatted(axis, indexDtype.jaxName());
  }

  @Override
  public ShapedArray type(List<ShapedArray> operands) {
    var operand = operands.getFirst();
    if (!indexDtype.isInteger()) {
      throw new DTypeException(
          "%s needs an integer dtype for its indices, but got %s.".formatted(name(), indexDtype));
    }
    var result = ReductionRules.type(name(), Axes.of(axis), DTypes.ANY, operand);
    if (operand.shape().dim(axis) == 0) {
      throw new ShapeException(
          "%s along axis %d needs at least one element there, but the operand is %s."
              .formatted(name(), axis, operand));
    }
    return new ShapedArray(result.shape(), indexDtype);
  }

  @Override
  public Lowering lower(List<ShapedArray> operands) {
    return new Lowering.Kernel(new SearchKernel(operands.getFirst(), type(operands)));
  }

  /** Searches the lines along the axis. */
  private final class SearchKernel implements Lowering.KernelRule {

    private final ShapedArray operand;
    private final ShapedArray result;

    SearchKernel(ShapedArray operand, ShapedArray result) {
      this.operand = operand;
      this.result = result;
    }

    @Override
    public @Nullable KernelForm form(List<int[]> strides) {
      return result.dtype() == DType.I32 ? lines(operand, strides.getFirst()) : null;
    }

    @Override
    public void run(Kernels kernels, List<Operand> in, List<Operand> results, FusedCall fused) {
      search(kernels, operand, result, in.getFirst(), results.getFirst());
    }
  }

  private LineSearch lines(ShapedArray operand, int[] given) {
    var order = Axes.of(axis).complement(operand.rank()).concat(Axes.of(axis));
    int[] strides = new int[operand.rank()];
    for (int i = 0; i < strides.length; i++) {
      strides[i] = given[order.get(i)];
    }
    return new LineSearch(operand.shape().select(order).toArray(), strides, op == ReduceOp.MAX);
  }

  private void search(
      Kernels kernels, ShapedArray operand, ShapedArray result, Operand x, Operand out) {
    var lines = lines(operand, x.strides());
    var found =
        indexDtype == DType.I32
            ? out
            : Operand.dense(Buffer.allocate(DType.I32, result.shape().size()), result.shape());
    kernels.argReduce(
        lines.isMax(),
        operand.dtype(),
        lines.dims(),
        new Operand(x.buffer(), x.offset(), lines.strides()),
        found);
    if (found != out) {
      var convert = LoopBody.of(ScalarOp.CONVERT, indexDtype, 0, List.of(DType.I32));
      kernels.loop(convert, result.shape().toArray(), List.of(found), List.of(out));
    }
  }

  @Override
  public Batched batch(MappedAxis mapped, List<Array> operands, List<Integer> axes) {
    int at = axes.getFirst();
    var batched = new ArgReduce(op, axis >= at ? axis + 1 : axis, indexDtype);
    return Batched.of(Trace.bind(batched, operands.getFirst()), batched.axis() < at ? at - 1 : at);
  }

  @Override
  public List<Padded> ragged(RaggedCall call) {
    return RaggedRules.reduction(this, call, Axes.of(axis), op);
  }
}
