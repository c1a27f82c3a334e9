package io.cambric.lax.attention;

import io.cambric.array.Axes;
import io.cambric.core.Array;
import io.cambric.core.Batched;
import io.cambric.core.Lowering;
import io.cambric.core.MappedAxis;
import io.cambric.core.Padded;
import io.cambric.core.Primitive;
import io.cambric.core.RaggedCall;
import io.cambric.core.ShapedArray;
import io.cambric.core.Trace;
import io.cambric.lax.op.BinaryOps;
import io.cambric.lax.op.ShapeOps;
import io.cambric.lax.op.Tangents;
import io.cambric.lax.op.UnaryOps;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Attention without an array of all scores. The results are the mean of the values, weighted by the
 * exponentials of the scores, and the logarithm of the sum of the weights.
 *
 * <p>Operands: the operands of {@link ScoreParams}. Results: {@code [batch, queries, heads,
 * valueSize]} in the dtype of the queries, {@code [batch, heads, queries]} in f32 at least.
 *
 * <p>The kernel takes keys tile by tile, with a running maximum and sum of each row. The gradient
 * recomputes the weights from the logarithms of the sums. Second derivatives make arrays of all
 * scores.
 *
 * @param params the parameters of the scores
 * @see <a href="https://arxiv.org/abs/2307.08691">Dao, FlashAttention-2, 2023</a>
 */
public record DotProductAttention(ScoreParams params) implements Primitive {

  @Override
  public String name() {
    return "dot_product_attention";
  }

  @Override
  public List<ShapedArray> abstractEval(List<ShapedArray> operands) {
    params.require(name(), operands);
    return List.of(
        new ShapedArray(params.attended(operands), operands.getFirst().dtype()),
        params.perQuery(operands));
  }

  @Override
  public Lowering lower(List<ShapedArray> operands) {
    var spec = params.spec(operands);
    return new Lowering.Kernel((kernels, in, out, _) ->
        kernels.attention(spec, params.operands(operands, in), out.get(0), out.get(1)));
  }

  @Override
  public long kernelFlops(List<ShapedArray> operands) {
    var spec = params.spec(operands);
    return 2L * params.scores(operands).size() * (spec.size() + spec.valueSize());
  }

  @Override
  public Jvp jvp(List<Array> primals, List<@Nullable Array> tangents) {
    var results = Trace.bind(this, primals);
    if (tangents.stream().allMatch(Objects::isNull)) {
      return new Jvp(results, Arrays.asList(null, null));
    }
    var out = results.get(0);
    var logSums = results.get(1);
    var operands = new ArrayList<>(primals);
    operands.add(logSums);
    for (int i = 0; i < 3; i++) {
      operands.add(Tangents.instantiate(tangents.get(i), primals.get(i).aval().strong()));
    }
    var biasTangent = params.bias() ? tangents.get(3) : null;
    if (biasTangent != null) {
      operands.add(biasTangent);
    }
    var moved = Trace.bind(new DotProductAttentionTangent(params, biasTangent != null), operands);
    var sums = moved.get(1);
    var weighed =
        BinaryOps.mul(
            UnaryOps.convertElementType(out, sums.dtype()),
            ShapeOps.broadcastInDim(
                ShapeOps.transpose(sums, Axes.of(0, 2, 1)), out.shape(), Axes.of(0, 1, 2)));
    var tangent = UnaryOps.convertElementType(BinaryOps.sub(moved.get(0), weighed), out.dtype());
    return new Jvp(results, Arrays.asList(tangent, sums));
  }

  @Override
  public Batched batch(MappedAxis axis, List<Array> operands, List<Integer> axes) {
    return AttentionBatching.batch(this, params, axis, operands, axes);
  }

  /** A bias of minus infinity hides the keys of padding. */
  @Override
  public List<Padded> ragged(RaggedCall call) {
    return RaggedAttention.apply(this, call);
  }
}
