package io.cambric.text.unicode;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The normal forms of Unicode 9, with the change of each character, as in the crate
 * unicode-normalization-alignments. {@link java.text.Normalizer} does not report changes.
 *
 * @see <a href="https://unicode.org/reports/tr15/">Unicode Normalization Forms</a>
 */
public enum NormalForm {
  /** Canonical decomposition. */
  NFD(false, false),
  /** Canonical decomposition, then composition. */
  NFC(false, true),
  /** Compatible decomposition. */
  NFKD(true, false),
  /** Compatible decomposition, then composition. */
  NFKC(true, true);

  private final boolean compatible;
  private final boolean composes;

  NormalForm(boolean compatible, boolean composes) {
    this.compatible = compatible;
    this.composes = composes;
  }

  /** A consumer of the characters of a normalized text. */
  @FunctionalInterface
  public interface Sink {

    /**
     * Takes a character.
     *
     * @param change 0 if it replaces the next one of the text. 1 if it is inserted. -n if it
     *     replaces the next one, and n others after it are removed
     */
    void put(int codePoint, int change);
  }

  /** {@return whether the characters alone show that a text stays unchanged} */
  public boolean keeps(String text) {
    // Below are no marks, and characters with decompositions begin.
    int limit = compatible ? 0xa0 : composes ? 0x300 : 0xc0;
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) >= limit) {
        return false;
      }
    }
    return true;
  }

  /** Normalizes a text. */
  public void normalize(String text, Sink sink) {
    var decomposed = new Decomposed(text.length());
    for (int i = 0; i < text.length(); ) {
      int c = text.codePointAt(i);
      i += Character.charCount(c);
      decomposed.add(c, CharacterDecompositions.of(c, compatible));
    }
    decomposed.sortPending();
    if (composes) {
      decomposed.compose(sink);
    } else {
      decomposed.emit(sink);
    }
  }

  /** The characters of a text, decomposed; mutable. */
  private static final class Decomposed {

    private int[] characters;
    private int[] classes;
    private int[] changes;
    private int size;

    /** The position of the first marks that may still change order. */
    private int pending;

    Decomposed(int capacity) {
      characters = new int[capacity + 16];
      classes = new int[capacity + 16];
      changes = new int[capacity + 16];
    }

    void add(int c, int @Nullable [] decomposition) {
      if (decomposition == null) {
        add(c, 0);
        return;
      }
      for (int i = 0; i < decomposition.length; i++) {
        add(decomposition[i], i == 0 ? 0 : 1);
      }
    }

    private void add(int c, int change) {
      if (size == characters.length) {
        characters = Arrays.copyOf(characters, 2 * size);
        classes = Arrays.copyOf(classes, 2 * size);
        changes = Arrays.copyOf(changes, 2 * size);
      }
      int combining = CombiningClass.of(c);
      if (combining == 0) {
        sortPending();
        pending = size + 1;
      }
      characters[size] = c;
      classes[size] = combining;
      changes[size++] = change;
    }

    /** Marks after a character are sorted by their classes. */
    void sortPending() {
      boolean isSorted = true;
      for (int i = pending + 1; i < size; i++) {
        isSorted &= classes[i - 1] <= classes[i];
      }
      if (isSorted) {
        return;
      }
      var keys = new long[size - pending];
      for (int i = 0; i < keys.length; i++) {
        keys[i] = (long) classes[pending + i] << 32 | i;
      }
      Arrays.sort(keys);
      var oldCharacters = Arrays.copyOfRange(characters, pending, size);
      var oldChanges = Arrays.copyOfRange(changes, pending, size);
      for (int i = 0; i < keys.length; i++) {
        characters[pending + i] = oldCharacters[(int) keys[i]];
        changes[pending + i] = oldChanges[(int) keys[i]];
        classes[pending + i] = (int) (keys[i] >> 32);
      }
    }

    void emit(Sink sink) {
      for (int i = 0; i < size; i++) {
        sink.put(characters[i], changes[i]);
      }
    }

    void compose(Sink sink) {
      for (int i = 0; i < size; ) {
        if (classes[i] != 0) {
          sink.put(characters[i], changes[i]);
          i++;
        } else {
          i = compose(i, sink);
        }
      }
    }

    /** Composes from a first character on, and returns where the next one begins. */
    private int compose(int first, Sink sink) {
      int composed = characters[first];
      int change = changes[first];
      int kept = first + 1;
      int lastClass = -1;
      int i = first + 1;
      for (; i < size; i++) {
        boolean isBlocked = lastClass >= classes[i];
        int next = isBlocked ? -1 : CharacterDecompositions.compose(composed, characters[i]);
        if (next >= 0) {
          composed = next;
          change += changes[i] - 1;
        } else if (classes[i] == 0) {
          break;
        } else {
          lastClass = classes[i];
          characters[kept] = characters[i];
          changes[kept++] = changes[i];
        }
      }
      sink.put(composed, change);
      for (int mark = first + 1; mark < kept; mark++) {
        sink.put(characters[mark], changes[mark]);
      }
      return i;
    }
  }
}
