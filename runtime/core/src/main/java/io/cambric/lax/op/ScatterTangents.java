package io.cambric.lax.op;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.core.Primitive.LinearOperand;
import io.cambric.core.ShapedArray;
import io.cambric.core.Trace;
import io.cambric.lax.dims.GatherMode;
import io.cambric.lax.dims.ScatterKind;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The derivatives of the kinds of scatter. */
final class ScatterTangents {

  private ScatterTangents() {}

  static Array of(
      Scatter scatter, List<Array> primals, List<@Nullable Array> tangents, Array result) {
    var x = primals.get(0);
    var indices = primals.get(1);
    var updates = primals.get(2);
    var dx = tangents.get(0);
    var du = tangents.get(2);
    if (scatter.kind() == ScatterKind.MUL) {
      var ofX = dx == null ? null : Trace.bind(scatter, dx, indices, updates);
      var ofUpdates = du == null ? null : product(scatter, x, indices, updates, du);
      return Tangents.instantiate(Tangents.add(ofX, ofUpdates), x.aval());
    }
    var dX = Tangents.instantiate(dx, x.aval());
    var dUpdates = Tangents.instantiate(du, updates.aval());
    return switch (scatter.kind()) {
      case ADD -> Trace.bind(scatter, dX, indices, dUpdates);
      case SET ->
          scatter.uniqueIndices()
              ? Trace.bind(scatter, dX, indices, dUpdates)
              : ofLast(scatter, x, indices, updates, dX, dUpdates);
      case MIN, MAX -> ofExtremes(scatter, x, indices, updates, result, dX, dUpdates);
      case MUL -> throw new AssertionError("handled above");
    };
  }

  /**
   * The tangent of an element is the sum of the tangents of its updates, each times the other
   * factors.
   */
  private static Array product(Scatter scatter, Array x, Array indices, Array updates, Array du) {
    var rates =
        scatter.uniqueIndices() || updates.size() == 0
            ? du
            : BinaryOps.mul(du, others(scatter, x, indices, updates));
    return BinaryOps.mul(x, add(scatter, ShapeOps.zeros(x.aval().strong()), indices, rates));
  }

  /**
   * Numbers the elements from 1, and reads the numbers at the places of the updates. A dropped
   * update has number 0.
   */
  private static Array others(Scatter scatter, Array x, Array indices, Array updates) {
    var numbers = BinaryOps.add(ShapeOps.iota(DType.I32, x.size()), NdArray.scalar(DType.I32, 1));
    var elements =
        read(scatter, ShapeOps.reshape(numbers, x.shape()), indices, updates.aval().strong());
    var vector = Shape.of(updates.size());
    var products =
        ProductsOfOthers.of(ShapeOps.reshape(updates, vector), ShapeOps.reshape(elements, vector));
    var dropped = BinaryOps.eq(elements, ShapeOps.fullLike(elements, 0));
    var all = ShapeOps.reshape(products, updates.shape());
    return BinaryOps.select(dropped, ShapeOps.fullLike(all, 0), all);
  }

  /**
   * Numbers the updates from 1 and scatters the numbers, to find the update of each element. 0
   * stands for none.
   */
  private static Array ofLast(
      Scatter scatter, Array x, Array indices, Array updates, Array dx, Array du) {
    int[] sizes = updates.shape().toArray();
    var windows = scatter.dims().updateWindowDims();
    for (int i = 0; i < windows.size(); i++) {
      sizes[windows.get(i)] = 1;
    }
    var rows = Shape.of(sizes);
    var numbers = ShapeOps.reshape(ShapeOps.iota(DType.U32, rows.size()), rows);
    var all =
        ShapeOps.broadcastInDim(
            BinaryOps.add(numbers, ShapeOps.fullLike(numbers, 1)),
            updates.shape(),
            Axes.range(0, updates.rank()));
    var none = ShapeOps.zeros(new ShapedArray(x.shape(), DType.U32));
    var written = Trace.bind(scatter, none, indices, all);
    var readBack = read(scatter, written, indices, updates.aval());
    var kept =
        BinaryOps.select(
            BinaryOps.eq(written, ShapeOps.fullLike(written, 0)), dx, ShapeOps.fullLike(dx, 0));
    var won = BinaryOps.select(BinaryOps.eq(all, readBack), du, ShapeOps.fullLike(du, 0));
    return add(scatter, kept, indices, won);
  }

