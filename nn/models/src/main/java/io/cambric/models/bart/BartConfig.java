package io.cambric.models.bart;

import io.cambric.errors.DataException;
import io.cambric.json.JsonValue;
import io.cambric.models.Activation;
import io.cambric.models.encoder.LayerOptions;
import io.cambric.models.pretrained.ConfigFields;
import org.jspecify.annotations.Nullable;

/**
 * Sizes and options of BART.
 *
 * @param vocabulary number of tokens
 * @param positions longest sequence, of the encoder and of the decoder
 * @param padding the token of padding, whose row is not trained by look-ups; {@code null} for none
 * @param start the token that the decoder reads first
 * @param encoderLayers number of layers of the encoder
 * @param encoderLayer options of a layer of the encoder
 * @param decoderLayers number of layers of the decoder
 * @param decoderLayer options of a layer of the decoder
 * @param scaled whether embeddings are multiplied by the root of the number of features
 * @param tied whether the token embedding also scores tokens (tied weights)
 */
public record BartConfig(
    int vocabulary,
    int positions,
    @Nullable Integer padding,
    int start,
    int encoderLayers,
    LayerOptions encoderLayer,
    int decoderLayers,
    LayerOptions decoderLayer,
    boolean scaled,
    boolean tied) {

  /** Of all normalisations; no option. */
  private static final double EPSILON = 1e-5;

  /** Tables of positions begin with rows that are not used. */
  static final int FIRST_POSITION = 2;

  /**
   * {@return the configuration of a {@code config.json}}
   *
   * @throws DataException if an option is missing, out of range, or not supported
   */
  public static BartConfig of(JsonValue json) {
    var fields = ConfigFields.of(json);
    fields.require("is_encoder_decoder", true, true);
    fields.require("normalize_before", false, false);
    fields.require("normalize_embedding", true, true);
    fields.require("add_final_layer_norm", false, false);
    fields.require("static_position_embeddings", false, false);
    int vocabulary = fields.positive("vocab_size");
    var start = fields.token("decoder_start_token_id", vocabulary);
    return new BartConfig(
        vocabulary,
        fields.positive("max_position_embeddings", 1024),
        fields.token("pad_token_id", vocabulary),
        start == null ? 2 : start,
        fields.positive("encoder_layers"),
        layer(fields, "encoder"),
        fields.positive("decoder_layers"),
        layer(fields, "decoder"),
        fields.flag("scale_embedding", false),
        fields.flag("tie_word_embeddings", true));
  }

  private static LayerOptions layer(ConfigFields fields, String stack) {
    int features = fields.positive("d_model");
    return new LayerOptions(
        features,
        fields.heads(stack + "_attention_heads", features),
        fields.positive(stack + "_ffn_dim"),
        fields.activation("activation_function", Activation.GELU),
        EPSILON,
        fields.fraction("dropout", 0.1),
        fields.fraction("attention_dropout", 0),
        fields.fraction("activation_dropout", 0),
        true,
        false);
  }

  /** {@return the number of features of states} */
  int features() {
    return encoderLayer.features();
  }

  /** {@return this with a token embedding that also scores tokens, or without} */
  BartConfig withTied(boolean other) {
    return new BartConfig(
        vocabulary,
        positions,
        padding,
        start,
        encoderLayers,
        encoderLayer,
        decoderLayers,
        decoderLayer,
        scaled,
        other);
  }
}
