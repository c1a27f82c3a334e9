package io.cambric.models.pretrained;

import io.cambric.json.JsonValue;

/** Options of files of configurations. */
public final class JsonOptions {

  private JsonOptions() {}

  /** {@return whether an option is null, false or empty, so that it changes nothing} */
  public static boolean isOff(JsonValue value) {
    return value.isNull()
        || value.isArray() && value.elements().isEmpty()
        || value.isObject() && value.fields().isEmpty()
        || value.isFlag() && !value.flag()
        || value.isText() && value.text().isEmpty();
  }
}
