package io.cambric.text.unicode;

/**
 * Classes and cases of characters. Each method names the source of the Rust library's table. The
 * differences in version from Java are here and in {@link LaterCharacters}.
 */
public final class Characters {

  private static final CodePointSet LATER_PUNCTUATION =
      CodePointSet.of(LaterCharacters.PUNCTUATION);
  private static final CodePointSet LATER_NONSPACING =
      CodePointSet.of(LaterCharacters.NONSPACING_MARKS);
  private static final CodePointSet LATER_MARKS = CodePointSet.of(LaterCharacters.MARKS);
  private static final CodePointSet LATER_OTHERS = CodePointSet.of(LaterCharacters.OTHERS);

  /** Digits and numbers that Unicode 17 adds. */
  private static final CodePointSet NUMBERS_17 = CodePointSet.of("11DE0-11DE9 16FF4-16FF6");

  private static final int MAX_ASCII = 0x7f;
  private static final int DOTTED_I = 0x130;

  private Characters() {}

  /** {@return whether a character has the property White_Space} */
  public static boolean isWhitespace(int c) {
    if (c <= ' ') {
      return c == ' ' || c >= '\t' && c <= '\r';
    }
    return switch (c) {
      case 0x85, 0xa0, 0x1680, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000 -> true;
      default -> c >= 0x2000 && c <= 0x200a;
    };
  }

  /** {@return whether a character is punctuation or an ASCII symbol; crate unicode_categories} */
  public static boolean isPunctuation(int c) {
    if (c <= MAX_ASCII) {
      return c > ' ' && c < MAX_ASCII && !isAsciiLetterOrDigit(c);
    }
    return switch (Character.getType(c)) {
      case Character.DASH_PUNCTUATION,
          Character.START_PUNCTUATION,
          Character.END_PUNCTUATION,
          Character.CONNECTOR_PUNCTUATION,
          Character.OTHER_PUNCTUATION,
          Character.INITIAL_QUOTE_PUNCTUATION,
          Character.FINAL_QUOTE_PUNCTUATION ->
          !LATER_PUNCTUATION.contains(c);
      default -> c == 0x166d || c == 0x111c9;
    };
  }

  /** {@return whether a character is a nonspacing mark; crate unicode_categories} */
  public static boolean isNonspacingMark(int c) {
    if (c < 0x300) {
      return false;
    }
    return Character.getType(c) == Character.NON_SPACING_MARK
        ? !LATER_NONSPACING.contains(c)
        : c == 0x1734 || c == 0x1171e;
  }

  /** {@return whether a character is any mark; crate unicode-normalization-alignments} */
  public static boolean isMark(int c) {
    if (c < 0x300) {
      return false;
    }
    return switch (Character.getType(c)) {
      case Character.NON_SPACING_MARK, Character.COMBINING_SPACING_MARK, Character.ENCLOSING_MARK ->
          !LATER_MARKS.contains(c);
      default -> c == 0x1cf2 || c == 0x1cf3;
    };
  }

  /**
   * {@return whether a character is a control or format character, or of private use; crate
   * unicode_categories}
   */
  public static boolean isOther(int c) {
    if (c <= MAX_ASCII) {
      return c < ' ' || c == MAX_ASCII;
    }
    return switch (Character.getType(c)) {
      case Character.CONTROL, Character.FORMAT, Character.PRIVATE_USE -> !LATER_OTHERS.contains(c);
      default -> false;
    };
  }

  /** {@return whether a character is a digit, a letter that counts, or another number; Rust} */
  public static boolean isNumeric(int c) {
    if (c <= MAX_ASCII) {
      return c >= '0' && c <= '9';
    }
    return switch (Character.getType(c)) {
      case Character.DECIMAL_DIGIT_NUMBER, Character.LETTER_NUMBER, Character.OTHER_NUMBER -> true;
      default -> NUMBERS_17.contains(c);
    };
  }

  /** {@return whether a character is one of words, {@code \w} of the crate regex} */
  public static boolean isWord(int c) {
    if (c <= MAX_ASCII) {
      return c == '_' || isAsciiLetterOrDigit(c);
    }
    if (Character.isAlphabetic(c)) {
      return true;
    }
    return switch (Character.getType(c)) {
      case Character.NON_SPACING_MARK,
          Character.COMBINING_SPACING_MARK,
          Character.ENCLOSING_MARK,
          Character.DECIMAL_DIGIT_NUMBER,
          Character.CONNECTOR_PUNCTUATION ->
          true;
      default -> c == 0x200c || c == 0x200d;
    };
  }

  /** {@return whether a character is in a block of Han ideographs, as in BERT} */
  public static boolean isHan(int c) {
    return c >= 0x3400
        && (c <= 0x4dbf
            || c >= 0x4e00 && c <= 0x9fff
            || c >= 0xf900 && c <= 0xfaff
            || c >= 0x20000 && c <= 0x2a6df
            || c >= 0x2a700 && c <= 0x2b81f
            || c >= 0x2b920 && c <= 0x2ceaf
            || c >= 0x2f800 && c <= 0x2fa1f);
  }

  /**
   * {@return the lower case of a character alone, without regard to its neighbours; Rust}
   *
   * <p>Only U+0130 has two characters. This is the first; {@link #lowerTail} is the second.
   */
  public static int lower(int c) {
    if (c <= MAX_ASCII) {
      return c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c;
    }
    int lower = Character.toLowerCase(c);
    return lower == c ? lower17(c) : lower;
  }

  /** {@return the second character of a lower case, -1 where there is none} */
  public static int lowerTail(int c) {
    return c == DOTTED_I ? 0x307 : -1;
  }

  /** Capital letters that Unicode 17 adds. */
  private static int lower17(int c) {
    return switch (c) {
      case 0xa7ce, 0xa7d2, 0xa7d4 -> c + 1;
      default -> c >= 0x16ea0 && c <= 0x16eb8 ? c + 0x1b : c;
    };
  }

  private static boolean isAsciiLetterOrDigit(int c) {
    return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9';
  }
}
