package io.cambric.rewrite;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Atom;
import io.cambric.core.Eqn;
import io.cambric.core.RewriteContext;
import io.cambric.core.ShapedArray;
import io.cambric.lax.dims.DotDims;
import io.cambric.lax.dims.GatherDims;
import io.cambric.lax.dims.GatherMode;
import io.cambric.lax.dims.ScatterDims;
import io.cambric.lax.dims.ScatterKind;
import io.cambric.lax.op.Add;
import io.cambric.lax.op.BroadcastInDim;
import io.cambric.lax.op.DotGeneral;
import io.cambric.lax.op.Gather;
import io.cambric.lax.op.ReduceSum;
import io.cambric.lax.op.Scatter;
import io.cambric.lax.op.Transpose;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Products with gathered rows of a table, and scatters that add products to rows of a table. If the
 * table has fewer rows than are gathered, each of its rows is multiplied once, not once per gather.
 *
 * <ul>
 *   <li>A product of gathered rows becomes a gather from the product of the table.
 *   <li>A sum over gathered rows (the gradient of the other factor) becomes a product with the
 *       table. The factors of the same row are added up first.
 *   <li>Products that are added to the same row become one product of a sum.
 * </ul>
 *
 * <p>Example: the input layer of a recurrent network over a small vocabulary.
 *
 * @param table {@code [rows, features]}
 * @param indices {@code [..., 1]}, the row numbers
 * @param gather the gather of the rows
 * @param feature the axis of the value that runs along a row of the table
 * @param order for each other axis of the value, ascending, its axis of the indices
 */
record GatheredRows(Atom table, Atom indices, Gather gather, int feature, Axes order) {

  /** The least ratio of gathered rows to rows of the table. */
  private static final int TIMES = 2;

  /** The least number of features. With fewer, moving the result costs more than the product. */
  private static final int FEATURES = 32;

  /**
   * {@return the gathered rows that make a value, transposed or not; {@code null} for other values}
   */
  private static @Nullable GatheredRows of(Atom value, RewriteContext context) {
    int rank = value.aval().rank();
    var axes = Axes.range(0, rank);
    var atom = value;
    while (context.maker(atom) instanceof Eqn eqn) {
      if (eqn.primitive() instanceof Transpose(var permutation)) {
        axes = permutation.select(axes);
      } else if (eqn.primitive() instanceof Gather gather) {
        boolean fits = isOfRows(gather.dims(), rank) && hasPlainFill(gather);
        int feature = axes.indexOf(rank - 1);
        return fits && pays(eqn.inputs().get(0).aval(), eqn.inputs().get(1).aval())
            ? new GatheredRows(
                eqn.inputs().get(0),
                eqn.inputs().get(1),
                gather,
                feature,
                axes.select(Axes.of(feature).complement(rank)))
            : null;
      } else {
        return null;
      }
      atom = eqn.inputs().getFirst();
    }
    return null;
  }

  private static boolean isOfRows(GatherDims dims, int rank) {
    return dims.equals(new GatherDims(Axes.of(rank - 1), Axes.of(0), Axes.of(0)));
  }

  /** {@return whether the fill value of a row out of bounds is unchanged by a product} */
  private static boolean hasPlainFill(Gather gather) {
    var fill = gather.fillValue();
    return fill == null || fill == 0 || fill.isNaN();
  }

  private static boolean pays(ShapedArray table, ShapedArray indices) {
    boolean floating = table.dtype() == DType.F32 || table.dtype() == DType.F64;
    return floating
        && table.rank() == 2
        && table.shape().dim(1) >= FEATURES
        && indices.shape().size() >= TIMES * table.shape().dim(0);
  }

  /** {@return the values that replace a product with a gathered factor, or {@code null}} */
  static @Nullable List<Atom> product(
      DotGeneral product, List<Atom> factors, RewriteContext context) {
    var dims = product.dims();
    if (dims.lhsBatch().size() > 0) {
      return null;
    }
    for (int side = 0; side < 2; side++) {
      var rows = of(factors.get(side), context);
      var mine = side == 0 ? dims.lhsContract() : dims.rhsContract();
      var others = side == 0 ? dims.rhsContract() : dims.lhsContract();
      var other = factors.get(1 - side);
      if (rows == null) {
        continue;
      }
      if (mine.equals(Axes.of(rows.feature))) {
        return List.of(rows.times(other, others, side, context));
      }
      if (mine.size() == rows.order.size() && !mine.contains(rows.feature)) {
        return List.of(rows.over(mine, other, others, side, context));
      }
    }
    return null;
  }

  /** Gathers rows of the product of the table. */
  private Atom times(Atom other, Axes contract, int side, RewriteContext context) {
    var dims = new DotDims(Axes.of(1), contract, Axes.of(), Axes.of());
    var products = context.bind(new DotGeneral(dims), table, other);
    int free = products.aval().rank() - 1;
    int count = order.size();
    var window = Axes.range(count, count + free);
    var taken =
        new Gather(
            new GatherDims(window, Axes.of(0), Axes.of(0)),
            products.aval().shape().slice(1, free + 1).insert(0, 1),
            gather.mode(),
            gather.fillValue());
    var result = context.bind(taken, products, indices(order, context));
    return side == 0
        ? result
        : context.bind(new Transpose(window.concat(Axes.range(0, count))), result);
  }

