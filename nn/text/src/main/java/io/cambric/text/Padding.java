package io.cambric.text;

import io.cambric.errors.DataException;
import io.cambric.json.JsonValue;
import io.cambric.text.post.TokenRow;
import io.cambric.text.vocabulary.Vocabulary;
import java.util.List;
import java.util.OptionalInt;
import tools.jackson.core.JsonGenerator;

/**
 * Padding tokens, which make encodings equally long; their mask is 0.
 *
 * @param length of all encodings, empty for the longest length of a batch; longer encodings are
 *     unchanged
 * @param multiple divides the length; 1 for any length
 * @param id number of the token
 * @param type its type
 * @param token its text
 * @param side where it is put
 */
public record Padding(OptionalInt length, int multiple, int id, int type, String token, Side side) {

  /** The longest padding. */
  public static final int MAX_LENGTH = 1 << 20;

  /**
   * Checks the numbers.
   *
   * @throws DataException if one is negative, or a length is above {@link #MAX_LENGTH}
   */
  public Padding {
    check("length", length.orElse(0), 0);
    check("multiple", multiple, 1);
    if (id < 0 || type < 0) {
      throw new DataException(
          "Padding needs a token and a type of at least 0, but got %d and %d. Pass other values."
              .formatted(id, type));
    }
  }

  private static void check(String name, int value, int least) {
    if (value < least || value > MAX_LENGTH) {
      throw new DataException(
          "Padding needs a %s from %d to %d, but got %d. Pass another value."
              .formatted(name, least, MAX_LENGTH, value));
    }
  }

  /** {@return padding at the end, up to the longest encoding of a batch} */
  public static Padding longest(int id, String token) {
    return new Padding(OptionalInt.empty(), 1, id, 0, token, Side.RIGHT);
  }

  /** {@return padding at the end, up to a length} */
  public static Padding to(int length, int id, String token) {
    return new Padding(OptionalInt.of(length), 1, id, 0, token, Side.RIGHT);
  }

  /** {@return this padding up to a multiple of a number} */
  public Padding withMultiple(int other) {
    return new Padding(length, other, id, type, token, side);
  }

  /** {@return this padding with another type} */
  public Padding withType(int other) {
    return new Padding(length, multiple, id, other, token, side);
  }

  /** {@return this padding at another side} */
  public Padding withSide(Side other) {
    return new Padding(length, multiple, id, type, token, other);
  }

  static Padding read(JsonValue json) {
    var strategy = json.get("strategy");
    OptionalInt length;
    if (strategy.isText() && strategy.text().equals("BatchLongest")) {
      length = OptionalInt.empty();
    } else if (strategy.isObject()) {
      length = OptionalInt.of(strategy.get("Fixed").integer());
    } else {
      throw strategy.failure(
          "\"BatchLongest\", or an object with the field \"Fixed\"", "Write one of them.");
    }
    int multiple = json.find("pad_to_multiple_of").map(JsonValue::integer).orElse(1);
    return new Padding(
        length,
        multiple == 0 ? 1 : multiple,
        Vocabulary.id(json.get("pad_id")),
        Vocabulary.id(json.get("pad_type_id")),
        json.get("pad_token").text(),
        Side.read(json.get("direction")));
  }

  void write(JsonGenerator json) {
    json.writeStartObject();
    if (length.isPresent()) {
      json.writeObjectPropertyStart("strategy");
      json.writeNumberProperty("Fixed", length.getAsInt());
      json.writeEndObject();
    } else {
      json.writeStringProperty("strategy", "BatchLongest");
    }
    json.writeStringProperty("direction", side.jsonName());
    if (multiple == 1) {
      json.writeNullProperty("pad_to_multiple_of");
    } else {
      json.writeNumberProperty("pad_to_multiple_of", multiple);
    }
    json.writeNumberProperty("pad_id", id);
    json.writeNumberProperty("pad_type_id", type);
    json.writeStringProperty("pad_token", token);
    json.writeEndObject();
  }

  /** {@return rows of one length, unless some are longer than it} */
  List<TokenRow> apply(List<TokenRow> rows) {
    int longest = rows.stream().mapToInt(TokenRow::size).max().orElse(0);
    int wanted = length.orElse(longest);
    int padded = (wanted + multiple - 1) / multiple * multiple;
    var pad = new TokenRow.Pad(id, type, token, side == Side.LEFT);
    return rows.stream().map(row -> row.pad(padded, pad)).toList();
  }
}
