package io.cambric.models.encoder;

import io.cambric.models.Activation;
import io.cambric.nn.LayerNorm;

/**
 * Sizes and fractions of a layer of an encoder.
 *
 * @param features of the sequence
 * @param heads number of heads, which divides the features
 * @param hiddenFeatures of the hidden layer
 * @param activation of the hidden layer
 * @param epsilon of the normalisations
 * @param dropout fraction of outputs dropped while training, in {@code [0, 1]}
 * @param attentionDropout fraction of attention weights dropped while training
 * @param activationDropout fraction of the hidden layer dropped while training
 * @param qkvBias whether projections to queries, keys and values have biases
 * @param normFirst whether the inputs of the parts are normalised, not the sums
 */
public record LayerOptions(
    int features,
    int heads,
    int hiddenFeatures,
    Activation activation,
    double epsilon,
    double dropout,
    double attentionDropout,
    double activationDropout,
    boolean qkvBias,
    boolean normFirst) {

  /** {@return options with biases, normalised after each part} */
  public static LayerOptions of(
      int features,
      int heads,
      int hiddenFeatures,
      Activation activation,
      double epsilon,
      double dropout,
      double attentionDropout) {
    return new LayerOptions(
        features,
        heads,
        hiddenFeatures,
        activation,
        epsilon,
        dropout,
        attentionDropout,
        0,
        true,
        false);
  }

  /** {@return a normalisation with the epsilon of these options} */
  public LayerNorm norm() {
    return LayerNorm.of().withEpsilon(epsilon).withUseFastVariance(false);
  }
}
