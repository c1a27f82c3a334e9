package io.cambric.control;

import io.cambric.array.Axes;
import io.cambric.control.ScanRates.Rate;
import io.cambric.core.Atom;
import io.cambric.core.Eqn;
import io.cambric.core.Jaxpr;
import io.cambric.lax.DotDims;
import io.cambric.lax.DotGeneral;
import io.cambric.lax.Transpose;
import java.util.ArrayList;
import java.util.List;

/**
 * Turns constant factors of products in a scan round, so that each round reads them row by row: a
 * factor whose innermost axis is summed over would be turned in every round.
 */
final class ScanFactors {

  private ScanFactors() {}

  /** {@return the body with constant factors transposed where they are read along their columns} */
  static Jaxpr inOrder(Jaxpr body, ScanRates rates) {
    var eqns = new ArrayList<Eqn>();
    for (var eqn : body.eqns()) {
      boolean product = eqn.primitive() instanceof DotGeneral && rates.of(eqn) == Rate.ROUNDS;
      eqns.addAll(product ? turned(eqn, rates) : List.of(eqn));
    }
    return eqns.size() == body.eqns().size()
        ? body
        : new Jaxpr(body.inputs(), eqns, body.outputs());
  }

  private static List<Eqn> turned(Eqn product, ScanRates rates) {
    var dims = ((DotGeneral) product.primitive()).dims();
    var lhs = product.inputs().get(0);
    var rhs = product.inputs().get(1);
    if (isFixed(rhs, rates)) {
      var order = order(rhs, dims.rhsBatch(), dims.rhsContract());
      var turned = new DotDims(dims.lhsContract(), contract(dims), dims.lhsBatch(), batch(dims));
      return order.isIdentity() ? List.of(product) : turned(product, 1, order, turned);
    }
    if (isFixed(lhs, rates)) {
      var order = order(lhs, dims.lhsBatch(), dims.lhsContract());
      var turned = new DotDims(contract(dims), dims.rhsContract(), batch(dims), dims.rhsBatch());
      return order.isIdentity() ? List.of(product) : turned(product, 0, order, turned);
    }
    return List.of(product);
  }

  private static boolean isFixed(Atom factor, ScanRates rates) {
    return factor instanceof Atom.Var && rates.of(factor) == Rate.ONCE;
  }

  /** {@return batch axes, summed axes, free axes, if the last axis is summed; else all as it is} */
  private static Axes order(Atom factor, Axes batch, Axes contract) {
    int rank = factor.aval().rank();
    var first = batch.concat(contract);
    return contract.contains(rank - 1) ? first.concat(first.complement(rank)) : Axes.range(0, rank);
  }

  private static Axes batch(DotDims dims) {
    return Axes.range(0, dims.rhsBatch().size());
  }

  private static Axes contract(DotDims dims) {
    int batch = dims.rhsBatch().size();
    return Axes.range(batch, batch + dims.rhsContract().size());
  }

  private static List<Eqn> turned(Eqn product, int operand, Axes order, DotDims dims) {
    var factor = product.inputs().get(operand);
    var transpose = new Transpose(order);
    var turned = new Atom.Var(transpose.type(List.of(factor.aval())));
    var inputs = new ArrayList<>(product.inputs());
    inputs.set(operand, turned);
    return List.of(
        new Eqn(transpose, List.of(factor), List.of(turned), product.source()),
        new Eqn(new DotGeneral(dims), inputs, product.outputs(), product.source()));
  }
}
