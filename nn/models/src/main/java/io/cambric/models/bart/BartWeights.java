package io.cambric.models.bart;

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

/** Weights of BART under the names of Hugging Face. */
public final class BartWeights {

  private static final String TABLE = "model.shared.weight";

  private static final String HEAD = "lm_head.weight";

  private static final WeightMap MODEL = model();

  private BartWeights() {}

  private static WeightMap model() {
    var table = WeightTable.of();
    table
        .embedding("model.shared", "shared")
        .dense("lm_head", "lm_head")
        .inCollection("constants", "final_logits_bias", "final_logits_bias")
        .ignore("model.{stack:encoder|decoder}.embed_tokens.weight")
        .below("model.{stack:encoder|decoder}.", "{stack}/")
        .embedding("embed_positions", "embeddings/position")
        .norm("layernorm_embedding", "embeddings/norm")
        .below("layers.{i}.", "layer_{i}/")
        .dense("self_attn.q_proj", "attention/query")
        .dense("self_attn.k_proj", "attention/key")
        .dense("self_attn.v_proj", "attention/value")
        .dense("self_attn.out_proj", "attention/out")
        .norm("self_attn_layer_norm", "attention_norm")
        .dense("encoder_attn.q_proj", "memory_attention/query")
        .dense("encoder_attn.k_proj", "memory_attention/key")
        .dense("encoder_attn.v_proj", "memory_attention/value")
        .dense("encoder_attn.out_proj", "memory_attention/out")
        .norm("encoder_attn_layer_norm", "memory_norm")
        .dense("fc1", "hidden")
        .dense("fc2", "output")
        .norm("final_layer_norm", "output_norm");
    return table.map();
  }

  /**
   * {@return the variables of {@link Bart}}
   *
   * @throws DataException listing all differences
   */
  public static Variables load(NamedArrays weights, BartConfig config) {
    TiedWeights.requireCopies(
        weights, TABLE, "model.encoder.embed_tokens.weight", "model.decoder.embed_tokens.weight");
    // As in Transformers, a head with values of its own is not tied.
    var used =
        config.tied()
            ? TiedWeights.withoutCopy(weights, TABLE, HEAD)
            : WeightNames.shared(weights, TABLE, HEAD);
    boolean tied = config.tied() && !used.names().contains(HEAD);
    var tokens = Numpy.zeros(Shape.of(1, 1), DType.I32);
    var shapes =
        ModelShapes.of(
            Bart.of(config.withTied(tied)), model -> model.call(tokens, tokens, tokens, false));
    return MODEL.load(used, shapes);
  }

  /** {@return the variables of {@link Bart}, as the other overload does} */
  public static Variables load(Map<String, ? extends Array> weights, BartConfig config) {
    return load(NamedArrays.of(weights), config);
  }

  /**
   * {@return weights by the names of Hugging Face, the inverse of {@link #load}}
   *
   * @throws DataException if these are not the variables of {@link Bart}
   */
  public static Map<String, NdArray> names(Variables variables) {
    return MODEL.export(variables);
  }

  /** {@return names of Hugging Face by the paths of variables of {@link Bart}, as for LoRA} */
  public static Map<String, String> namesByPath(Variables variables) {
    return MODEL.names(variables);
  }
}
