package io.cambric.models.llama;

import io.cambric.annotations.PyTree;
import io.cambric.annotations.Static;
import io.cambric.errors.DataException;
import io.cambric.json.JsonValue;
import io.cambric.models.Activation;
import io.cambric.models.pretrained.ConfigFields;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The configuration of a Llama or Mistral, by the names of Hugging Face. An immutable value.
 *
 * @param vocabSize number of tokens
 * @param hiddenSize width of the states
 * @param intermediateSize width inside of the feed-forward layers
 * @param numHiddenLayers number of layers
 * @param numAttentionHeads heads of queries
 * @param numKeyValueHeads heads of keys and values, a divisor of {@code numAttentionHeads}
 * @param headDim size of a head, even
 * @param hiddenAct activation of the feed-forward layers
 * @param maxPositionEmbeddings longest sequence
 * @param initializerRange standard deviation of initial weights
 * @param rmsNormEps added to mean squares
 * @param ropeParameters frequencies of rotary positions
 * @param attentionBias whether the maps of attention have biases
 * @param attentionDropout dropout of attention weights, a fraction
 * @param mlpBias whether the maps of feed-forward layers have biases
 * @param slidingWindow number of tokens that a token sees, itself among them; null for all
 * @param tieWordEmbeddings whether the last layer reuses the token embedding (tied weights)
 * @param eosTokenId tokens that end a text; often one
 * @see <a
 *     href="https://huggingface.co/docs/transformers/model_doc/llama#transformers.LlamaConfig">LlamaConfig</a>
 * @see <a
 *     href="https://huggingface.co/docs/transformers/model_doc/mistral#transformers.MistralConfig">MistralConfig</a>
 */
@PyTree
public record LlamaConfig(
    @Static int vocabSize,
    @Static int hiddenSize,
    @Static int intermediateSize,
    @Static int numHiddenLayers,
    @Static int numAttentionHeads,
    @Static int numKeyValueHeads,
    @Static int headDim,
    @Static Activation hiddenAct,
    @Static int maxPositionEmbeddings,
    @Static double initializerRange,
    @Static double rmsNormEps,
    @Static RopeParameters ropeParameters,
    @Static boolean attentionBias,
    @Static double attentionDropout,
    @Static boolean mlpBias,
    @Static @Nullable Integer slidingWindow,
    @Static boolean tieWordEmbeddings,
    @Static List<Integer> eosTokenId)
    implements LlamaConfigWith {

  private static final String LLAMA = "llama";
  private static final String MISTRAL = "mistral";
  private static final int WIDTH = 4096;

  /** Copies the list, and checks sizes. */
  public LlamaConfig {
    eosTokenId = List.copyOf(eosTokenId);
    if (numAttentionHeads % numKeyValueHeads != 0 || headDim % 2 != 0) {
      throw new DataException(
          "A Llama needs an even head size, and query heads divisible by key heads, but has size %d, %d and %d heads. Choose other numbers."
              .formatted(headDim, numAttentionHeads, numKeyValueHeads));
    }
  }

  /**
   * {@return a configuration of some size, with heads that fill the width; everything else is as in
   * Llama 2, without an end token}
   */
  public static LlamaConfig ofSize(
      int vocabSize, int maxPositions, int hiddenSize, int layers, int heads, int keyValueHeads) {
    return new LlamaConfig(
        vocabSize,
        hiddenSize,
        4 * hiddenSize,
        layers,
        heads,
        keyValueHeads,
        hiddenSize / heads,
        Activation.SILU,
        maxPositions,
        0.02,
        1e-5,
        RopeParameters.of(10_000),
        false,
        0,
        false,
        null,
        false,
        List.of());
  }

  /**
   * {@return the configuration of a {@code config.json} of model type llama or mistral, in the
   * spelling of today or an older one}
   *
   * @throws DataException if it is of another model, an option is out of range, or the rotary
   *     positions are of a type that is not supported, such as dynamic or yarn
   */
  public static LlamaConfig of(JsonValue config) {
    var fields = ConfigFields.of(config, LLAMA, MISTRAL);
    boolean mistral = config.get("model_type").text().equals(MISTRAL);
    int width = fields.positive("hidden_size", WIDTH);
    int heads = fields.positive("num_attention_heads", 32);
    int groups = fields.positive("num_key_value_heads", mistral ? 8 : heads);
    fields.requireDivides("num_key_value_heads", groups, "num_attention_heads", heads);
    var size = fields.findPositive("head_dim");
    if (size.isEmpty()) {
      fields.requireDivides("num_attention_heads", heads, "hidden_size", width);
    }
    int headDim = size.orElse(width / heads);
    if (headDim % 2 != 0) {
      throw config
          .find("head_dim")
          .orElse(config)
          .failure(
              "an even head size for rotary positions, %d".formatted(headDim + 1),
              "Write the numbers of the model.");
    }
    return new LlamaConfig(
        fields.positive("vocab_size", 32_000),
        width,
        fields.positive("intermediate_size", mistral ? 14_336 : 11_008),
        fields.positive("num_hidden_layers", 32),
        heads,
        groups,
        headDim,
        config.find("hidden_act").map(Activation::of).orElse(Activation.SILU),
        fields.positive("max_position_embeddings", mistral ? 131_072 : 2048),
        fields.aboveZero("initializer_range", 0.02),
        fields.aboveZero("rms_norm_eps", 1e-6),
        RopeParameters.of(config),
        !mistral && fields.flag("attention_bias", false),
        fields.fraction("attention_dropout", 0),
        !mistral && fields.flag("mlp_bias", false),
        mistral ? window(config, fields) : null,
        fields.flag("tie_word_embeddings", false),
        config.fields().containsKey("eos_token_id") ? fields.endTokens() : List.of(2));
  }

  /** A null window is no window. A configuration without the field has the window of Mistral 7B. */
  private static @Nullable Integer window(JsonValue config, ConfigFields fields) {
    if (!config.fields().containsKey("sliding_window")) {
      return WIDTH;
    }
    var window = fields.findPositive("sliding_window");
    return window.isPresent() ? window.getAsInt() : null;
  }
}
