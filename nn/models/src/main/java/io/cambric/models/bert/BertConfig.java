package io.cambric.models.bert;

import io.cambric.json.JsonValue;
import io.cambric.models.Activation;
import io.cambric.models.encoder.LayerOptions;
import io.cambric.models.pretrained.ConfigFields;
import org.jspecify.annotations.Nullable;

/**
 * Sizes and options of BERT.
 *
 * @param vocabulary number of tokens
 * @param positions longest sequence
 * @param padding the token of padding, whose row is not trained; {@code null} for none
 * @param types number of kinds of tokens, such as first and second sentence
 * @param layers number of layers
 * @param layer options of a layer
 * @param classes number of classes of a head
 * @param headDropout fraction dropped before that head while training, in {@code [0, 1]}
 */
public record BertConfig(
    int vocabulary,
    int positions,
    @Nullable Integer padding,
    int types,
    int layers,
    LayerOptions layer,
    int classes,
    double headDropout) {

  /** Two classes, and the dropout of a layer before the head. */
  public BertConfig(
      int vocabulary,
      int positions,
      @Nullable Integer padding,
      int types,
      int layers,
      LayerOptions layer) {
    this(vocabulary, positions, padding, types, layers, layer, 2, layer.dropout());
  }

  /**
   * {@return the configuration of a {@code config.json}}
   *
   * @throws io.cambric.errors.DataException if an option is missing, out of range, or not supported
   */
  public static BertConfig of(JsonValue json) {
    var fields = ConfigFields.of(json);
    fields.require("is_decoder", false, false);
    fields.require("add_cross_attention", false, false);
    fields.require("position_embedding_type", "absolute");
    int vocabulary = fields.positive("vocab_size");
    int features = fields.positive("hidden_size");
    double dropout = fields.fraction("hidden_dropout_prob", 0.1);
    return new BertConfig(
        vocabulary,
        fields.positive("max_position_embeddings", 512),
        fields.token("pad_token_id", vocabulary),
        fields.positive("type_vocab_size", 2),
        fields.positive("num_hidden_layers"),
        LayerOptions.of(
            features,
            fields.heads("num_attention_heads", features),
            fields.positive("intermediate_size"),
            fields.activation("hidden_act", Activation.GELU),
            fields.aboveZero("layer_norm_eps", 1e-12),
            dropout,
            fields.fraction("attention_probs_dropout_prob", 0.1)),
        fields.labels(),
        fields.fraction("classifier_dropout", dropout));
  }
}