  /** The tangent of an element is the mean of the tangents of all values that equal the extreme. */
  private static Array ofExtremes(
      Scatter scatter, Array x, Array indices, Array updates, Array result, Array dx, Array du) {
    var type = updates.aval();
    var zero = ShapeOps.fullLike(updates, 0);
    var one = ShapeOps.fullLike(updates, 1);
    var zeros = ShapeOps.zeros(x.aval().strong());
    var target = read(scatter, result, indices, type);
    var won = BinaryOps.eq(updates, target);
    var retained = BinaryOps.eq(read(scatter, x, indices, type), target);
    var hits = BinaryOps.select(won, ShapeOps.full(type.strong(), 1), zero);
    var winners = read(scatter, add(scatter, zeros, indices, hits), indices, type);
    var visits =
        read(scatter, add(scatter, zeros, indices, ShapeOps.full(type.strong(), 1)), indices, type);
    var share = BinaryOps.div(one, BinaryOps.add(winners, BinaryOps.select(retained, one, zero)));
    var ofUpdates = BinaryOps.mul(du, BinaryOps.select(won, share, zero));
    var keptShare = BinaryOps.select(retained, share, zero);
    var ofOperand =
        BinaryOps.mul(
            read(scatter, dx, indices, type), BinaryOps.div(BinaryOps.sub(keptShare, one), visits));
    return add(scatter, dx, indices, BinaryOps.add(ofOperand, ofUpdates));
  }

  private static Array add(Scatter scatter, Array x, Array indices, Array updates) {
    var kind =
        new Scatter(ScatterKind.ADD, scatter.dims(), scatter.mode(), scatter.uniqueIndices());
    return Trace.bind(kind, x, indices, updates);
  }

  /** {@return the elements at the positions of the updates, 0 for dropped updates} */
  private static Array read(Scatter scatter, Array from, Array indices, ShapedArray updates) {
    boolean promised = scatter.mode() == GatherMode.PROMISE_IN_BOUNDS;
    var mode = promised ? GatherMode.FILL_OR_DROP : scatter.mode();
    var sizes = scatter.sliceSizes(from.aval(), updates);
    return Trace.bind(new Gather(scatter.dims().toGather(), sizes, mode, 0.0), from, indices);
  }

  static List<@Nullable Array> transpose(
      Scatter scatter, Array cotangent, Array indices, List<LinearOperand> operands) {
    boolean ofX = operands.get(0) instanceof LinearOperand.Unknown;
    boolean ofUpdates = operands.get(2) instanceof LinearOperand.Unknown;
    var updates = operands.get(2).aval();
    return switch (scatter.kind()) {
      case ADD ->
          Arrays.asList(
              ofX ? cotangent : null,
              null,
              ofUpdates ? read(scatter, cotangent, indices, updates) : null);
      case SET ->
          Arrays.asList(
              ofX ? Trace.bind(scatter, cotangent, indices, ShapeOps.zeros(updates)) : null,
              null,
              ofUpdates ? read(scatter, cotangent, indices, updates) : null);
      case MUL ->
          Arrays.asList(
              ofX && operands.get(2) instanceof LinearOperand.Known(var factors)
                  ? Trace.bind(scatter, cotangent, indices, factors)
                  : null,
              null,
              null);
      case MIN, MAX -> throw scatter.missing("transpose", "reverse differentiation");
    };
  }
}
