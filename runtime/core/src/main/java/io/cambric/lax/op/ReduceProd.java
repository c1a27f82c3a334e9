package io.cambric.lax.op;

import io.cambric.array.Axes;
import io.cambric.core.Array;
import io.cambric.core.Batched;
import io.cambric.core.Lowering;
import io.cambric.core.MappedAxis;
import io.cambric.core.Padded;
import io.cambric.core.RaggedCall;
import io.cambric.core.ShapedArray;
import io.cambric.core.Trace;
import io.cambric.kernel.ReduceOp;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Product over some axes; half types accumulate in f32, integers wrap.
 *
 * <p>The tangent is the tangent of a tree of products, which is correct even if elements are 0.
 *
 * @param axes the axes to multiply over, ascending
 * @see <a
 *     href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.reduce_prod.html">lax.reduce_prod</a>
 */
record ReduceProd(Axes axes) implements SingleResult {

  @Override
  public String name() {
    return "reduce_prod";
  }

  @Override
  public ShapedArray type(List<ShapedArray> operands) {
    return ReductionRules.type(name(), axes, DTypes.NUMERIC, operands.getFirst());
  }

  @Override
  public Lowering lower(List<ShapedArray> operands) {
    return ReductionRules.lowering(ReduceOp.PROD, axes, operands.getFirst());
  }

  @Override
  public Jvp jvp(List<Array> primals, List<@Nullable Array> tangents) {
    var x = primals.getFirst();
    var result = Trace.bind(this, x);
    var tangent = tangents.getFirst();
    return Jvp.of(result, tangent == null ? null : treeTangent(x, tangent));
  }

  /** Folds the second half of the factors onto the first until one is left. */
  private @Nullable Array treeTangent(Array x, Array tangent) {
    int count = x.shape().select(axes).size();
    if (count == 0) {
      return null;
    }
    var kept = axes.complement(x.rank());
    var order = axes.concat(kept);
    var result = x.shape().select(kept);
    var flat = result.insert(0, count);
    var factor = ShapeOps.reshape(ShapeOps.transpose(x, order), flat);
    var slope = ShapeOps.reshape(ShapeOps.transpose(tangent, order), flat);
    while (count > 1) {
      int half = count / 2;
      var x0 = ShapeOps.sliceInDim(factor, 0, half, 1, 0);
      var x1 = ShapeOps.sliceInDim(factor, half, 2 * half, 1, 0);
      var t0 = ShapeOps.sliceInDim(slope, 0, half, 1, 0);
      var t1 = ShapeOps.sliceInDim(slope, half, 2 * half, 1, 0);
      var product = BinaryOps.mul(x0, x1);
      var productSlope = BinaryOps.add(BinaryOps.mul(t0, x1), BinaryOps.mul(x0, t1));
      if (count % 2 == 1) {
        product =
            ShapeOps.concatenate(
                List.of(product, ShapeOps.sliceInDim(factor, count - 1, count, 1, 0)), 0);
        productSlope =
            ShapeOps.concatenate(
                List.of(productSlope, ShapeOps.sliceInDim(slope, count - 1, count, 1, 0)), 0);
      }
      factor = product;
      slope = productSlope;
      count = half + count % 2;
    }
    return ShapeOps.reshape(slope, result);
  }

  @Override
  public Batched batch(MappedAxis axis, List<Array> operands, List<Integer> batchAxes) {
    var shifted = axes.shiftedFrom(batchAxes.getFirst());
    return Batched.of(
        Trace.bind(new ReduceProd(shifted), operands.getFirst()),
        batchAxes.getFirst() - shifted.countBelow(batchAxes.getFirst()));
  }

  @Override
  public List<Padded> ragged(RaggedCall call) {
    return RaggedRules.reduction(this, call, axes, ReduceOp.PROD);
  }
}
