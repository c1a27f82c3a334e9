package io.cambric.lax.op;

import io.cambric.array.Axes;
import io.cambric.array.Buffer;
import io.cambric.array.Shape;
import io.cambric.core.KernelTraits;
import io.cambric.core.Lowering;
import io.cambric.core.ShapedArray;
import io.cambric.kernel.FusedCall;
import io.cambric.kernel.KernelForm;
import io.cambric.kernel.Kernels;
import io.cambric.kernel.LoopBody;
import io.cambric.kernel.MatmulSpec;
import io.cambric.kernel.Operand;
import io.cambric.kernel.ProductLayout;
import io.cambric.kernel.StridedProduct;
import io.cambric.lax.dims.DotDims;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Lowers a contraction to a batch of matrix products. Axes that are contiguous in memory are merged
 * into one stride. If the free axes of a factor are not, the first of them becomes a batch of
 * products that share the other factor. An operand that suits neither form is copied first.
 */
final class DotKernel implements Lowering.KernelRule {

  private final ShapedArray lhs;
  private final ShapedArray rhs;

  /** Forms of the products: first unchanged, then with a free axis as the batch. */
  private final List<Plan> plans = new ArrayList<>();

  /**
   * A batch of products.
   *
   * @param lhsGroups the axes of lhs that become batch, rows and k; none if all products share lhs
   * @param rhsGroups the axes of rhs that become batch, k and columns
   * @param outBatch distance of two products in the result
   * @param outRow distance of two rows
   */
  private record Plan(
      MatmulSpec spec, Axes[] lhsGroups, Axes[] rhsGroups, int outBatch, int outRow) {}

  DotKernel(DotDims dims, ShapedArray lhs, ShapedArray rhs) {
    this.lhs = lhs;
    this.rhs = rhs;
    var lhsGroups = new Axes[] {dims.lhsBatch(), dims.lhsFree(lhs.rank()), dims.lhsContract()};
    var rhsGroups = new Axes[] {dims.rhsBatch(), dims.rhsContract(), dims.rhsFree(rhs.rank())};
    int batch = lhs.shape().select(lhsGroups[0]).size();
    int rows = lhs.shape().select(lhsGroups[1]).size();
    int columns = rhs.shape().select(rhsGroups[2]).size();
    int inner = lhs.shape().select(lhsGroups[2]).size();
    boolean ofVectors = lhsGroups[1].size() + rhsGroups[2].size() == 0;
    var whole = new MatmulSpec(batch, rows, columns, inner, lhs.dtype(), ofVectors);
    plans.add(new Plan(whole, lhsGroups, rhsGroups, rows * columns, columns));
    if (dims.lhsBatch().size() > 0) {
      return;
    }
    if (lhsGroups[1].size() > 1) {
      int parts = lhs.shape().dim(lhsGroups[1].get(0));
      if (parts > 1 && ProductLayout.mayBatchRows(rows / parts)) {
        var spec = new MatmulSpec(parts, rows / parts, columns, inner, lhs.dtype());
        var apart = apart(lhsGroups, 1);
        plans.add(new Plan(spec, apart, rhsGroups, rows / parts * columns, columns));
      }
    }
    if (rhsGroups[2].size() > 1) {
      int parts = rhs.shape().dim(rhsGroups[2].get(0));
      if (parts > 1 && ProductLayout.mayBatchColumns(columns / parts)) {
        var spec = new MatmulSpec(parts, rows, columns / parts, inner, lhs.dtype());
        plans.add(new Plan(spec, lhsGroups, apart(rhsGroups, 2), columns / parts, columns));
      }
    }
  }

  /** {@return the groups with the first axis of one group as the batch} */
  private static Axes[] apart(Axes[] groups, int free) {
    var apart = groups.clone();
    int[] axes = groups[free].toArray();
    apart[0] = Axes.of(axes[0]);
    apart[free] = Axes.of(Arrays.copyOfRange(axes, 1, axes.length));
    return apart;
  }

  @Override
  public KernelTraits traits() {
    return KernelTraits.NONE
        .withInPlace(this::reads)
        .withPrepacked(0, 1)
        .withEpilogue()
        .withComputed(this::takesPrologue);
  }

  private boolean takesPrologue(Kernels kernels, int operand, List<int[]> operands) {
    var plan = plan(operands.get(0), operands.get(1));
    var groups = operand == 0 ? plan.lhsGroups : plan.rhsGroups;
    int[] collapsed = new int[3];
    return collapse((operand == 0 ? lhs : rhs).shape(), operands.get(operand), groups, collapsed)
        && kernels.takesPrologue(plan.spec, operand, collapsed);
  }

  @Override
  public @Nullable KernelForm form(List<int[]> strides) {
    int[] lhsStrides = strides.get(0);
    int[] rhsStrides = strides.get(1);
    var plan = plan(lhsStrides, rhsStrides);
    int[] x = new int[3];
    int[] y = new int[3];
    return collapse(lhs.shape(), lhsStrides, plan.lhsGroups, x)
            && collapse(rhs.shape(), rhsStrides, plan.rhsGroups, y)
        ? new StridedProduct(plan.spec, x, y, new int[] {plan.outBatch, plan.outRow, 1})
        : null;
  }

  @Override
  public void run(Kernels kernels, List<Operand> in, List<Operand> results, FusedCall fused) {
    var out = results.getFirst();
    var plan = plan(in.get(0).strides(), in.get(1).strides());
    var a = grouped(kernels, lhs, in.get(0), plan.lhsGroups);
    var b = grouped(kernels, rhs, in.get(1), plan.rhsGroups);
    var c = new Operand(out.buffer(), out.offset(), new int[] {plan.outBatch, plan.outRow, 1});
    kernels.matmul(plan.spec, a, b, c, fused);
  }

  /** {@return the first form in which both factors are read in place, or else the first one} */
  private Plan plan(int[] lhsStrides, int[] rhsStrides) {
    int[] collapsed = new int[3];
    for (var plan : plans) {
      if (collapse(lhs.shape(), lhsStrides, plan.lhsGroups, collapsed)
          && collapse(rhs.shape(), rhsStrides, plan.rhsGroups, collapsed)) {
        return plan;
      }
    }
    return plans.getFirst();
  }

  /** If the kernel cannot read even a row-major operand, the copy reorders its axes. */
  private boolean reads(int operand, int[] strides) {
    var shape = (operand == 0 ? lhs : rhs).shape();
    return collapses(operand, shape, strides) || !collapses(operand, shape, shape.strides());
  }

  private boolean collapses(int operand, Shape shape, int[] strides) {
    int[] collapsed = new int[3];
    return plans.stream()
        .anyMatch(plan ->
            collapse(shape, strides, operand == 0 ? plan.lhsGroups : plan.rhsGroups, collapsed));
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
