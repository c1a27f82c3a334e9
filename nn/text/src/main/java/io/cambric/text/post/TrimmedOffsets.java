package io.cambric.text.post;

import io.cambric.text.align.ByteAlphabet;
import io.cambric.text.unicode.Characters;
import java.util.ArrayList;
import java.util.List;

/**
 * Offsets of byte-level tokens without leading or trailing spaces.
 *
 * @param trims whether there is anything to do
 * @param addPrefixSpace whether a space was inserted at the beginning of the text, so that it is
 *     not in the original
 */
record TrimmedOffsets(boolean trims, boolean addPrefixSpace) implements PostProcessor {

  @Override
  public int added(boolean isPair) {
    return 0;
  }

  @Override
  public List<TokenRow> process(List<TokenRow> rows, boolean addSpecial) {
    var processed = new ArrayList<TokenRow>();
    for (int i = 0; i < rows.size(); i++) {
      processed.add(trim(rows.get(i)).withSequence(i));
    }
    return processed;
  }

  TokenRow trim(TokenRow row) {
    if (!trims) {
      return row;
    }
    var overflow = row.overflow().stream().map(this::trimAlone).toList();
    return trimAlone(row).withOverflow(overflow);
  }

  private TokenRow trimAlone(TokenRow row) {
    var starts = row.starts().clone();
    var ends = row.ends().clone();
    for (int i = 0; i < starts.length; i++) {
      var text = row.texts()[i];
      int leading = leading(text);
      int trailing = trailing(text);
      if (leading > 0) {
        boolean isFirst = i == 0 || starts[i] == 0;
        if (isFirst && addPrefixSpace && leading == 1) {
          leading = 0;
        }
        starts[i] = Math.min(starts[i] + leading, ends[i]);
      }
      if (trailing > 0 && ends[i] >= trailing) {
        ends[i] = Math.max(ends[i] - trailing, starts[i]);
      }
    }
    return row.withOffsets(starts, ends);
  }

  private static int leading(String text) {
    int count = 0;
    while (count < text.length() && isSpace(text.charAt(count))) {
      count++;
    }
    return count;
  }

  private static int trailing(String text) {
    int count = 0;
    while (count < text.length() && isSpace(text.charAt(text.length() - 1 - count))) {
      count++;
    }
    return count;
  }

  private static boolean isSpace(char c) {
    return c == ByteAlphabet.SPACE || Characters.isWhitespace(c);
  }
}
