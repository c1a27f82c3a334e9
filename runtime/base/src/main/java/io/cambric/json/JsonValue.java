package io.cambric.json;

import io.cambric.errors.DataException;
import io.cambric.file.support.Quoted;
import io.cambric.json.tree.JsonFile;
import io.cambric.json.tree.JsonNumber;
import io.cambric.json.tree.JsonNumbers;
import io.cambric.json.tree.JsonPlace;
import io.cambric.json.tree.JsonTree;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.AbstractList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/**
 * A value in a JSON text whose form is not ours, such as the {@code config.json} of a model; an
 * immutable value. It knows its place, so that a mistake is reported with it.
 *
 * {@snippet :
 * var config = JsonValue.read(Path.of("config.json"));
 * int layers = config.get("num_hidden_layers").integer();
 * double epsilon = config.find("layer_norm_eps").map(JsonValue::number).orElse(1e-12);
 * }
 */
public final class JsonValue {

  private static final BigInteger MIN_INT = BigInteger.valueOf(Integer.MIN_VALUE);
  private static final BigInteger MAX_INT = BigInteger.valueOf(Integer.MAX_VALUE);

  private final @Nullable Object json;
  private final JsonPlace place;

  private JsonValue(@Nullable Object json, JsonPlace place) {
    this.json = json;
    this.place = place;
  }

  /**
   * {@return the value of a file in UTF-8}
   *
   * @throws DataException if the file cannot be read, or is not JSON
   */
  public static JsonValue read(Path file) {
    return parse(file.toString(), JsonFile.text(file));
  }

  /**
   * {@return the value of a text}
   *
   * @param source the name of the text for messages, at the beginning of a sentence
   * @throws DataException if it is not JSON
   */
  public static JsonValue parse(String source, String text) {
    return new JsonValue(JsonTree.parse(source, text), JsonPlace.root(source));
  }

  /** {@return whether this is an object, with fields} */
  public boolean isObject() {
    return json instanceof Map;
  }

  /** {@return whether this is an array, with elements} */
  public boolean isArray() {
    return json instanceof List;
  }

  /** {@return whether this is a string} */
  public boolean isText() {
    return json instanceof String;
  }

  /** {@return whether this is a number} */
  public boolean isNumber() {
    return json instanceof JsonNumber;
  }

  /** {@return whether this is a truth value} */
  public boolean isFlag() {
    return json instanceof Boolean;
  }

  /** {@return whether this is null} */
  public boolean isNull() {
    return json == null;
  }

  /**
   * {@return the value of a field}
   *
   * @throws DataException if this is no object, or has no such field
   */
  public JsonValue get(String field) {
    var fields = object();
    if (!fields.containsKey(field)) {
      throw failure(
          "the field %s".formatted(Quoted.of(field)),
          "the fields are " + Quoted.of(fields.keySet()),
          "Add it.");
    }
    return new JsonValue(fields.get(field), place.below(field));
  }

  /**
   * {@return the value of a field, empty if there is none, or if it is null}
   *
   * @throws DataException if this is no object
   */
  public Optional<JsonValue> find(String field) {
    return Optional.ofNullable(object().get(field))
        .map(value -> new JsonValue(value, place.below(field)));
  }

  /**
   * {@return the values by field, in the order of the text}
   *
   * @throws DataException if this is no object
   */
  public SequencedMap<String, JsonValue> fields() {
    var fields = new LinkedHashMap<String, JsonValue>();
    object().forEach((name, value) -> fields.put(name, new JsonValue(value, place.below(name))));
    return fields;
  }

  /**
   * {@return the elements}
   *
   * @throws DataException if this is no array
   */
  public List<JsonValue> elements() {
    if (!(json instanceof List<?> elements)) {
      throw failure("an array", shown(), "Put the elements in brackets.");
    }
    return new AbstractList<>() {

      @Override
      public JsonValue get(int index) {
        return new JsonValue(elements.get(index), place.at(index));
      }

      @Override
      public int size() {
        return elements.size();
      }
    };
  }

  /**
   * {@return the string}
   *
   * @throws DataException if this is none
   */
  public String text() {
    if (!(json instanceof String text)) {
      throw failure("a string", shown(), "Put it in quotation marks.");
    }
    return text;
  }

  /**
   * {@return the whole number}
   *
   * @throws DataException if this is none, or not in the range of {@code int}
   */
  public int integer() {
    return JsonNumbers.whole(json, MIN_INT, MAX_INT, place).intValue();
  }

  /**
   * {@return the number}
   *
   * @throws DataException if this is none that a {@code double} holds
   */
  public double number() {
    return JsonNumbers.floating(json, place);
  }

  /**
   * {@return the truth value}
   *
   * @throws DataException if this is none
   */
  public boolean flag() {
    if (!(json instanceof Boolean flag)) {
      throw failure("true or false", shown(), "Write one without quotation marks.");
    }
    return flag;
  }

  /**
   * {@return an exception that names the text and this place in it}
   *
   * @param needed a noun with its article, as in {@code "a positive number"}
   * @param mend a sentence
   */
  public DataException failure(String needed, String mend) {
    return failure(needed, shown(), mend);
  }

  private DataException failure(String needed, String came, String mend) {
    return place.failure(needed, came, mend);
  }

  private Map<String, @Nullable Object> object() {
    if (!(json instanceof Map<?, ?> object)) {
      throw failure("an object", shown(), "Put its fields in braces.");
    }
    @SuppressWarnings("unchecked")
    var fields = (Map<String, @Nullable Object>) object;
    return fields;
  }

  private String shown() {
    return "there is " + JsonNumbers.shown(json);
  }

  /** {@return the place, and the value if it is short} */
  @Override
  public String toString() {
    return "%s: %s".formatted(place.path(), JsonNumbers.shown(json));
  }
}
