package io.cambric.text;

import io.cambric.json.JsonValue;
import java.math.BigDecimal;
import tools.jackson.core.JsonGenerator;

/** Writes values as they were read. */
final class JsonText {

  private JsonText() {}

  static void write(JsonValue value, JsonGenerator json) {
    if (value.isNull()) {
      json.writeNull();
    } else if (value.isObject()) {
      json.writeStartObject();
      value
          .fields()
          .forEach((name, field) -> {
            json.writeName(name);
            write(field, json);
          });
      json.writeEndObject();
    } else if (value.isArray()) {
      json.writeStartArray();
      value.elements().forEach(element -> write(element, json));
      json.writeEndArray();
    } else if (value.isText()) {
      json.writeString(value.text());
    } else if (value.isNumber()) {
      writeNumber(value.number(), json);
    } else {
      json.writeBoolean(value.flag());
    }
  }

  /** Whole numbers have no point, because the Rust library requires that for counts. */
  private static void writeNumber(double number, JsonGenerator json) {
    if (number == Math.rint(number)) {
      json.writeNumber(new BigDecimal(number).toBigInteger());
    } else {
      json.writeNumber(number);
    }
  }
}
