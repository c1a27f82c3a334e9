package io.cambric.models.distilbert;

import io.cambric.json.JsonValue;
import io.cambric.models.Activation;
import io.cambric.models.encoder.LayerOptions;
import io.cambric.models.pretrained.ConfigFields;
import org.jspecify.annotations.Nullable;

/**
 * Sizes and options of DistilBERT.
 *
 * @param vocabulary number of tokens
 * @param positions longest sequence
 * @param padding the token of padding, whose row is not trained; {@code null} for none
 * @param layers number of layers
 * @param layer options of a layer
 * @param classes number of classes of the head
 * @param headDropout fraction dropped before the head while training, in {@code [0, 1]}
 */
public record DistilBertConfig(
    int vocabulary,
    int positions,
    @Nullable Integer padding,
    int layers,
    LayerOptions layer,
    int classes,
    double headDropout) {

  /** Of all normalisations; no option. */
  private static final double EPSILON = 1e-12;

  /**
   * {@return the configuration of a {@code config.json}}
   *
   * @throws io.cambric.errors.DataException if an option is missing, out of range, or not supported
   */
  public static DistilBertConfig of(JsonValue json) {
    var fields = ConfigFields.of(json);
    int vocabulary = fields.positive("vocab_size");
    int features = fields.positive("dim");
    return new DistilBertConfig(
        vocabulary,
        fields.positive("max_position_embeddings", 512),
        fields.token("pad_token_id", vocabulary),
        fields.positive("n_layers"),
        LayerOptions.of(
            features,
            fields.heads("n_heads", features),
            fields.positive("hidden_dim"),
            fields.activation("activation", Activation.GELU),
            EPSILON,
            fields.fraction("dropout", 0.1),
            fields.fraction("attention_dropout", 0.1)),
        fields.labels(),
        fields.fraction("seq_classif_dropout", 0.2));
  }
}
