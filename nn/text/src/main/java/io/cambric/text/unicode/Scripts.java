package io.cambric.text.unicode;

import java.lang.Character.UnicodeScript;

/** Scripts of characters in Unicode 9. As in SentencePiece, the Japanese scripts are one. */
public final class Scripts {

  private static final CodePointSet LATER = CodePointSet.of(LaterCharacters.SCRIPTS);

  private static final int PROLONGED_SOUND = 0x30fc;

  private Scripts() {}

  /** {@return the script of a character; unknown for a space, which joins any script} */
  public static UnicodeScript of(int c) {
    switch (c) {
      case ' ' -> {
        return UnicodeScript.UNKNOWN;
      }
      case PROLONGED_SOUND -> {
        return UnicodeScript.HAN;
      }
      case 0x0589, 0x061c -> {
        return UnicodeScript.COMMON;
      }
      case 0x0953, 0x0954 -> {
        return UnicodeScript.DEVANAGARI;
      }
      default -> {
        var script = UnicodeScript.of(c);
        return switch (script) {
          case HIRAGANA, KATAKANA -> LATER.contains(c) ? UnicodeScript.UNKNOWN : UnicodeScript.HAN;
          default -> LATER.contains(c) ? UnicodeScript.UNKNOWN : script;
        };
      }
    }
  }
}
