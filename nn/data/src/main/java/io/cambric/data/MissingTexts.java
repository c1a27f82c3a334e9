package io.cambric.data;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** The texts of a missing number, in UTF-8; immutable. */
final class MissingTexts {

  private final byte[][] texts;

  MissingTexts(CsvOptions options) {
    this.texts =
        options.missing().stream()
            .map(text -> text.getBytes(StandardCharsets.UTF_8))
            .toArray(byte[][]::new);
  }

  /** {@return whether the bytes of a field are a missing text} */
  boolean contains(byte[] bytes, int from, int to) {
    for (var text : texts) {
      if (text.length == to - from && Arrays.equals(text, 0, text.length, bytes, from, to)) {
        return true;
      }
    }
    return false;
  }
}
