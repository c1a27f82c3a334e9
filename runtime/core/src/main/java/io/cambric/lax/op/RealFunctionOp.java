package io.cambric.lax.op;

import io.cambric.array.Buffer;
import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.core.Batched;
import io.cambric.core.Lowering;
import io.cambric.core.MappedAxis;
import io.cambric.core.Padded;
import io.cambric.core.RaggedCall;
import io.cambric.core.ShapedArray;
import io.cambric.errors.DTypeException;
import io.cambric.kernel.LoopBody;
import io.cambric.kernel.Operand;
import io.cambric.kernel.thread.Parallel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A function of floating operands, computed in double precision one element at a time, and rounded
 * to their dtype. Some functions have a loop body instead, for some dtypes.
 */
public interface RealFunctionOp extends SingleResult {

  /** Points that justify another thread. */
  int GRAIN = 1024;

  /** The relative error of results that are rounded to narrower dtypes than f64. */
  double ERROR = 0x1p-27;

  /** {@return the value at a point, with one number per operand} */
  double at(double[] point);

  /**
   * {@return the value at a point, up to a relative error}
   *
   * @param point the operands, and the value of {@link #start} if there is one
   */
  default double near(double[] point, double error) {
    return at(point);
  }

  /** {@return a loop body of f64 that computes a part of {@link #near}, or null, by default} */
  default @Nullable LoopBody start() {
    return null;
  }

  /**
   * {@return the loop body that computes the function, or null if there is none, the default}
   *
   * @param dtype of the operands
   */
  default @Nullable LoopBody body(DType dtype) {
    return null;
  }

  /**
   * {@return a loop body that computes usual points, or null if there is none, the default} Other
   * points give NaN, and {@link #at} computes them.
   */
  default @Nullable LoopBody bodyOrNaN(DType dtype) {
    return null;
  }

  @Override
  default ShapedArray type(List<ShapedArray> operands) {
    var first = operands.getFirst();
    boolean oneDType = operands.stream().allMatch(each -> each.dtype() == first.dtype());
    if (!oneDType || !first.dtype().isFloating()) {
      throw new DTypeException(
          operands.size() == 1
              ? "%s needs an operand of %s, but got %s. Convert it with astype."
                  .formatted(name(), DTypes.FLOATING.text(), first)
              : "%s needs operands with the same floating dtype, but got %s. Convert them with astype."
                  .formatted(name(), operands));
    }
    boolean weak = operands.stream().allMatch(ShapedArray::weak);
    return new ShapedArray(ElementwiseOp.commonShape(name(), operands), first.dtype(), weak);
  }

  @Override
  default Lowering lower(List<ShapedArray> operands) {
    var result = type(operands);
    var body = body(result.dtype());
    if (body != null) {
      return new Lowering.Elementwise(body);
    }
    var start = start();
    var usual = bodyOrNaN(result.dtype());
    var shape = result.shape();
    return new Lowering.Kernel((kernels, in, out, _) -> {
      var inputs = new ArrayList<Operand>(operands.size());
      for (int k = 0; k < operands.size(); k++) {
        inputs.add(DenseOperands.flat(kernels, operands.get(k), shape, in.get(k)));
      }
      if (start != null) {
        inputs.replaceAll(input -> doubles(input, shape.size()));
        var first = Operand.dense(Buffer.allocate(DType.F64, shape.size()), shape);
        kernels.loop(start, new int[] {shape.size()}, inputs, List.of(flat(first)));
        inputs.add(flat(first));
      }
      Operand target = out.getFirst();
      if (usual != null) {
        kernels.loop(usual, new int[] {shape.size()}, inputs, List.of(flat(target)));
      }
      Parallel.forRange(
          shape.size(),
          GRAIN,
          (from, to) -> compute(this, inputs, target, from, to, usual != null));
    });
  }

  private static Operand flat(Operand dense) {
    return new Operand(dense.buffer(), dense.offset(), new int[] {1});
  }

  /** {@return the elements of an operand in f64, including subnormals} */
  private static Operand doubles(Operand x, int count) {
    if (x.buffer().dtype() == DType.F64) {
      return x;
    }
    double[] copy = new double[count];
    Arrays.setAll(copy, i -> x.buffer().getDouble(x.offset() + i * x.strides()[0]));
    return new Operand(Buffer.wrap(copy), 0, new int[] {1});
  }

  /** Computes a range of points, or only the points that have NaN as result. */
  private static void compute(
      RealFunctionOp function,
      List<Operand> inputs,
      Operand result,
      int from,
      int to,
      boolean onlyNaN) {
    double error = result.buffer().dtype() == DType.F64 ? Math.ulp(1.0) : ERROR;
    var point = new double[inputs.size()];
    for (int i = from; i < to; i++) {
      if (onlyNaN && !Double.isNaN(result.buffer().getDouble(result.offset() + i))) {
        continue;
      }
      for (int k = 0; k < point.length; k++) {
        Operand x = inputs.get(k);
        point[k] = x.buffer().getDouble(x.offset() + i * x.strides()[0]);
      }
      result.buffer().setDouble(result.offset() + i, function.near(point, error));
    }
  }

  @Override
  default Batched batch(MappedAxis axis, List<Array> operands, List<Integer> axes) {
    return ElementwiseOp.batch(this, axis, operands, axes);
  }

  /**
   * {@return a point at which the function and its derivatives are finite, for the padding of
   * ragged operands; NaN if they are finite at all points}
   */
  default double paddingPoint() {
    return 0.5;
  }

  @Override
  default List<Padded> ragged(RaggedCall call) {
    return RaggedRules.elementwise(this, call, paddingPoint());
  }
}
