package io.cambric.models.llama;

import static io.cambric.io.weight.WeightRule.ignore;

import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.errors.DataException;
import io.cambric.io.NamedArrays;
import io.cambric.io.weight.WeightMap;
import io.cambric.io.weight.WeightRule;
import io.cambric.models.decoder.DecoderWeights;
import io.cambric.models.pretrained.TiedWeights;
import io.cambric.scope.Variables;
import java.util.Map;

/**
 * The weights of Llama and Mistral in files of Hugging Face, with the names of {@code
 * LlamaForCausalLM}, or of {@code LlamaModel} without the prefix {@code model.}.
 */
public final class LlamaWeights {

  private static final String HEAD = "lm_head.weight";

  private static final String PREFIX = "model.";

  private LlamaWeights() {}

  /**
   * {@return the variables of {@link Llama}, in the dtype of the stored table of tokens}
   *
   * @throws DataException listing all names, shapes and dtypes that do not fit
   */
  public static Variables load(NamedArrays weights, LlamaConfig config) {
    var prefix = DecoderWeights.prefix(weights, PREFIX);
    var table = prefix + "embed_tokens.weight";
    // As in Transformers, a head with values of its own is not tied.
    var used = config.tieWordEmbeddings() ? TiedWeights.withoutCopy(weights, table, HEAD) : weights;
    boolean tied = config.tieWordEmbeddings() && !used.names().contains(HEAD);
    return DecoderWeights.load(
        used, map(prefix), Llama.of(config.withTieWordEmbeddings(tied)), table);
  }

  /**
   * {@return the variables of {@link Llama}; arrays may be traced}
   *
   * @throws DataException as {@link #load(NamedArrays, LlamaConfig)}
   */
  public static Variables load(Map<String, ? extends Array> weights, LlamaConfig config) {
    return load(NamedArrays.of(weights), config);
  }

  /** {@return the arrays by the names of {@code LlamaForCausalLM}} */
  public static Map<String, NdArray> export(Variables variables, LlamaConfig config) {
    return map(PREFIX).export(variables);
  }

  /** {@return names of {@code LlamaForCausalLM} by the paths of variables, as for LoRA} */
  public static Map<String, String> namesByPath(Variables variables) {
    return map(PREFIX).names(variables);
  }

  private static WeightMap map(String prefix) {
    var layer = prefix + "layers.{i}.";
    var attention = "self_attn.{map:q_proj|k_proj|v_proj|o_proj}.";
    var mlp = "mlp.{map:gate_proj|up_proj|down_proj}.";
    return WeightMap.of(
        WeightRule.from(prefix + "embed_tokens.weight").to("params/embed_tokens/embedding"),
        WeightRule.from(layer + attention + "weight")
            .rearrange("out in -> in out")
            .to("params/layers_{i}/self_attn/{map}/kernel"),
        WeightRule.from(layer + attention + "bias").to("params/layers_{i}/self_attn/{map}/bias"),
        WeightRule.from(layer + mlp + "weight")
            .rearrange("out in -> in out")
            .to("params/layers_{i}/mlp/{map}/kernel"),
        WeightRule.from(layer + mlp + "bias").to("params/layers_{i}/mlp/{map}/bias"),
        WeightRule.from(layer + "{norm:input_layernorm|post_attention_layernorm}.weight")
            .to("params/layers_{i}/{norm}/scale"),
        WeightRule.from(prefix + "norm.weight").to("params/norm/scale"),
        WeightRule.from(HEAD).rearrange("out in -> in out").to("params/lm_head/kernel"),
        // Frequencies of older files, which are constants.
        ignore(layer + "self_attn.rotary_emb.inv_freq"));
  }
}
