package io.cambric.io.protobuf;

import java.lang.foreign.MemorySegment;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Texts in UTF-8. */
public final class Utf8 {

  private Utf8() {}

  /** {@return the text; null for bytes that are not UTF-8} */
  public static @Nullable String decode(MemorySegment bytes) {
    // Larger than any string, and than any buffer.
    if (bytes.byteSize() > Integer.MAX_VALUE - 8) {
      return null;
    }
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(bytes.asByteBuffer()).toString();
    } catch (CharacterCodingException e) {
      return null;
    }
  }
}
