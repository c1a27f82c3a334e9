package io.cambric.models.llama;

import io.cambric.errors.DataException;
import io.cambric.json.JsonValue;
import io.cambric.models.pretrained.ConfigFields;

/**
 * Frequencies of rotary positions. An immutable value.
 *
 * <p>Pair {@code i} of a head rotates by {@code theta^(-2i / size)} radians a token, before
 * scaling.
 *
 * @param theta base of the frequencies
 * @param scaling of the frequencies
 * @see <a href="https://arxiv.org/abs/2104.09864">Su et al., 2021</a>
 */
public record RopeParameters(double theta, RopeScaling scaling) {

  private static final double THETA = 10_000;

  /** {@return the frequencies of a theta, without scaling} */
  public static RopeParameters of(double theta) {
    return new RopeParameters(theta, new RopeScaling.Default());
  }

  /**
   * {@return the frequencies of a configuration: {@code rope_parameters}, or {@code rope_theta} and
   * {@code rope_scaling} of older ones}
   *
   * @throws DataException if the type is none of default, linear and llama3, or a number is missing
   *     or out of range
   */
  static RopeParameters of(JsonValue config) {
    var newer = config.find("rope_parameters");
    var older = config.find("rope_scaling");
    double ofModel = ConfigFields.of(config).aboveZero("rope_theta", THETA);
    if (newer.isEmpty() && older.isEmpty()) {
      return of(ofModel);
    }
    var parameters = newer.or(() -> older).orElseThrow();
    var fields = ConfigFields.of(parameters);
    if (fields.aboveZero("partial_rotary_factor", 1.0) != 1) {
      throw parameters
          .get("partial_rotary_factor")
          .failure("1", "Cambric does not support models that rotate a part of each head.");
    }
    return new RopeParameters(fields.aboveZero("rope_theta", ofModel), scaling(parameters));
  }

  private static RopeScaling scaling(JsonValue parameters) {
    var type = parameters.find("rope_type").or(() -> parameters.find("type"));
    return switch (type.map(JsonValue::text).orElse("default")) {
      case "default" -> new RopeScaling.Default();
      case "linear" -> new RopeScaling.Linear(required(parameters, "factor"));
      case "llama3" -> llama3(parameters);
      default ->
          throw type.orElseThrow()
              .failure(
                  "one of the types default, linear, llama3",
                  "Cambric supports no other rotary positions.");
    };
  }

  private static RopeScaling llama3(JsonValue parameters) {
    double low = required(parameters, "low_freq_factor");
    double high = required(parameters, "high_freq_factor");
    if (!(low < high)) {
      throw parameters
          .get("low_freq_factor")
          .failure("a number below high_freq_factor, %s".formatted(high), "Write both.");
    }
    parameters.get("original_max_position_embeddings");
    int length = ConfigFields.of(parameters).positive("original_max_position_embeddings", 1);
    return new RopeScaling.Llama3(required(parameters, "factor"), low, high, length);
  }

  private static double required(JsonValue parameters, String name) {
    parameters.get(name);
    return ConfigFields.of(parameters).aboveZero(name, 1.0);
  }

  /** {@return the frequencies of the pairs of a head, in radians a token} */
  float[] frequencies(int headDim) {
    var frequencies = new float[headDim / 2];
    for (int i = 0; i < frequencies.length; i++) {
      frequencies[i] = (float) scaling.scaled(Math.pow(theta, -2.0 * i / headDim));
    }
    return frequencies;
  }
}
