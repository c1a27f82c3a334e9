package io.cambric.text.decode;

import java.nio.charset.StandardCharsets;

/**
 * Texts of bytes that may be invalid UTF-8. The longest prefix of an incomplete character becomes
 * U+FFFD, and so does each byte that begins no character.
 *
 * <p>For the three bytes of a surrogate, Java's own decoder reports one error; Unicode and Rust
 * report three.
 *
 * @see <a href="https://www.unicode.org/versions/Unicode16.0.0/core-spec/chapter-3/#G66453">The
 *     Unicode Standard, 3.9, substitution of maximal subparts</a>
 */
final class LossyUtf8 {

  private static final char REPLACEMENT = '\ufffd';

  private LossyUtf8() {}

  static String decode(byte[] bytes) {
    var text = new StringBuilder(bytes.length);
    int from = 0;
    for (int i = 0; i < bytes.length; ) {
      int valid = validLength(bytes, i);
      if (valid > 0 && valid == width(bytes[i])) {
        i += valid;
        continue;
      }
      text.append(new String(bytes, from, i - from, StandardCharsets.UTF_8)).append(REPLACEMENT);
      i += Math.max(1, valid);
      from = i;
    }
    return text.append(new String(bytes, from, bytes.length - from, StandardCharsets.UTF_8))
        .toString();
  }

  /** {@return how many bytes from a position on begin a character, at most all of its bytes} */
  private static int validLength(byte[] bytes, int at) {
    int width = width(bytes[at]);
    int length = Math.min(width, 1);
    while (length < width && at + length < bytes.length) {
      int next = bytes[at + length] & 0xff;
      boolean fits = length == 1 ? isSecond(bytes[at] & 0xff, next) : next >= 0x80 && next < 0xc0;
      if (!fits) {
        break;
      }
      length++;
    }
    return length;
  }

  /** {@return the bytes of the character that a byte begins, 0 if it begins none} */
  private static int width(byte first) {
    int value = first & 0xff;
    if (value < 0x80) {
      return 1;
    }
    if (value < 0xc2 || value > 0xf4) {
      return 0;
    }
    return value < 0xe0 ? 2 : value < 0xf0 ? 3 : 4;
  }

  /** The second byte reveals overlong forms, surrogates and numbers above U+10FFFF. */
  private static boolean isSecond(int first, int second) {
    return switch (first) {
      case 0xe0 -> second >= 0xa0 && second < 0xc0;
      case 0xed -> second >= 0x80 && second < 0xa0;
      case 0xf0 -> second >= 0x90 && second < 0xc0;
      case 0xf4 -> second >= 0x80 && second < 0x90;
      default -> second >= 0x80 && second < 0xc0;
    };
  }
}
