package io.cambric.text.split;

import io.cambric.text.pattern.Spans;
import io.cambric.text.unicode.Characters;

/**
 * The words of GPT-2: contractions, and runs of letters, of numbers and of other characters, each
 * with one space in front. More whitespace is a word of its own. The result equals the pattern
 * {@code 's|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+}.
 */
final class Gpt2Words {

  private static final int SPACE = 0;
  private static final int LETTER = 1;
  private static final int NUMBER = 2;
  private static final int OTHER = 3;

  private Gpt2Words() {}

  static Spans find(String text) {
    var spans = new Spans();
    for (int i = 0; i < text.length(); ) {
      int end = end(text, i);
      spans.add(i, end, false);
      i = end;
    }
    return spans;
  }

  private static int end(String text, int start) {
    if (text.charAt(start) == '\'') {
      int end = contraction(text, start + 1);
      if (end > 0) {
        return end;
      }
    }
    int word = text.charAt(start) == ' ' ? start + 1 : start;
    if (word < text.length()) {
      int kind = kind(text.codePointAt(word));
      if (kind != SPACE) {
        return runEnd(text, word, kind);
      }
    }
    int end = runEnd(text, start, SPACE);
    // The last space belongs to the next word.
    return end < text.length() && end - start > 1 ? end - 1 : end;
  }

  private static int contraction(String text, int at) {
    if (at >= text.length()) {
      return 0;
    }
    switch (text.charAt(at)) {
      case 's', 't', 'm', 'd' -> {
        return at + 1;
      }
      default -> {
        boolean hasTwo =
            text.startsWith("re", at) || text.startsWith("ve", at) || text.startsWith("ll", at);
        return hasTwo ? at + 2 : 0;
      }
    }
  }

  private static int runEnd(String text, int start, int kind) {
    int i = start;
    while (i < text.length()) {
      int c = text.codePointAt(i);
      if (kind(c) != kind) {
        break;
      }
      i += Character.charCount(c);
    }
    return i;
  }

  private static int kind(int c) {
    if (c < 0x80) {
      boolean isLetter = c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z';
      return isLetter
          ? LETTER
          : c >= '0' && c <= '9' ? NUMBER : Characters.isWhitespace(c) ? SPACE : OTHER;
    }
    return switch (Character.getType(c)) {
      case Character.UPPERCASE_LETTER,
          Character.LOWERCASE_LETTER,
          Character.TITLECASE_LETTER,
          Character.MODIFIER_LETTER,
          Character.OTHER_LETTER ->
          LETTER;
      case Character.DECIMAL_DIGIT_NUMBER, Character.LETTER_NUMBER, Character.OTHER_NUMBER ->
          NUMBER;
      default -> Characters.isWhitespace(c) ? SPACE : OTHER;
    };
  }
}
