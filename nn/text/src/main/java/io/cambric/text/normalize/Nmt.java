package io.cambric.text.normalize;

import io.cambric.text.align.AlignedText;

/** The cleaning of SentencePiece for machine translation. */
final class Nmt {

  private Nmt() {}

  static AlignedText apply(AlignedText text) {
    return Edits.map(Edits.filter(text, c -> !isRemoved(c)), c -> isSpace(c) ? ' ' : c);
  }

  private static boolean isRemoved(int c) {
    return c >= 0x01 && c <= 0x08
        || c == 0x0b
        || c >= 0x0e && c <= 0x1f
        || c == 0x7f
        || c == 0x8f
        || c == 0x9f;
  }

  private static boolean isSpace(int c) {
    return switch (c) {
      case 0x09, 0x0a, 0x0c, 0x0d, 0x1680, 0x2028, 0x2029, 0x2581, 0xfeff, 0xfffd -> true;
      default -> c >= 0x200b && c <= 0x200f;
    };
  }
}
