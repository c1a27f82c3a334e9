package io.cambric.lax.attention;

import io.cambric.core.Array;
import io.cambric.core.Batched;
import io.cambric.core.Lowering;
import io.cambric.core.MappedAxis;
import io.cambric.core.Primitive;
import io.cambric.core.ShapedArray;
import io.cambric.kernel.ScoreGradients;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The transpose of {@link DotProductAttentionTangent}.
 *
 * <p>Operands: the operands of {@link ScoreParams}, the logarithms of the sums, the cotangent of
 * the result, and the negative cotangent of the sums. The last two are f32 at least. Results:
 * cotangents of queries, keys and values. A bias also needs the cotangents of all scores, {@code
 * [batch, heads, queries, keys]}.
 *
 * @param params the parameters of the scores
 * @param toScores whether the cotangents of the scores are a result
 */
public record DotProductAttentionGradient(ScoreParams params, boolean toScores)
    implements Primitive {

  @Override
  public String name() {
    return "dot_product_attention_gradient";
  }

  @Override
  public List<ShapedArray> abstractEval(List<ShapedArray> operands) {
    params.require(name(), operands);
    var results = new ArrayList<ShapedArray>();
    for (int i = 0; i < 3; i++) {
      results.add(operands.get(i).strong());
    }
    if (toScores) {
      results.add(
          new ShapedArray(params.scores(operands), ScoreParams.scoreType(operands.getFirst())));
    }
    return results;
  }

  @Override
  public Lowering lower(List<ShapedArray> operands) {
    var spec = params.spec(operands);
    int next = params.operands();
    return new Lowering.Kernel((kernels, in, out, _) ->
        kernels.attentionGradient(
            spec,
            params.operands(operands, in),
            in.get(next),
            in.get(next + 1),
            in.get(next + 2),
            new ScoreGradients(out.get(0), out.get(1), out.get(2), toScores ? out.get(3) : null)));
  }

  @Override
  public long kernelFlops(List<ShapedArray> operands) {
    var spec = params.spec(operands);
    return 2L * params.scores(operands).size() * (3L * spec.size() + 2L * spec.valueSize());
  }

  @Override
  public Jvp jvp(List<Array> primals, List<@Nullable Array> tangents) {
    return AttentionFormulas.jvp(
        this, primals, tangents, x -> AttentionFormulas.gradient(params, toScores, x));
  }

  @Override
  public Batched batch(MappedAxis axis, List<Array> operands, List<Integer> axes) {
    return AttentionBatching.batch(this, params, axis, operands, axes);
  }
}