  /** Multiplies the table by sums of the other factor, one sum for each row of the table. */
  private Atom over(Axes mine, Atom other, Axes contract, int side, RewriteContext context) {
    int rank = other.aval().rank();
    // The summed axes in the order of the other factor, and the same axes of the indices.
    var summed = contract.sorted();
    var free = contract.complement(rank);
    var ofIndices = new int[summed.size()];
    var others = Axes.of(feature).complement(order.size() + 1);
    for (int i = 0; i < ofIndices.length; i++) {
      int axis = mine.get(contract.indexOf(summed.get(i)));
      ofIndices[i] = order.get(others.indexOf(axis));
    }
    var updates = inOrder(other, summed.concat(free), context);
    var places = indices(Axes.of(ofIndices), context);
    var sums = sums(table.aval(), places, gather.mode(), updates, free.size(), context);
    var dims = new DotDims(Axes.of(0), Axes.of(0), Axes.of(), Axes.of());
    var product =
        side == 0
            ? context.bind(new DotGeneral(dims), table, sums)
            : context.bind(new DotGeneral(dims), sums, table);
    return poisoned(product, context);
  }

  /** {@return the product; all of it is NaN if the gather fills a row with NaN, as in the sum} */
  private Atom poisoned(Atom product, RewriteContext context) {
    var fill = gather.fillValue();
    if (gather.mode() != GatherMode.FILL_OR_DROP || (fill != null && fill == 0)) {
      return product;
    }
    var zeros = zeros(table.aval().withShape(Shape.of(table.aval().shape().dim(0))), context);
    int rank = indices.aval().rank() - 1;
    var dims = new GatherDims(Axes.of(), Axes.of(0), Axes.of(0));
    var marks = context.bind(new Gather(dims, Shape.of(1), gather.mode(), fill), zeros, indices);
    var mark = context.bind(new ReduceSum(Axes.range(0, rank)), marks);
    var spread = new BroadcastInDim(product.aval().shape(), Axes.of());
    return context.bind(new Add(), product, context.bind(spread, mark));
  }

  private Atom indices(Axes rows, RewriteContext context) {
    return inOrder(indices, rows.concat(Axes.of(rows.size())), context);
  }

  /** {@return the values that replace a scatter of products into a table, or {@code null}} */
  static @Nullable List<Atom> scattered(
      Scatter scatter, List<Atom> operands, RewriteContext context) {
    var table = operands.get(0).aval();
    var indices = operands.get(1);
    var updates = operands.get(2);
    int rank = updates.aval().rank();
    if (scatter.kind() != ScatterKind.ADD
        || !isOfRows(scatter.dims().toGather(), rank)
        || !pays(table, indices.aval())) {
      return null;
    }
    var axes = Axes.range(0, rank);
    while (context.uses(updates) == 1 && context.maker(updates) instanceof Eqn eqn) {
      if (eqn.primitive() instanceof Transpose(var permutation)) {
        axes = permutation.select(axes);
        updates = eqn.inputs().getFirst();
      } else if (eqn.primitive() instanceof DotGeneral(var dims)) {
        return summedFirst(scatter, operands, eqn.inputs(), dims, axes, context);
      } else {
        return null;
      }
    }
    return null;
  }

  /**
   * Adds up the left factors for each row, then multiplies.
   *
   * @param axes for each axis of the updates, the axis of the product
   */
  private static @Nullable List<Atom> summedFirst(
      Scatter scatter,
      List<Atom> operands,
      List<Atom> factors,
      DotDims dims,
      Axes axes,
      RewriteContext context) {
    int rank = axes.size();
    int feature = axes.get(rank - 1);
    int lhsFree = dims.lhsFree(factors.get(0).aval().rank()).size();
    boolean right = lhsFree == rank - 1 && feature == rank - 1;
    boolean left = lhsFree == 1 && feature == 0;
    if (dims.lhsBatch().size() > 0 || !(left || right)) {
      return null;
    }
    var rows = factors.get(right ? 0 : 1);
    var contract = right ? dims.lhsContract() : dims.rhsContract();
    var weights = factors.get(right ? 1 : 0);
    var ofWeights = right ? dims.rhsContract() : dims.lhsContract();
    // In the product, the rows keep the order of their factor and begin at axis 0 or 1.
    int[] ofIndices = new int[rank - 1];
    for (int i = 0; i < rank - 1; i++) {
      ofIndices[axes.get(i) - (right ? 0 : 1)] = i;
    }
    var updates = inOrder(rows, contract.complement(rows.aval().rank()).concat(contract), context);
    var places = inOrder(operands.get(1), Axes.of(ofIndices).concat(Axes.of(rank - 1)), context);
    var sums =
        sums(operands.get(0).aval(), places, scatter.mode(), updates, contract.size(), context);
    var all = Axes.range(1, contract.size() + 1);
    var product =
        context.bind(
            new DotGeneral(new DotDims(all, ofWeights, Axes.of(), Axes.of())), sums, weights);
    return List.of(context.bind(new Add(), operands.get(0), product));
  }

  /** {@return the sums of updates for each row of a table, {@code [rows, free...]}} */
  private static Atom sums(
      ShapedArray table,
      Atom places,
      GatherMode mode,
      Atom updates,
      int free,
      RewriteContext context) {
    int rank = updates.aval().rank();
    var window = Axes.range(rank - free, rank);
    var shape = updates.aval().shape().slice(rank - free, rank).insert(0, table.shape().dim(0));
    var dims = new ScatterDims(window, Axes.of(0), Axes.of(0));
    return context.bind(
        new Scatter(ScatterKind.ADD, dims, mode, false),
        zeros(updates.aval().withShape(shape), context),
        places,
        updates);
  }

  private static Atom zeros(ShapedArray aval, RewriteContext context) {
    var zero = new Atom.Literal(aval.withShape(Shape.scalar()), 0);
    return context.bind(new BroadcastInDim(aval.shape(), Axes.of()), zero);
  }

  private static Atom inOrder(Atom atom, Axes order, RewriteContext context) {
    return order.isIdentity() ? atom : context.bind(new Transpose(order), atom);
  }
}
