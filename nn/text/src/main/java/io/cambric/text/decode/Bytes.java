package io.cambric.text.decode;

import io.cambric.text.align.ByteAlphabet;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Decoders of tokens that represent bytes. */
final class Bytes {

  private static final String REPLACEMENT = "\ufffd";
  private static final int TOKEN_LENGTH = 6;
  private static final int HEXADECIMAL = 16;

  private Bytes() {}

  /** {@return the text of byte-level tokens; invalid UTF-8 becomes U+FFFD} */
  static String level(List<String> tokens) {
    var bytes = new ByteArrayOutputStream();
    for (var token : tokens) {
      if (token.codePoints().allMatch(c -> ByteAlphabet.value(c) >= 0)) {
        token.codePoints().forEach(c -> bytes.write(ByteAlphabet.value(c)));
      } else {
        bytes.writeBytes(token.getBytes(StandardCharsets.UTF_8));
      }
    }
    return LossyUtf8.decode(bytes.toByteArray());
  }

  /** {@return tokens, with the texts of bytes in place of tokens such as {@code <0x0A>}} */
  static List<String> fallback(List<String> tokens) {
    var texts = new ArrayList<String>();
    var bytes = new ByteArrayOutputStream();
    for (var token : tokens) {
      int value = value(token);
      if (value >= 0) {
        bytes.write(value);
      } else {
        flush(bytes, texts);
        texts.add(token);
      }
    }
    flush(bytes, texts);
    return texts;
  }

  private static int value(String token) {
    boolean hasForm =
        token.length() == TOKEN_LENGTH && token.startsWith("<0x") && token.endsWith(">");
    if (!hasForm) {
      return -1;
    }
    int high = Character.digit(token.charAt(3), HEXADECIMAL);
    int low = Character.digit(token.charAt(4), HEXADECIMAL);
    boolean isAscii = token.charAt(3) < 0x80 && token.charAt(4) < 0x80;
    // The original parses the two digits as a number, which may have a sign.
    if (token.charAt(3) == '+' && isAscii) {
      return low;
    }
    return high < 0 || low < 0 || !isAscii ? -1 : high * HEXADECIMAL + low;
  }

  /** If the bytes as a whole are invalid UTF-8, each becomes a replacement. */
  private static void flush(ByteArrayOutputStream bytes, List<String> texts) {
    if (bytes.size() == 0) {
      return;
    }
    try {
      var text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes.toByteArray()));
      texts.add(text.toString());
    } catch (CharacterCodingException e) {
      texts.addAll(Collections.nCopies(bytes.size(), REPLACEMENT));
    }
    bytes.reset();
  }
}
