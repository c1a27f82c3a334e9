package io.cambric.testing;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.Batched;
import io.cambric.core.Lowering;
import io.cambric.core.MappedAxis;
import io.cambric.core.Primitive;
import io.cambric.core.ShapedArray;
import io.cambric.core.Trace;
import io.cambric.kernel.Instr;
import io.cambric.kernel.LoopBody;
import io.cambric.kernel.Operand;
import io.cambric.kernel.ReduceOp;
import io.cambric.kernel.ScalarOp;
import java.util.List;

/** Operations for corners of the compiler that few operations of the library reach. */
public final class TestOps {

  private TestOps() {}

  /** Positions along an axis: a loop without operands. */
  public record Positions(Shape shape, int axis) implements Primitive {
    @Override
    public String name() {
      return "positions";
    }

    @Override
    public List<ShapedArray> abstractEval(List<ShapedArray> operands) {
      return List.of(new ShapedArray(shape, DType.F32));
    }

    @Override
    public Lowering lower(List<ShapedArray> operands) {
      return new Lowering.Elementwise(
          new LoopBody(
              List.of(),
              List.of(new Instr(ScalarOp.INDEX, DType.F32, List.of(), axis)),
              List.of(0)));
    }
  }

  /** An axis backwards: a view with an offset and a negative stride. */
  public record Reversed(int axis) implements Primitive {
    @Override
    public String name() {
      return "reversed";
    }

    @Override
    public List<ShapedArray> abstractEval(List<ShapedArray> operands) {
      return operands;
    }

    @Override
    public Lowering lower(List<ShapedArray> operands) {
      return new Lowering.View(layout -> {
        if (layout.shape().size() == 0) {
          return layout;
        }
        int[] strides = layout.strides().clone();
        int offset = layout.offset() + (layout.shape().dim(axis) - 1) * strides[axis];
        strides[axis] = -strides[axis];
        return new Lowering.Layout(layout.shape(), offset, strides);
      });
    }

    @Override
    public Batched batch(MappedAxis mapped, List<Array> operands, List<Integer> axes) {
      int shifted = axis >= axes.getFirst() ? axis + 1 : axis;
      return Batched.of(Trace.bind(new Reversed(shifted), operands.getFirst()), axes.getFirst());
    }
  }

  /** The same bits read as another dtype: a view. */
  public record SameBits(DType dtype) implements Primitive {
    @Override
    public String name() {
      return "same_bits";
    }

    @Override
    public List<ShapedArray> abstractEval(List<ShapedArray> operands) {
      return List.of(operands.getFirst().withDType(dtype));
    }

    @Override
    public Lowering lower(List<ShapedArray> operands) {
      return new Lowering.View(layout -> layout);
    }
  }

  /** The larger and the smaller of two operands: a loop with two results. */
  public record Ordered() implements Primitive {
    @Override
    public String name() {
      return "ordered";
    }

    @Override
    public List<ShapedArray> abstractEval(List<ShapedArray> operands) {
      var strong = operands.getFirst().strong();
      return List.of(strong, strong);
    }

    @Override
    public Lowering lower(List<ShapedArray> operands) {
      var dtype = operands.getFirst().dtype();
      return new Lowering.Elementwise(
          new LoopBody(
              List.of(dtype, dtype),
              List.of(
                  new Instr(ScalarOp.MAX, dtype, List.of(0, 1), 0),
                  new Instr(ScalarOp.MIN, dtype, List.of(0, 1), 0)),
              List.of(2, 3)));
    }
  }

  /** The sum and the maximum along the last axis: a kernel with two results. */
  public record SumAndMax() implements Primitive {
    @Override
    public String name() {
      return "sum_and_max";
    }

    @Override
    public List<ShapedArray> abstractEval(List<ShapedArray> operands) {
      var operand = operands.getFirst();
      var kept = operand.strong().withShape(operand.shape().without(Axes.of(operand.rank() - 1)));
      return List.of(kept, kept);
    }

    @Override
    public Lowering lower(List<ShapedArray> operands) {
      var operand = operands.getFirst();
      return new Lowering.Kernel((kernels, in, out, _) -> {
        int k = 0;
        for (var op : List.of(ReduceOp.SUM, ReduceOp.MAX)) {
          Operand result = out.get(k++);
          kernels.reduce(
              op,
              LoopBody.copy(operand.dtype()),
              operand.shape().toArray(),
              operand.rank() - 1,
              in,
              result);
        }
      });
    }
  }
}
