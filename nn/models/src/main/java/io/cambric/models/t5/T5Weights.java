package io.cambric.models.t5;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.errors.DataException;
import io.cambric.io.NamedArrays;
import io.cambric.io.weight.WeightMap;
import io.cambric.models.pretrained.ModelShapes;
import io.cambric.models.pretrained.TiedWeights;
import io.cambric.models.pretrained.WeightNames;
import io.cambric.models.pretrained.WeightTable;
import io.cambric.numpy.Numpy;
import io.cambric.scope.Variables;
import java.util.Map;

/** Weights of T5 under the names of Hugging Face. */
public final class T5Weights {

  private static final String TABLE = "shared.weight";

  private static final String HEAD = "lm_head.weight";

  private static final WeightMap PLAIN = model(false);

  private static final WeightMap GATED = model(true);

  private T5Weights() {}

  private static WeightMap model(boolean gated) {
    var table = WeightTable.of();
    var stack =
        table
            .embedding("shared", "shared")
            .dense("lm_head", "lm_head")
            .ignore("{stack:encoder|decoder}.embed_tokens.weight")
            // Older files have this table in the decoder, which never reads it.
            .ignore("decoder.block.0.layer.1.EncDecAttention.relative_attention_bias.weight")
            .below("{stack:encoder|decoder}.", "{stack}/")
            .embedding("block.0.layer.0.SelfAttention.relative_attention_bias", "position_bias")
            .vector("final_layer_norm.weight", "norm/scale")
            .vector("block.{i}.layer.0.layer_norm.weight", "block_{i}/attention_norm/scale");
    table.vector(
        "decoder.block.{i}.layer.1.layer_norm.weight", "decoder/block_{i}/memory_norm/scale");
    attention(stack.below("block.{i}.layer.0.", "block_{i}/"), "SelfAttention", "attention");
    attention(
        table.below("decoder.block.{i}.layer.1.", "decoder/block_{i}/"),
        "EncDecAttention",
        "memory_attention");
    perceptron(table.below("encoder.block.{i}.layer.1.", "encoder/block_{i}/"), gated);
    perceptron(table.below("decoder.block.{i}.layer.2.", "decoder/block_{i}/"), gated);
    return table.map();
  }

  private static void attention(WeightTable block, String kind, String path) {
    block
        .dense(kind + ".q", path + "/query")
        .dense(kind + ".k", path + "/key")
        .dense(kind + ".v", path + "/value")
        .dense(kind + ".o", path + "/out");
  }

  private static void perceptron(WeightTable block, boolean gated) {
    block
        .vector("layer_norm.weight", "output_norm/scale")
        .dense(gated ? "DenseReluDense.wi_0" : "DenseReluDense.wi", "hidden")
        .dense("DenseReluDense.wi_1", "gate")
        .dense("DenseReluDense.wo", "output");
  }

  /**
   * {@return the variables of {@link T5}}
   *
   * <p>If the file has no {@code lm_head}, the token embedding is used instead (tied weights), as
   * in Transformers.
   *
   * @throws DataException listing all differences
   */
  public static Variables load(NamedArrays weights, T5Config config) {
    TiedWeights.requireCopies(
        weights, TABLE, "encoder.embed_tokens.weight", "decoder.embed_tokens.weight");
    // As in Transformers, a head with values of its own is not tied.
    var used =
        config.tied()
            ? TiedWeights.withoutCopy(weights, TABLE, HEAD)
            : WeightNames.shared(weights, TABLE, HEAD);
    boolean tied = config.tied() && !used.names().contains(HEAD);
    var tokens = Numpy.zeros(Shape.of(1, 1), DType.I32);
    var shapes =
        ModelShapes.of(
            T5.of(config.withTied(tied)), model -> model.call(tokens, tokens, tokens, false));
    return map(config).load(used, shapes);
  }

  /** {@return the variables of {@link T5}, as the other overload does} */
  public static Variables load(Map<String, ? extends Array> weights, T5Config config) {
    return load(NamedArrays.of(weights), config);
  }

  /**
   * {@return weights by the names of Hugging Face, the inverse of {@link #load}}
   *
   * @throws DataException if these are not the variables of {@link T5}
   */
  public static Map<String, NdArray> names(Variables variables, T5Config config) {
    return map(config).export(variables);
  }

  /** {@return names of Hugging Face by the paths of variables of {@link T5}, as for LoRA} */
  public static Map<String, String> namesByPath(Variables variables) {
    var names = GATED.names(variables);
    boolean gated = names.keySet().stream().anyMatch(path -> path.endsWith("/gate/kernel"));
    return gated ? names : PLAIN.names(variables);
  }

  private static WeightMap map(T5Config config) {
    return config.gated() ? GATED : PLAIN;
  }
}
