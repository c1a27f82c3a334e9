package io.cambric.text.normalize;

import io.cambric.json.JsonValue;
import io.cambric.text.align.AlignedText;
import io.cambric.text.align.TextEdit;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The normalizer of SentencePiece: a double-array trie from bytes of UTF-8 to replacements.
 *
 * <p>A user-perceived character of at most five bytes is looked up as a whole first, then its
 * characters one by one. As in the crate spm_precompiled, the shortest prefix in the trie decides.
 */
final class Precompiled implements Normalizer {

  private static final Pattern GRAPHEME = Pattern.compile("\\X");

  private static final int MAX_BYTES = 5;

  /** Below are no characters that join others, except for the line feed after a return. */
  private static final int FIRST_JOINING = 0x300;

  private final int[] units;
  private final byte[] replacements;

  private Precompiled(int[] units, byte[] replacements) {
    this.units = units;
    this.replacements = replacements;
  }

  static Precompiled read(JsonValue json) {
    byte[] bytes;
    try {
      bytes = Base64.getDecoder().decode(json.text());
    } catch (IllegalArgumentException e) {
      throw json.failure("a map of characters in Base64", "Write the file again.");
    }
    var buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    long size = bytes.length < Integer.BYTES ? -1 : buffer.getInt() & 0xffffffffL;
    if (size < Integer.BYTES || size > buffer.remaining()) {
      throw json.failure(
          "a map of characters whose trie has the size that it begins with",
          "Write the file again.");
    }
    var units = new int[(int) (size / Integer.BYTES)];
    buffer.asIntBuffer().get(units);
    var replacements =
        Arrays.copyOfRange(bytes, Integer.BYTES + units.length * Integer.BYTES, bytes.length);
    if (!isUtf8(replacements)) {
      throw json.failure("a map of characters in UTF-8", "Write the file again.");
    }
    return new Precompiled(units, replacements);
  }

  private static boolean isUtf8(byte[] bytes) {
    try {
      StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
      return true;
    } catch (CharacterCodingException e) {
      return false;
    }
  }

  @Override
  public AlignedText apply(AlignedText text) {
    var characters = text.text();
    var changes = new Changes(characters.length());
    var matcher = GRAPHEME.matcher(characters);
    for (int i = 0; i < characters.length(); ) {
      int end = i + 1;
      boolean isAlone =
          characters.charAt(i) < FIRST_JOINING
              && characters.charAt(i) != '\r'
              && (end == characters.length() || characters.charAt(end) < FIRST_JOINING);
      if (!isAlone) {
        matcher.region(i, characters.length());
        end =
            matcher.lookingAt()
                ? matcher.end()
                : i + Character.charCount(characters.codePointAt(i));
      }
      grapheme(characters, i, end, changes);
      i = end;
    }
    return changes.modified ? changes.applyTo(text) : text;
  }

  private void grapheme(String text, int from, int to, Changes changes) {
    if (to - from <= MAX_BYTES) {
      var replacement = replacement(text, from, to);
      if (replacement != null && bytes(text, from, to) <= MAX_BYTES) {
        changes.replace(text.codePointCount(from, to), replacement);
        return;
      }
    }
    for (int i = from; i < to; ) {
      int c = text.codePointAt(i);
      int next = i + Character.charCount(c);
      var replacement = replacement(text, i, next);
      if (replacement == null) {
        changes.add(c, 0);
      } else {
        changes.replace(1, replacement);
      }
      i = next;
    }
  }

  private static int bytes(String text, int from, int to) {
    int bytes = 0;
    for (int i = from; i < to; ) {
      int c = text.codePointAt(i);
      i += Character.charCount(c);
      bytes += c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
    }
    return bytes;
  }

  /** {@return the replacement of the shortest prefix of a part, null if the trie has none} */
  private @Nullable String replacement(String text, int from, int to) {
    var bytes = StandardCharsets.UTF_8.encode(CharBuffer.wrap(text, from, to));
    int node = offset(units[0]);
    while (bytes.hasRemaining()) {
      int label = bytes.get() & 0xff;
      node ^= label;
      if (label == 0 || node < 0 || node >= units.length || label(units[node]) != label) {
        return null;
      }
      int unit = units[node];
      node ^= offset(unit);
      if ((unit >>> 8 & 1) == 1) {
        return node < 0 || node >= units.length ? null : text(units[node] & 0x7fffffff);
      }
    }
    return null;
  }

  private String text(int index) {
    int from = Math.min(index, replacements.length);
    int end = from;
    while (end < replacements.length && replacements[end] != 0) {
      end++;
    }
    return new String(replacements, from, end - from, StandardCharsets.UTF_8);
  }

  private static int label(int unit) {
    return unit & (1 << 31 | 0xff);
  }

  private static int offset(int unit) {
    return unit >>> 10 << ((unit & 1 << 9) >>> 6);
  }

  /** The characters of the new text and their changes; mutable. */
  private static final class Changes {

    private int[] characters;
    private int[] changes;
    private int size;
    private boolean modified;

    Changes(int capacity) {
      characters = new int[capacity + 16];
      changes = new int[capacity + 16];
    }

    void add(int c, int change) {
      if (size == characters.length) {
        characters = Arrays.copyOf(characters, 2 * size);
        changes = Arrays.copyOf(changes, 2 * size);
      }
      characters[size] = c;
      changes[size++] = change;
    }

    /**
     * If there are more new characters than old ones, the surplus is inserted; missing ones are
     * removed.
     */
    void replace(int oldCount, String replacement) {
      modified = true;
      int newCount = replacement.codePointCount(0, replacement.length());
      int index = 0;
      for (int i = 0; i < replacement.length(); index++) {
        int c = replacement.codePointAt(i);
        i += Character.charCount(c);
        add(c, index < oldCount ? 0 : 1);
      }
      if (newCount < oldCount && size > 0) {
        changes[size - 1] += newCount - oldCount;
      }
    }

    AlignedText applyTo(AlignedText text) {
      var edit = TextEdit.of(text);
      for (int i = 0; i < size; i++) {
        edit.put(characters[i], changes[i]);
      }
      return edit.done();
    }
  }
}
