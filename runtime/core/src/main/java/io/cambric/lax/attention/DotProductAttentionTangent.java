package io.cambric.lax.attention;

import io.cambric.array.Axes;
import io.cambric.core.Array;
import io.cambric.core.Batched;
import io.cambric.core.Lowering;
import io.cambric.core.MappedAxis;
import io.cambric.core.Primitive;
import io.cambric.core.ShapedArray;
import io.cambric.core.Trace;
import io.cambric.kernel.ScoreOperands;
import io.cambric.lax.op.ReductionOps;
import io.cambric.lax.op.ShapeOps;
import io.cambric.lax.op.Tangents;
import io.cambric.lax.op.UnaryOps;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The linear part of the derivative of {@link DotProductAttention}. With weights {@code w =
 * exp(scores - logSums)} and changes {@code c} of the scores, the results are {@code (w c) value +
 * w value'} and the sums of the rows of {@code w c}.
 *
 * <p>Operands are the operands of {@link ScoreParams}, the logarithms of the sums, and tangents of
 * queries, keys, values and of a bias. The operation is linear in the tangents. Results: {@code
 * [batch, queries, heads, valueSize]} and {@code [batch, heads, queries]}, in f32 at least.
 *
 * @param params the parameters of the scores
 * @param biasTangent whether the last operand is a tangent of the bias
 */
public record DotProductAttentionTangent(ScoreParams params, boolean biasTangent)
    implements Primitive {

  @Override
  public String name() {
    return "dot_product_attention_tangent";
  }

  @Override
  public List<ShapedArray> abstractEval(List<ShapedArray> operands) {
    params.require(name(), operands);
    var perQuery = params.perQuery(operands);
    return List.of(new ShapedArray(params.attended(operands), perQuery.dtype()), perQuery);
  }

  /** {@return the position of the tangent of the queries} */
  private int tangentsFrom() {
    return params.operands() + 1;
  }

  @Override
  public Lowering lower(List<ShapedArray> operands) {
    var spec = params.spec(operands);
    int first = tangentsFrom();
    return new Lowering.Kernel((kernels, in, out, _) -> {
      var bias =
          biasTangent ? ScoreParams.repeated(operands.get(first + 3), in.get(first + 3)) : null;
      kernels.attentionTangent(
          spec,
          params.operands(operands, in),
          in.get(first - 1),
          new ScoreOperands(in.get(first), in.get(first + 1), in.get(first + 2), bias, null),
          out.get(0),
          out.get(1));
    });
  }

  @Override
  public long kernelFlops(List<ShapedArray> operands) {
    var spec = params.spec(operands);
    return 2L * params.scores(operands).size() * (3L * spec.size() + 2L * spec.valueSize());
  }

  @Override
  public Jvp jvp(List<Array> primals, List<@Nullable Array> tangents) {
    return AttentionFormulas.jvp(
        this, primals, tangents, x -> AttentionFormulas.tangent(params, biasTangent, x));
  }

  @Override
  public List<@Nullable Array> transpose(
      List<@Nullable Array> cotangents, List<LinearOperand> operands) {
    int first = tangentsFrom();
    var known = new ArrayList<Array>();
    for (int i = 0; i < first; i++) {
      if (!(operands.get(i) instanceof LinearOperand.Known(var value))) {
        throw missing("transpose", "an operand that it is not linear in");
      }
      known.add(value);
    }
    var avals = operands.stream().map(LinearOperand::aval).toList();
    var types = abstractEval(avals);
    known.add(Tangents.instantiate(cotangents.get(0), types.get(0)));
    known.add(UnaryOps.neg(Tangents.instantiate(cotangents.get(1), types.get(1))));
    boolean toBias = biasTangent && operands.get(first + 3) instanceof LinearOperand.Unknown;
    var gradients = Trace.bind(new DotProductAttentionGradient(params, toBias), known);
    var all = new ArrayList<@Nullable Array>();
    for (int i = 0; i < operands.size(); i++) {
      if (i < first || operands.get(i) instanceof LinearOperand.Known) {
        all.add(null);
      } else {
        var gradient = gradients.get(i - first);
        all.add(i == first + 3 ? summed(gradient, avals.get(i)) : gradient);
      }
    }
    return all;
  }

  /**
   * {@return the cotangent of the scores, summed over the axes along which the bias is repeated}
   */
  private static Array summed(Array gradient, ShapedArray bias) {
    int[] repeated =
        IntStream.range(0, 4)
            .filter(d -> bias.shape().dim(d) == 1 && gradient.dim(d) != 1)
            .toArray();
    var sum = ShapeOps.reshape(ReductionOps.reduceSum(gradient, Axes.of(repeated)), bias.shape());
    return UnaryOps.convertElementType(sum, bias.dtype());
  }

  @Override
  public Batched batch(MappedAxis axis, List<Array> operands, List<Integer> axes) {
    return AttentionBatching.batch(this, params, axis, operands, axes);
  }
}
