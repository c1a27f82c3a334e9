package io.cambric.models.t5;

import io.cambric.errors.DataException;
import io.cambric.json.JsonValue;
import io.cambric.models.Activation;
import io.cambric.models.pretrained.ConfigFields;

/**
 * Sizes and options of T5.
 *
 * @param vocabulary number of tokens
 * @param features of states
 * @param heads number of heads
 * @param size features of a head, independent of {@code features}
 * @param hiddenFeatures of the hidden layers
 * @param encoderLayers number of layers of the encoder
 * @param decoderLayers number of layers of the decoder
 * @param buckets number of kinds of distances between tokens
 * @param maxDistance distance from which on all are of one kind
 * @param epsilon of the normalisations
 * @param dropout fraction of states dropped while training, in {@code [0, 1]}
 * @param activation of the hidden layers
 * @param gated whether a hidden layer is multiplied by a linear one
 * @param start the token that the decoder reads first
 * @param scaled whether states are divided by the root of their features before they are scored
 * @param tied whether the token embedding also scores tokens (tied weights)
 */
public record T5Config(
    int vocabulary,
    int features,
    int heads,
    int size,
    int hiddenFeatures,
    int encoderLayers,
    int decoderLayers,
    int buckets,
    int maxDistance,
    double epsilon,
    double dropout,
    Activation activation,
    boolean gated,
    int start,
    boolean scaled,
    boolean tied) {

  private static final String GATED = "gated-";

  private static final int MIN_BUCKETS = 4;

  /**
   * {@return the configuration of a {@code config.json}}
   *
   * <p>In older files, {@code tie_word_embeddings} also decides whether states are scaled.
   *
   * @throws DataException if an option is missing, out of range, or not supported
   */
  public static T5Config of(JsonValue json) {
    var fields = ConfigFields.of(json);
    fields.require("is_encoder_decoder", true, true);
    int vocabulary = fields.positive("vocab_size");
    int layers = fields.positive("num_layers");
    int buckets = fields.positive("relative_attention_num_buckets", 32);
    if (buckets < MIN_BUCKETS || buckets % 2 != 0) {
      throw json.get("relative_attention_num_buckets")
          .failure(
              "an even number of at least %d".formatted(MIN_BUCKETS),
              "Half of them are for earlier tokens, half for later ones.");
    }
    int maxDistance = fields.positive("relative_attention_max_distance", 128);
    if (maxDistance <= buckets / 2) {
      throw json.find("relative_attention_max_distance")
          .orElse(json)
          .failure(
              "a distance above half of the %d buckets".formatted(buckets),
              "Smaller distances have a bucket each.");
    }
    boolean tied = fields.flag("tie_word_embeddings", true);
    var start = fields.token("decoder_start_token_id", vocabulary);
    var padding = fields.token("pad_token_id", vocabulary);
    return new T5Config(
        vocabulary,
        fields.positive("d_model"),
        fields.positive("num_heads"),
        fields.positive("d_kv"),
        fields.positive("d_ff"),
        layers,
        fields.positive("num_decoder_layers", layers),
        buckets,
        maxDistance,
        fields.aboveZero("layer_norm_epsilon", 1e-6),
        fields.fraction("dropout_rate", 0.1),
        activation(json),
        json.find("feed_forward_proj").map(JsonValue::text).orElse("").startsWith(GATED),
        start != null ? start : padding != null ? padding : 0,
        fields.flag("scale_decoder_outputs", tied),
        tied);
  }

  /** {@return the function of {@code feed_forward_proj}, such as {@code gated-gelu}} */
  private static Activation activation(JsonValue json) {
    var found = json.find("feed_forward_proj");
    if (found.isEmpty()) {
      return Activation.RELU;
    }
    var text = found.get().text();
    if (text.equals(GATED + "gelu")) {
      return Activation.GELU_TANH;
    }
    return text.startsWith(GATED)
        ? Activation.of(found.get(), text.substring(GATED.length()))
        : Activation.of(found.get());
  }

  /** {@return this with a token embedding that also scores tokens, or without} */
  T5Config withTied(boolean other) {
    return new T5Config(
        vocabulary,
        features,
        heads,
        size,
        hiddenFeatures,
        encoderLayers,
        decoderLayers,
        buckets,
        maxDistance,
        epsilon,
        dropout,
        activation,
        gated,
        start,
        scaled,
        other);
  }
}
