package io.cambric.text.unicode;

import java.text.Normalizer;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Full decompositions of single characters, and compositions of pairs, in Unicode 9. */
final class CharacterDecompositions {

  private static final int HANGUL = 0xac00;
  private static final int LEADING = 0x1100;
  private static final int VOWEL = 0x1161;
  private static final int TRAILING = 0x11a7;
  private static final int LEADINGS = 19;
  private static final int VOWELS = 21;
  private static final int TRAILINGS = 28;
  private static final int SYLLABLES = LEADINGS * VOWELS * TRAILINGS;

  /** From here on, no character has a decomposition. */
  private static final int LIMIT = 0x30000;

  private CharacterDecompositions() {}

  /** Tables that are made at the first use. */
  private static final class Canonical {
    static final Map<Integer, int[]> TABLE =
        table(Normalizer.Form.NFD, CodePointSet.of(LaterCharacters.CANONICAL));
    static final Map<Long, Integer> PAIRS = pairs(TABLE);
  }

  private static final class Compatible {
    static final Map<Integer, int[]> TABLE =
        table(Normalizer.Form.NFKD, CodePointSet.of(LaterCharacters.COMPATIBLE));
  }

  /** {@return the full decomposition of a character, null if it is the character} */
  static int @Nullable [] of(int c, boolean compatible) {
    if (c < 0xa0) {
      return null;
    }
    if (c >= HANGUL && c < HANGUL + SYLLABLES) {
      return syllable(c - HANGUL);
    }
    return (compatible ? Compatible.TABLE : Canonical.TABLE).get(c);
  }

  /** {@return the character that a pair composes to, -1 if there is none} */
  static int compose(int first, int second) {
    if (first >= LEADING
        && first < LEADING + LEADINGS
        && second >= VOWEL
        && second < VOWEL + VOWELS) {
      return HANGUL + ((first - LEADING) * VOWELS + second - VOWEL) * TRAILINGS;
    }
    boolean isOpenSyllable =
        first >= HANGUL && first < HANGUL + SYLLABLES && (first - HANGUL) % TRAILINGS == 0;
    if (isOpenSyllable && second > TRAILING && second < TRAILING + TRAILINGS) {
      return first + second - TRAILING;
    }
    return second < 0x300 ? -1 : Canonical.PAIRS.getOrDefault(pair(first, second), -1);
  }

  private static int[] syllable(int index) {
    int leading = LEADING + index / (VOWELS * TRAILINGS);
    int vowel = VOWEL + index % (VOWELS * TRAILINGS) / TRAILINGS;
    int trailing = index % TRAILINGS;
    return trailing == 0
        ? new int[] {leading, vowel}
        : new int[] {leading, vowel, TRAILING + trailing};
  }

  private static Map<Integer, int[]> table(Normalizer.Form form, CodePointSet later) {
    var table = new HashMap<Integer, int[]>();
    for (int c = 0xa0; c < LIMIT; c++) {
      boolean hasNone = c >= 0x3400 && c < 0xa000 || c >= HANGUL && c < 0xf900;
      if (hasNone || !Character.isDefined(c) || later.contains(c)) {
        continue;
      }
      var character = Character.toString(c);
      if (!Normalizer.isNormalized(character, form)) {
        table.put(c, Normalizer.normalize(character, form).codePoints().toArray());
      }
    }
    return table;
  }

  /**
   * A character that NFC keeps is a composition of two: the last one of its decomposition, and the
   * composition of the others.
   */
  private static Map<Long, Integer> pairs(Map<Integer, int[]> decompositions) {
    var pairs = new HashMap<Long, Integer>();
    decompositions.forEach((composed, parts) -> {
      int last = parts.length - 1;
      if (last > 0 && Normalizer.isNormalized(Character.toString(composed), Normalizer.Form.NFC)) {
        var rest = Normalizer.normalize(new String(parts, 0, last), Normalizer.Form.NFC);
        pairs.put(pair(rest.codePointAt(0), parts[last]), composed);
      }
    });
    return pairs;
  }

  private static long pair(int first, int second) {
    return (long) first << 32 | second;
  }
}
