package io.cambric.models.decoder;

import io.cambric.errors.DataException;
import io.cambric.io.json.JsonValue;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;

/**
 * Reads the options of a {@code config.json}, and refuses those out of range with their place.
 *
 * @param config an object
 */
public record ConfigFields(JsonValue config) {

  /**
   * {@return the fields of the configuration of a model}
   *
   * @param types the names that its field {@code model_type} may have
   * @throws DataException if it is of another model
   */
  public static ConfigFields of(JsonValue config, String... types) {
    var type = config.get("model_type");
    if (!Arrays.asList(types).contains(type.text())) {
      throw type.failure(
          "one of the models " + String.join(", ", types),
          "Read it with the class of its own model.");
    }
    return new ConfigFields(config);
  }

  /** {@return a whole number from 1 on, or a default if there is none} */
  public int positive(String name, int otherwise) {
    return findPositive(name).orElse(otherwise);
  }

  /** {@return a whole number from 1 on; empty if there is none, or null} */
  public OptionalInt findPositive(String name) {
    var found = config.find(name);
    if (found.isEmpty()) {
      return OptionalInt.empty();
    }
    int value = found.get().integer();
    if (value < 1) {
      throw found.get().failure("a whole number from 1 on", "Write the size that the model has.");
    }
    return OptionalInt.of(value);
  }

  /** {@return a number above 0, or a default if there is none} */
  public double positive(String name, double otherwise) {
    double value = number(name, otherwise);
    if (!(value > 0)) {
      throw config.get(name).failure("a number above 0", "Write the one that the model has.");
    }
    return value;
  }

  /** {@return a number in [0, 1), or a default if there is none} */
  public double fraction(String name, double otherwise) {
    double value = number(name, otherwise);
    if (!(value >= 0 && value < 1)) {
      throw config.get(name).failure("a number from 0 to below 1", "Write a rate of dropout.");
    }
    return value;
  }

  private double number(String name, double otherwise) {
    return config.find(name).map(JsonValue::number).orElse(otherwise);
  }

  /** {@return true or false, or a default if there is none} */
  public boolean flag(String name, boolean otherwise) {
    return config.find(name).map(JsonValue::flag).orElse(otherwise);
  }

  /**
   * Checks that an option is off that no model here has.
   *
   * @throws DataException if it is on
   */
  public void requireOff(String name) {
    if (flag(name, false)) {
      throw config.get(name).failure("false", "Models with this option are not supported.");
    }
  }

  /**
   * Checks that heads divide something.
   *
   * @throws DataException if a remainder is left
   */
  public void requireDivides(String heads, int count, String whole, int size) {
    if (size % count != 0) {
      throw config
          .find(heads)
          .orElse(config)
          .failure(
              "a divisor of %s, %d, as %s".formatted(whole, size, heads),
              "Write the numbers that the model has.");
    }
  }

  /** {@return tokens that end a text: a number, several, or none} */
  public List<Integer> endTokens() {
    var field = config.find("eos_token_id");
    if (field.isEmpty()) {
      return List.of();
    }
    return field.get().isArray()
        ? field.get().elements().stream().map(JsonValue::integer).toList()
        : List.of(field.get().integer());
  }
}
