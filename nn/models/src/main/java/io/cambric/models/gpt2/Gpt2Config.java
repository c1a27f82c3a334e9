package io.cambric.models.gpt2;

import io.cambric.annotations.PyTree;
import io.cambric.annotations.Static;
import io.cambric.errors.DataException;
import io.cambric.json.JsonValue;
import io.cambric.models.Activation;
import io.cambric.models.pretrained.ConfigFields;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The configuration of a GPT-2, by the names of Hugging Face. An immutable value.
 *
 * @param vocabSize number of tokens
 * @param nPositions longest sequence
 * @param nEmbd width of the states
 * @param nLayer number of blocks
 * @param nHead heads of attention, a divisor of the width
 * @param nInner width inside of the feed-forward layers
 * @param activationFunction of the feed-forward layers
 * @param residPdrop dropout of the outputs of attention and feed-forward layers, a fraction
 * @param embdPdrop dropout of the embedded tokens, a fraction
 * @param attnPdrop dropout of attention weights, a fraction
 * @param layerNormEpsilon added to variances
 * @param initializerRange standard deviation of initial weights
 * @param scaleAttnWeights whether scores are divided by the root of the size of a head
 * @param scaleAttnByInverseLayerIdx whether scores of layer i, from 1 on, are divided by i
 * @param tieWordEmbeddings whether the last layer reuses the token embedding (tied weights)
 * @param eosTokenId tokens that end a text; often one
 * @see <a
 *     href="https://huggingface.co/docs/transformers/model_doc/gpt2#transformers.GPT2Config">GPT2Config</a>
 */
@PyTree
public record Gpt2Config(
    @Static int vocabSize,
    @Static int nPositions,
    @Static int nEmbd,
    @Static int nLayer,
    @Static int nHead,
    @Static int nInner,
    @Static Activation activationFunction,
    @Static double residPdrop,
    @Static double embdPdrop,
    @Static double attnPdrop,
    @Static double layerNormEpsilon,
    @Static double initializerRange,
    @Static boolean scaleAttnWeights,
    @Static boolean scaleAttnByInverseLayerIdx,
    @Static boolean tieWordEmbeddings,
    @Static List<Integer> eosTokenId)
    implements Gpt2ConfigWith {

  private static final String TYPE = "gpt2";

  /** The rate of each kind of dropout in the released GPT-2. */
  private static final double DROPOUT = 0.1;

  /** The token between texts in the released GPT-2. */
  private static final int END = 50256;

  /** Copies the list. */
  public Gpt2Config {
    eosTokenId = List.copyOf(eosTokenId);
    if (nEmbd % nHead != 0) {
      throw new DataException(
          "A GPT-2 needs a width divisible by its number of heads, but has width %d and %d heads. Choose a multiple."
              .formatted(nEmbd, nHead));
    }
  }

  /**
   * {@return a configuration of some size; everything else is as in GPT-2, without an end token}
   */
  public static Gpt2Config ofSize(int vocabSize, int nPositions, int nEmbd, int nLayer, int nHead) {
    return new Gpt2Config(
        vocabSize,
        nPositions,
        nEmbd,
        nLayer,
        nHead,
        4 * nEmbd,
        Activation.GELU_TANH,
        DROPOUT,
        DROPOUT,
        DROPOUT,
        1e-5,
        0.02,
        true,
        false,
        true,
        List.of());
  }

  /**
   * {@return the configuration of a {@code config.json}; absent fields are as in GPT-2}
   *
   * @throws DataException if it is of another model, an option is out of range, or one is on that
   *     is not supported: cross-attention
   */
  public static Gpt2Config of(JsonValue config) {
    var fields = ConfigFields.of(config, TYPE);
    fields.requireOff("add_cross_attention");
    int width = fields.positive("n_embd", 768);
    int heads = fields.positive("n_head", 12);
    fields.requireDivides("n_head", heads, "n_embd", width);
    return new Gpt2Config(
        fields.positive("vocab_size", 50257),
        fields.positive("n_positions", 1024),
        width,
        fields.positive("n_layer", 12),
        heads,
        fields.positive("n_inner", 4 * width),
        config.find("activation_function").map(Activation::of).orElse(Activation.GELU_TANH),
        fields.fraction("resid_pdrop", DROPOUT),
        fields.fraction("embd_pdrop", DROPOUT),
        fields.fraction("attn_pdrop", DROPOUT),
        fields.aboveZero("layer_norm_epsilon", 1e-5),
        fields.aboveZero("initializer_range", 0.02),
        fields.flag("scale_attn_weights", true),
        fields.flag("scale_attn_by_inverse_layer_idx", false),
        fields.flag("tie_word_embeddings", true),
        config.fields().containsKey("eos_token_id") ? fields.endTokens() : List.of(END));
  }

  /** {@return this with one rate for the three kinds of dropout} */
  public Gpt2Config withDropout(double rate) {
    return withResidPdrop(rate).withEmbdPdrop(rate).withAttnPdrop(rate);
  }

  /** {@return the range of initial weights of layers that are added to their inputs} */
  double residualRange() {
    return initializerRange / Math.sqrt(2 * nLayer);
  }

  /** {@return the fields of a {@code config.json}} */
  public Map<String, @Nullable Object> toJson() {
    var fields = new LinkedHashMap<String, @Nullable Object>();
    fields.put("model_type", TYPE);
    fields.put("architectures", List.of("GPT2LMHeadModel"));
    fields.put("vocab_size", vocabSize);
    fields.put("n_positions", nPositions);
    fields.put("n_embd", nEmbd);
    fields.put("n_layer", nLayer);
    fields.put("n_head", nHead);
    fields.put("n_inner", nInner);
    fields.put("activation_function", activationFunction.toText());
    fields.put("resid_pdrop", residPdrop);
    fields.put("embd_pdrop", embdPdrop);
    fields.put("attn_pdrop", attnPdrop);
    fields.put("layer_norm_epsilon", layerNormEpsilon);
    fields.put("initializer_range", initializerRange);
    fields.put("scale_attn_weights", scaleAttnWeights);
    fields.put("scale_attn_by_inverse_layer_idx", scaleAttnByInverseLayerIdx);
    fields.put("tie_word_embeddings", tieWordEmbeddings);
    // The token between texts begins the first one, too.
    fields.put("bos_token_id", eosTokenId.isEmpty() ? null : eosTokenId.getFirst());
    fields.put("eos_token_id", eosTokenId.size() > 1 ? eosTokenId : fields.get("bos_token_id"));
    return fields;
  }
}
