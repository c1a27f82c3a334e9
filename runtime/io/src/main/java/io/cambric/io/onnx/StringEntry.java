package io.cambric.io.onnx;

import io.cambric.io.protobuf.ProtoReader;
import java.util.Map;

/** An entry of a map of texts. */
record StringEntry(String key, String value) {

  private static final int KEY = 1;
  private static final int VALUE = 2;

  static StringEntry read(ProtoReader fields) {
    var key = "";
    var value = "";
    while (fields.next()) {
      switch (fields.field()) {
        case KEY -> key = fields.string();
        case VALUE -> value = fields.string();
        default -> {}
      }
    }
    return new StringEntry(key, value);
  }

  void putInto(Map<String, String> map) {
    map.put(key, value);
  }
}
