package io.cambric.text.model;

import io.cambric.text.vocabulary.Vocabulary;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Tokens such as {@code <0x0A>}, one for each UTF-8 byte of a character without a token. */
final class ByteTokens {

  private ByteTokens() {}

  /** {@return the tokens of the bytes of a text, null if the vocabulary lacks one} */
  static int @Nullable [] of(String text, Vocabulary vocabulary) {
    var bytes = text.getBytes(StandardCharsets.UTF_8);
    var ids = new int[bytes.length];
    for (int i = 0; i < bytes.length; i++) {
      ids[i] = vocabulary.id("<0x%02X>".formatted(bytes[i] & 0xff));
      if (ids[i] == Vocabulary.NONE) {
        return null;
      }
    }
    return ids;
  }

  /** {@return whether the tokens of the bytes were added} */
  static boolean add(String text, Vocabulary vocabulary, int start, int end, WordTokens found) {
    var ids = of(text, vocabulary);
    if (ids == null) {
      return false;
    }
    for (int id : ids) {
      found.add(id, start, end);
    }
    return true;
  }
}
