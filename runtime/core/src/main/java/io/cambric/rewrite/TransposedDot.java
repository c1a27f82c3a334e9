package io.cambric.rewrite;

import io.cambric.array.Axes;
import io.cambric.core.Atom;
import io.cambric.core.Eqn;
import io.cambric.core.RewriteContext;
import io.cambric.lax.dims.DotDims;
import io.cambric.lax.op.DotGeneral;
import io.cambric.lax.op.Transpose;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Transpositions before and after a product. The product reads transposed factors by other axis
 * numbers, so at most the smaller factor is copied.
 */
final class TransposedDot {

  private TransposedDot() {}

  /** {@return the product of the factors before transposition; {@code null} if nothing changes} */
  static @Nullable List<Atom> ofWholes(DotGeneral dot, List<Atom> factors, RewriteContext context) {
    var dims = dot.dims();
    var lhs = Side.of(factors.get(0), dims.lhsContract(), dims.lhsBatch(), context);
    var rhs = Side.of(factors.get(1), dims.rhsContract(), dims.rhsBatch(), context);
    var larger = size(lhs) >= size(rhs) ? lhs.contract : rhs.contract;
    // For each summed axis of the larger factor, ascending, the number of its pair.
    var order = Axes.of(Arrays.stream(larger.sorted().toArray()).map(larger::indexOf).toArray());
    var left = lhs.with(lhs.contract.select(order));
    var right = rhs.with(rhs.contract.select(order));
    var its = new DotDims(left.contract.sorted(), right.contract.sorted(), left.batch, right.batch);
    if (its.equals(dims) && factors.equals(List.of(left.factor, right.factor))) {
      return null;
    }
    var product = context.bind(new DotGeneral(its), left.turned(context), right.turned(context));
    return List.of(product);
  }

  private static int size(Side side) {
    return side.factor.aval().shape().size();
  }

  private record Side(Atom factor, Axes contract, Axes batch) {

    static Side of(Atom factor, Axes contract, Axes batch, RewriteContext context) {
      var side = new Side(factor, contract, batch);
      while (context.maker(side.factor) instanceof Eqn eqn
          && eqn.primitive() instanceof Transpose(var permutation)
          && side.keepsOrder(permutation)) {
        side =
            new Side(
                eqn.inputs().getFirst(),
                permutation.select(side.contract),
                permutation.select(side.batch));
      }
      return side;
    }

    private Side with(Axes newContract) {
      return new Side(factor, newContract, batch);
    }

    /** {@return the factor with its summed axes in the order of the pairs} */
    private Atom turned(RewriteContext context) {
      var sorted = contract.sorted();
      int[] order = new int[factor.aval().rank()];
      for (int axis = 0; axis < order.length; axis++) {
        int position = sorted.indexOf(axis);
        order[axis] = position < 0 ? axis : contract.get(position);
      }
      var turn = new Transpose(Axes.of(order));
      return contract.equals(sorted) ? factor : context.bind(turn, factor);
    }

    /** {@return whether the free axes, which a product cannot reorder, keep their order} */
    private boolean keepsOrder(Axes permutation) {
      var free = permutation.select(contract.concat(batch).complement(permutation.size()));
      return free.equals(free.sorted());
    }
  }

  /**
   * {@return the product of a transposed left factor, which replaces the transposition of a
   * product; {@code null} for other values} The factor may not be larger than the result.
   */
  static @Nullable List<Atom> transposed(
      Transpose transpose, List<Atom> operands, RewriteContext context) {
    var permutation = transpose.permutation();
    var operand = operands.getFirst();
    if (context.uses(operand) != 1
        || !(context.maker(operand) instanceof Eqn eqn)
        || !(eqn.primitive() instanceof DotGeneral(var dims))
        || dims.lhsBatch().size() > 0) {
      return null;
    }
    var lhs = eqn.inputs().get(0);
    if (lhs.aval().shape().size() > operand.aval().shape().size()) {
      return null;
    }
    var free = dims.lhsFree(lhs.aval().rank());
    int count = free.size();
    for (int i = 0; i < permutation.size(); i++) {
      if (i < count ? permutation.get(i) >= count : permutation.get(i) != i) {
        return null;
      }
    }
    var order = permutation.select(Axes.range(0, count));
    var turned = new Transpose(free.select(order).concat(dims.lhsContract()));
    int contracted = dims.lhsContract().size();
    var its =
        new DotDims(
            Axes.range(count, count + contracted), dims.rhsContract(), Axes.of(), Axes.of());
    return List.of(
        context.bind(new DotGeneral(its), context.bind(turned, lhs), eqn.inputs().get(1)));
  }
}
