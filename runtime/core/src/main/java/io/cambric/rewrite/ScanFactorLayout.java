package io.cambric.rewrite;

import io.cambric.array.Axes;
import io.cambric.core.Atom;
import io.cambric.core.Eqn;
import io.cambric.core.Jaxpr;
import io.cambric.core.Primitive;
import io.cambric.core.ShapedArray;
import io.cambric.kernel.ProductLayout;
import io.cambric.lax.dims.DotDims;
import io.cambric.lax.op.DotGeneral;
import io.cambric.lax.op.Reshape;
import io.cambric.lax.op.Transpose;
import io.cambric.rewrite.ScanDependence.Dependence;
import java.util.ArrayList;
import java.util.List;

/**
 * The layout of loop-invariant factors of products in a scan, changed once before the loop. A
 * factor whose innermost axis is contracted is transposed; otherwise each iteration would transpose
 * it. A factor with rows longer than a page is split into panels of columns; otherwise each row
 * would begin on a page of its own.
 */
final class ScanFactorLayout {

  private static final int PANEL = ProductLayout.PANEL_COLUMNS;

  private final ScanDependence dependences;
  private final List<Eqn> eqns = new ArrayList<>();

  private ScanFactorLayout(ScanDependence dependences) {
    this.dependences = dependences;
  }

  /** {@return an equal body, with layout changes of loop-invariant factors before products} */
  static Jaxpr inOrder(Jaxpr body, ScanDependence dependences) {
    var pass = new ScanFactorLayout(dependences);
    for (var eqn : body.eqns()) {
      if (eqn.primitive() instanceof DotGeneral(var dims)
          && dependences.of(eqn) == Dependence.CARRIES) {
        pass.visit(eqn, dims);
      } else {
        pass.eqns.add(eqn);
      }
    }
    return pass.eqns.size() == body.eqns().size()
        ? body
        : new Jaxpr(body.inputs(), pass.eqns, body.outputs());
  }

  private void visit(Eqn product, DotDims dims) {
    var lhs = product.inputs().get(0);
    var rhs = product.inputs().get(1);
    int batch = dims.rhsBatch().size();
    var first = Axes.range(0, batch);
    var then = Axes.range(batch, batch + dims.rhsContract().size());
    if (isInvariant(rhs)) {
      var order = order(rhs, dims.rhsBatch(), dims.rhsContract());
      boolean transposed = !order.isIdentity();
      var factor = transposed ? bind(new Transpose(order), rhs, product) : rhs;
      var newDims =
          transposed ? new DotDims(dims.lhsContract(), then, dims.lhsBatch(), first) : dims;
      if (isWide(factor.aval(), newDims)) {
        splitIntoPanels(product, factor, newDims);
      } else {
        multiply(product, lhs, factor, newDims);
      }
    } else if (isInvariant(lhs)) {
      var order = order(lhs, dims.lhsBatch(), dims.lhsContract());
      boolean transposed = !order.isIdentity();
      var factor = transposed ? bind(new Transpose(order), lhs, product) : lhs;
      var newDims =
          transposed ? new DotDims(then, dims.rhsContract(), first, dims.rhsBatch()) : dims;
      multiply(product, factor, rhs, newDims);
    } else {
      eqns.add(product);
    }
  }

  private boolean isInvariant(Atom factor) {
    return factor instanceof Atom.Var && dependences.of(factor) == Dependence.INVARIANT;
  }

  /**
   * {@return the order of axes: batch, contracted, free, if the last axis is contracted; else the
   * identity}
   */
  private static Axes order(Atom factor, Axes batch, Axes contract) {
    int rank = factor.aval().rank();
    var first = batch.concat(contract);
    return contract.contains(rank - 1) ? first.concat(first.complement(rank)) : Axes.range(0, rank);
  }

  private static boolean isWide(ShapedArray factor, DotDims dims) {
    int last = factor.rank() - 1;
    int columns = last < 0 ? 0 : factor.shape().dim(last);
    return dims.rhsBatch().size() == 0
        && dims.rhsContract().size() == last
        && !dims.rhsContract().contains(last)
        && ProductLayout.isWide(columns, factor.dtype());
  }

  /** Multiplies by panels of the factor, {@code [columns / PANEL, contracted..., PANEL]}. */
  private void splitIntoPanels(Eqn product, Atom factor, DotDims dims) {
    int rank = factor.aval().rank();
    var shape = factor.aval().shape();
    int panels = shape.dim(rank - 1) / PANEL;
    var cut = shape.slice(0, rank - 1).insert(rank - 1, panels).insert(rank, PANEL);
    var order = Axes.of(rank - 1).concat(Axes.range(0, rank - 1)).concat(Axes.of(rank));
    var parts = bind(new Reshape(cut), factor, product);
    var apart = bind(new Transpose(order), parts, product);
    var newDims =
        new DotDims(
            dims.lhsContract(), dims.rhsContract().shiftedFrom(0), dims.lhsBatch(), Axes.of());
    var result = product.outputs().getFirst();
    var lhs = product.inputs().getFirst();
    var wide = new Atom.Var(new DotGeneral(newDims).type(List.of(lhs.aval(), apart.aval())));
    eqns.add(
        new Eqn(new DotGeneral(newDims), List.of(lhs, apart), List.of(wide), product.source()));
    var whole = new Reshape(result.aval().shape());
    eqns.add(new Eqn(whole, List.of(wide), List.of(result), product.source()));
  }

  private void multiply(Eqn product, Atom lhs, Atom rhs, DotDims dims) {
    eqns.add(new Eqn(new DotGeneral(dims), List.of(lhs, rhs), product.outputs(), product.source()));
  }

  private Atom.Var bind(Primitive view, Atom operand, Eqn product) {
    var result = new Atom.Var(view.abstractEval(List.of(operand.aval())).getFirst());
    eqns.add(new Eqn(view, List.of(operand), List.of(result), product.source()));
    return result;
  }
}
