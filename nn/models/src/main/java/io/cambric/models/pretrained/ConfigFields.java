package io.cambric.models.pretrained;

import io.cambric.errors.DataException;
import io.cambric.json.JsonValue;
import io.cambric.models.Activation;
import java.util.List;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * The options of a {@code config.json}, checked as they are read. An absent or null option has the
 * default of Transformers.
 */
public final class ConfigFields {

  private final JsonValue config;

  private ConfigFields(JsonValue config) {
    this.config = config;
  }

  /** {@return the options of a configuration} */
  public static ConfigFields of(JsonValue config) {
    return new ConfigFields(config);
  }

  /**
   * {@return the options of the configuration of a model}
   *
   * @param types the names that its field {@code model_type} may have
   * @throws DataException if it is of another model
   */
  public static ConfigFields of(JsonValue config, String... types) {
    var type = config.get("model_type");
    if (!List.of(types).contains(type.text())) {
      throw type.failure(
          "one of the models " + String.join(", ", types), "Read it with the class for its model.");
    }
    return new ConfigFields(config);
  }

  /**
   * {@return a whole number of at least 1}
   *
   * @throws DataException if it is absent, or another value
   */
  public int positive(String name) {
    return positive(config.get(name));
  }

  /**
   * {@return a whole number of at least 1}
   *
   * @param otherwise the value if it is absent
   * @throws DataException if it is another value
   */
  public int positive(String name, int otherwise) {
    return config.find(name).map(ConfigFields::positive).orElse(otherwise);
  }

  /**
   * {@return a whole number of at least 1; empty if it is absent}
   *
   * @throws DataException if it is another value
   */
  public OptionalInt findPositive(String name) {
    return config
        .find(name)
        .map(value -> OptionalInt.of(positive(value)))
        .orElse(OptionalInt.empty());
  }

  /**
   * {@return whole numbers of at least 1}
   *
   * @param otherwise the value if they are absent
   * @throws DataException if it is no list of them, or an empty one
   */
  public List<Integer> positives(String name, List<Integer> otherwise) {
    var found = config.find(name);
    if (found.isPresent() && found.get().elements().isEmpty()) {
      throw found.get().failure("at least one number", "Add one for each part.");
    }
    return found
        .map(list -> list.elements().stream().map(ConfigFields::positive).toList())
        .orElse(otherwise);
  }

  /**
   * {@return two whole numbers of at least 1}
   *
   * <p>A single number means two equal ones.
   *
   * @throws DataException if it is another value
   */
  public List<Integer> pair(String name, int otherwise) {
    var found = config.find(name);
    if (found.isEmpty() || found.get().isNumber()) {
      int number = positive(name, otherwise);
      return List.of(number, number);
    }
    var pair = found.get().elements().stream().map(ConfigFields::positive).toList();
    if (pair.size() != 2) {
      throw found.get().failure("a number, or two", "Write height and width.");
    }
    return pair;
  }

  private static int positive(JsonValue value) {
    int number = value.integer();
    if (number < 1) {
      throw value.failure("a number of at least 1", "It counts elements.");
    }
    return number;
  }

  /**
   * {@return the number of heads, which share features evenly}
   *
   * @throws DataException if they do not, or it is no whole number of at least 1
   */
  public int heads(String name, int features) {
    int heads = positive(name);
    if (features % heads != 0) {
      throw config
          .get(name)
          .failure(
              "a divisor of the %d features".formatted(features),
              "All heads have the same number of features.");
    }
    return heads;
  }

  /**
   * {@return a number in [0, 1]}
   *
   * @throws DataException if it is another value
   */
  public double fraction(String name, double otherwise) {
    return config
        .find(name)
        .map(value -> {
          double number = value.number();
          if (!(number >= 0 && number <= 1)) {
            throw value.failure("a number in [0, 1]", "It is a fraction, not a percentage.");
          }
          return number;
        })
        .orElse(otherwise);
  }

  /**
   * {@return a number above 0}
   *
   * @throws DataException if it is another value
   */
  public double aboveZero(String name, double otherwise) {
    return config
        .find(name)
        .map(value -> {
          double number = value.number();
          if (!(number > 0) || Double.isInfinite(number)) {
            throw value.failure("a number above 0", "Take the value of the original model.");
          }
          return number;
        })
        .orElse(otherwise);
  }

  /**
   * {@return a truth value}
   *
   * @throws DataException if it is none
   */
  public boolean flag(String name, boolean otherwise) {
    return config.find(name).map(JsonValue::flag).orElse(otherwise);
  }

  /**
   * {@return an activation function}
   *
   * @throws DataException if it is no known one
   */
  public Activation activation(String name, Activation otherwise) {
    return config.find(name).map(Activation::of).orElse(otherwise);
  }

  /**
   * {@return one of some words}
   *
   * @throws DataException if it is another value
   */
  public String word(String name, String otherwise, List<String> words) {
    var found = config.find(name);
    if (found.isPresent() && !words.contains(found.get().text())) {
      throw found
          .get()
          .failure("one of %s".formatted(words), "Choose one of them, or another model.");
    }
    return found.map(JsonValue::text).orElse(otherwise);
  }

  /**
   * {@return a token; {@code null} if it is absent}
   *
   * @param vocabulary number of tokens
   * @throws DataException if it is another value
   */
  public @Nullable Integer token(String name, int vocabulary) {
    var found = config.find(name);
    if (found.isEmpty()) {
      return null;
    }
    int token = found.get().integer();
    if (token < 0 || token >= vocabulary) {
      throw found
          .get()
          .failure("a token in [0, %d)".formatted(vocabulary), "The vocabulary size bounds it.");
    }
    return token;
  }

  /**
   * {@return the number of classes: labels that are listed, or counted}
   *
   * @throws DataException if the labels are no object, or it is no number of at least 1
   */
  public int labels() {
    var listed = config.find("id2label");
    if (listed.isPresent()) {
      if (listed.get().fields().isEmpty()) {
        throw listed.get().failure("at least one label", "Name the classes of the model.");
      }
      return listed.get().fields().size();
    }
    return positive("num_labels", 2);
  }

  /**
   * Checks that an option has the only value that is supported.
   *
   * @throws DataException if it has the other one
   */
  public void require(String name, boolean needed, boolean otherwise) {
    if (flag(name, otherwise) != needed) {
      throw config
          .get(name)
          .failure(String.valueOf(needed), "Cambric does not support another value.");
    }
  }

  /**
   * Checks that an option has the only value that is supported.
   *
   * @throws DataException if it has another one
   */
  public void require(String name, String needed) {
    word(name, needed, List.of(needed));
  }

  /**
   * Checks that an option is off that no model here has.
   *
   * @throws DataException if it is on
   */
  public void requireOff(String name) {
    if (flag(name, false)) {
      throw config.get(name).failure("false", "Cambric does not support models with this option.");
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
              "Write the numbers of the model.");
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
