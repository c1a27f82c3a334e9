package io.cambric.text.align;

import java.util.Arrays;

/**
 * The alphabet of byte-level models: a visible character for each byte. Visible bytes of Latin-1
 * map to themselves, the others to the characters from U+0100 on.
 *
 * @see <a href="https://github.com/openai/gpt-2/blob/master/src/encoder.py">encoder.py of GPT-2</a>
 */
public final class ByteAlphabet {

  /** The character of a space. */
  public static final char SPACE = '\u0120';

  private static final int BYTES = 256;
  private static final char[] CHARACTERS = new char[BYTES];
  private static final short[] VALUES = new short[2 * BYTES];

  static {
    Arrays.fill(VALUES, (short) -1);
    int others = 0;
    for (int value = 0; value < BYTES; value++) {
      boolean shows = value >= '!' && value <= '~' || value >= 0xa1 && value != 0xad;
      CHARACTERS[value] = (char) (shows ? value : BYTES + others++);
      VALUES[CHARACTERS[value]] = (short) value;
    }
  }

  private ByteAlphabet() {}

  /** {@return the character of a byte} */
  public static char character(int value) {
    return CHARACTERS[value & 0xff];
  }

  /** {@return the byte of a character, -1 if it has none} */
  public static int value(int character) {
    return character < VALUES.length ? VALUES[character] : -1;
  }

  /** {@return a text as the characters of the bytes of its UTF-8} */
  public static AlignedText apply(AlignedText text) {
    var characters = text.text();
    boolean isAscii = true;
    boolean isSame = true;
    for (int i = 0; i < characters.length(); i++) {
      char c = characters.charAt(i);
      isAscii &= c < 0x80;
      isSame &= c > ' ' && c < 0x7f;
    }
    if (isSame) {
      return text;
    }
    if (isAscii) {
      var mapped = characters.toCharArray();
      for (int i = 0; i < mapped.length; i++) {
        mapped[i] = CHARACTERS[mapped[i]];
      }
      return text.withText(new String(mapped));
    }
    var edit = TextEdit.of(text);
    characters.codePoints().forEach(c -> put(c, edit));
    return edit.done();
  }

  /** Puts the characters of the bytes of a code point. */
  static void put(int c, TextEdit edit) {
    if (c < 0x80) {
      edit.put(CHARACTERS[c], 0);
    } else if (c < 0x800) {
      edit.put(character(0xc0 | c >> 6), 0);
      edit.put(character(0x80 | c & 0x3f), 1);
    } else if (c < 0x10000) {
      edit.put(character(0xe0 | c >> 12), 0);
      edit.put(character(0x80 | c >> 6 & 0x3f), 1);
      edit.put(character(0x80 | c & 0x3f), 1);
    } else {
      edit.put(character(0xf0 | c >> 18), 0);
      edit.put(character(0x80 | c >> 12 & 0x3f), 1);
      edit.put(character(0x80 | c >> 6 & 0x3f), 1);
      edit.put(character(0x80 | c & 0x3f), 1);
    }
  }
}
