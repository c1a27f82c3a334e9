package io.cambric.text;

import io.cambric.json.JsonValue;

/** The side of a row at which tokens are cut off or added. */
public enum Side {
  /** The beginning. */
  LEFT("Left"),
  /** The end. */
  RIGHT("Right");

  private final String jsonName;

  Side(String jsonName) {
    this.jsonName = jsonName;
  }

  String jsonName() {
    return jsonName;
  }

  static Side read(JsonValue json) {
    return switch (json.text()) {
      case "Left" -> LEFT;
      case "Right" -> RIGHT;
      default -> throw json.failure("one of the sides [Left, Right]", "Write one of them.");
    };
  }
}
