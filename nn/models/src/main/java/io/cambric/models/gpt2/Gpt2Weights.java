package io.cambric.models.gpt2;

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
 * The weights of GPT-2 in files of Hugging Face, with the names of {@code GPT2LMHeadModel}, or of
 * {@code GPT2Model} without the prefix {@code transformer.}.
 */
public final class Gpt2Weights {

  private static final String HEAD = "lm_head.weight";

  private static final String PREFIX = "transformer.";

  private Gpt2Weights() {}

  /**
   * {@return the variables of {@link Gpt2}, in the dtype of the stored table of tokens}
   *
   * @throws DataException listing all names, shapes and dtypes that do not fit
   */
  public static Variables load(NamedArrays weights, Gpt2Config config) {
    var prefix = DecoderWeights.prefix(weights, PREFIX);
    var table = prefix + "wte.weight";
    // As in Transformers, a head with values of its own is not tied.
    var used = config.tieWordEmbeddings() ? TiedWeights.withoutCopy(weights, table, HEAD) : weights;
    boolean tied = config.tieWordEmbeddings() && !used.names().contains(HEAD);
    return DecoderWeights.load(
        used, map(prefix), Gpt2.of(config.withTieWordEmbeddings(tied)), table);
  }

  /**
   * {@return the variables of {@link Gpt2}; arrays may be traced}
   *
   * @throws DataException as {@link #load(NamedArrays, Gpt2Config)}
   */
  public static Variables load(Map<String, ? extends Array> weights, Gpt2Config config) {
    return load(NamedArrays.of(weights), config);
  }

  /** {@return the arrays by the names of {@code GPT2LMHeadModel}} */
  public static Map<String, NdArray> export(Variables variables, Gpt2Config config) {
    return map(PREFIX).export(variables);
  }

  /** {@return names of {@code GPT2LMHeadModel} by the paths of variables, as for LoRA} */
  public static Map<String, String> namesByPath(Variables variables) {
    return map(PREFIX).names(variables);
  }

  private static WeightMap map(String prefix) {
    var h = prefix + "h.{i}.";
    return WeightMap.of(
        WeightRule.from(prefix + "wte.weight").to("params/wte/embedding"),
        WeightRule.from(prefix + "wpe.weight").to("params/wpe/embedding"),
        WeightRule.from(h + "{norm:ln_1|ln_2}.weight").to("params/h_{i}/{norm}/scale"),
        WeightRule.from(h + "{norm:ln_1|ln_2}.bias").to("params/h_{i}/{norm}/bias"),
        WeightRule.from(h + "attn.{map:c_attn|c_proj}.weight").to("params/h_{i}/attn/{map}/kernel"),
        WeightRule.from(h + "attn.{map:c_attn|c_proj}.bias").to("params/h_{i}/attn/{map}/bias"),
        WeightRule.from(h + "mlp.{map:c_fc|c_proj}.weight").to("params/h_{i}/mlp/{map}/kernel"),
        WeightRule.from(h + "mlp.{map:c_fc|c_proj}.bias").to("params/h_{i}/mlp/{map}/bias"),
        WeightRule.from(prefix + "ln_f.weight").to("params/ln_f/scale"),
        WeightRule.from(prefix + "ln_f.bias").to("params/ln_f/bias"),
        WeightRule.from(HEAD).rearrange("out in -> in out").to("params/lm_head/kernel"),
        // Masks of older files, which are constants.
        ignore(h + "attn.bias"),
        ignore(h + "attn.masked_bias"));
  }
}
