package io.cambric.lax;

import io.cambric.array.Axes;
import io.cambric.array.Buffer;
import io.cambric.array.Shape;
import io.cambric.core.Lowering;
import io.cambric.core.ShapedArray;
import io.cambric.kernel.Epilogue;
import io.cambric.kernel.Kernels;
import io.cambric.kernel.LoopBody;
import io.cambric.kernel.MatmulSpec;
import io.cambric.kernel.Operand;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Turns a contraction into a batch of matrix products: groups of axes that lie in one run become
 * one stride; an operand whose groups do not is copied first.
 */
final class DotKernel implements Lowering.KernelRule {

  private final ShapedArray lhs;
  private final ShapedArray rhs;
  private final MatmulSpec spec;

  /** The axes of an operand that become batch, rows and columns of a factor. */
  private final Axes[] lhsGroups;

  private final Axes[] rhsGroups;

  DotKernel(DotDims dims, ShapedArray lhs, ShapedArray rhs) {
    this.lhs = lhs;
    this.rhs = rhs;
    lhsGroups = new Axes[] {dims.lhsBatch(), dims.lhsFree(lhs.rank()), dims.lhsContract()};
    rhsGroups = new Axes[] {dims.rhsBatch(), dims.rhsContract(), dims.rhsFree(rhs.rank())};
    spec =
        new MatmulSpec(
            lhs.shape().select(lhsGroups[0]).size(),
            lhs.shape().select(lhsGroups[1]).size(),
            rhs.shape().select(rhsGroups[2]).size(),
            lhs.shape().select(lhsGroups[2]).size(),
            lhs.dtype());
  }

  @Override
  public void run(Kernels kernels, List<Operand> operands, List<Operand> results) {
    run(kernels, operands, results.getFirst(), null);
  }

  @Override
  public boolean takesEpilogue() {
    return true;
  }

  @Override
  public void run(
      Kernels kernels, List<Operand> operands, List<Operand> results, Epilogue epilogue) {
    run(kernels, operands, results.getFirst(), epilogue);
  }

  private void run(Kernels kernels, List<Operand> in, Operand out, @Nullable Epilogue epilogue) {
    var a = grouped(kernels, lhs, in.get(0), lhsGroups);
    var b = grouped(kernels, rhs, in.get(1), rhsGroups);
    int columns = spec.columns();
    var c = new Operand(out.buffer(), out.offset(), new int[] {spec.rows() * columns, columns, 1});
    if (epilogue == null) {
      kernels.matmul(spec, a, b, c);
    } else {
      kernels.matmul(spec, a, b, c, epilogue);
    }
  }

  /** Where not even a row-major operand could be read, the kernel orders the axes as it copies. */
  @Override
  public boolean reads(int operand, int[] strides) {
    var shape = (operand == 0 ? lhs : rhs).shape();
    var groups = operand == 0 ? lhsGroups : rhsGroups;
    int[] collapsed = new int[groups.length];
    return collapse(shape, strides, groups, collapsed)
        || !collapse(shape, shape.strides(), groups, collapsed);
  }

  private static boolean collapse(Shape shape, int[] strides, Axes[] groups, int[] collapsed) {
    for (int g = 0; g < groups.length; g++) {
      if (!collapse(shape, strides, groups[g], collapsed, g)) {
        return false;
      }
    }
    return true;
  }

  /** {@return the operand with one stride for each of the three groups} */
  private static Operand grouped(
      Kernels kernels, ShapedArray aval, Operand operand, Axes[] groups) {
    int[] strides = new int[groups.length];
    if (collapse(aval.shape(), operand.strides(), groups, strides)) {
      return new Operand(operand.buffer(), operand.offset(), strides);
    }
    var order = groups[0].concat(groups[1]).concat(groups[2]);
    var shape = aval.shape().select(order);
    int[] permuted = new int[order.size()];
    for (int i = 0; i < permuted.length; i++) {
      permuted[i] = operand.strides()[order.get(i)];
    }
    var copy = Operand.dense(Buffer.allocate(aval.dtype(), shape.size()), shape);
    kernels.loop(
        LoopBody.copy(aval.dtype()),
        shape.toArray(),
        List.of(new Operand(operand.buffer(), operand.offset(), permuted)),
        List.of(copy));
    int last = aval.shape().select(groups[2]).size();
    int middle = aval.shape().select(groups[1]).size();
    return new Operand(copy.buffer(), 0, new int[] {middle * last, last, 1});
  }

  private static boolean collapse(
      Shape shape, int[] strides, Axes group, int[] collapsed, int position) {
    int stride = 0;
    int expected = 0;
    boolean started = false;
    for (int i = group.size() - 1; i >= 0; i--) {
      int axis = group.get(i);
      if (shape.dim(axis) == 1) {
        continue;
      }
      if (started && strides[axis] != expected) {
        return false;
      }
      if (!started) {
        stride = strides[axis];
        started = true;
      }
      expected = strides[axis] * shape.dim(axis);
    }
    collapsed[position] = stride;
    return true;
  }
}
