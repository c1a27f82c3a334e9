package io.cambric.text.post;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A row of tokens with their attributes, and the rows that truncation cut off; immutable, if nobody
 * writes to its arrays.
 *
 * @param ids numbers of the tokens
 * @param texts of the tokens
 * @param starts first code points in the original text
 * @param ends positions after the last code points
 * @param words the number of each token's word, -1 for none
 * @param types numbers of the segments
 * @param special 1 for tokens that were added
 * @param mask 0 for padding
 * @param sequences where the tokens of each text are
 * @param overflow rows that truncation cut off
 */
public record TokenRow(
    int[] ids,
    String[] texts,
    int[] starts,
    int[] ends,
    int[] words,
    int[] types,
    int[] special,
    int[] mask,
    TextRanges sequences,
    List<TokenRow> overflow) {

  private static final int NONE = -1;

  /** {@return a row of no tokens} */
  public static TokenRow empty() {
    var none = new int[0];
    return new TokenRow(
        none, new String[0], none, none, none, none, none, none, TextRanges.NONE, List.of());
  }

  /** {@return added tokens} */
  public static TokenRow added(int[] ids, String[] texts, int type) {
    int size = ids.length;
    return new TokenRow(
        ids,
        texts,
        new int[size],
        new int[size],
        filled(size, NONE),
        filled(size, type),
        filled(size, 1),
        filled(size, 1),
        TextRanges.NONE,
        List.of());
  }

  /** {@return how many tokens there are} */
  public int size() {
    return ids.length;
  }

  static int[] filled(int size, int value) {
    var values = new int[size];
    Arrays.fill(values, value);
    return values;
  }

  TokenRow withTypes(int type) {
    return new TokenRow(
        ids, texts, starts, ends, words, filled(size(), type), special, mask, sequences, overflow);
  }

  TokenRow withOffsets(int[] newStarts, int[] newEnds) {
    return new TokenRow(
        ids, texts, newStarts, newEnds, words, types, special, mask, sequences, overflow);
  }

  TokenRow withOverflow(List<TokenRow> rows) {
    return new TokenRow(ids, texts, starts, ends, words, types, special, mask, sequences, rows);
  }

  /** {@return this row with all tokens assigned to one text} */
  TokenRow withSequence(int sequence) {
    return new TokenRow(
        ids,
        texts,
        starts,
        ends,
        words,
        types,
        special,
        mask,
        sequences.with(sequence, 0, size()),
        overflow);
  }

  /** {@return the tokens in a range, without overflow and as of the first text} */
  private TokenRow slice(int from, int to) {
    return new TokenRow(
        Arrays.copyOfRange(ids, from, to),
        Arrays.copyOfRange(texts, from, to),
        Arrays.copyOfRange(starts, from, to),
        Arrays.copyOfRange(ends, from, to),
        Arrays.copyOfRange(words, from, to),
        Arrays.copyOfRange(types, from, to),
        Arrays.copyOfRange(special, from, to),
        Arrays.copyOfRange(mask, from, to),
        TextRanges.NONE,
        List.of());
  }

  /**
   * {@return the first or last tokens, with the others as overflow}
   *
   * @param length how many stay
   * @param stride how many of a row are repeated in the next, fewer than the length if that is not
   *     0
   * @param fromLeft whether the first tokens are cut off
   */
  public TokenRow truncate(int length, int stride, boolean fromLeft) {
    if (length >= size()) {
      return this;
    }
    if (length == 0) {
      return empty().withOverflow(List.of(this));
    }
    var rows = new ArrayList<TokenRow>();
    int step = length - stride;
    if (fromLeft) {
      int stop = size();
      while (stop > length) {
        rows.add(slice(stop - length, stop));
        stop -= step;
      }
      rows.add(slice(0, stop));
    } else {
      int start = 0;
      while (start + length < size()) {
        rows.add(slice(start, start + length));
        start += step;
      }
      rows.add(slice(start, size()));
    }
    return rows.getFirst().withOverflow(List.copyOf(rows.subList(1, rows.size())));
  }

  /** {@return this row and its overflow with padding; itself if it is long enough} */
  public TokenRow pad(int length, Pad pad) {
    var padded = overflow.isEmpty() ? this : withOverflow(padAll(overflow, length, pad));
    if (size() >= length) {
      return padded;
    }
    int more = length - size();
    var texts = new String[more];
    Arrays.fill(texts, pad.text());
    var added =
        new TokenRow(
            filled(more, pad.id()),
            texts,
            new int[more],
            new int[more],
            filled(more, NONE),
            filled(more, pad.type()),
            filled(more, 1),
            new int[more],
            TextRanges.NONE,
            List.of());
    var joined = pad.left() ? added.join(padded) : padded.join(added);
    return joined.withOverflow(padded.overflow);
  }

  private static List<TokenRow> padAll(List<TokenRow> rows, int length, Pad pad) {
    return rows.stream().map(row -> row.pad(length, pad)).toList();
  }

  /**
   * A token of padding.
   *
   * @param left whether it comes first
   */
  public record Pad(int id, int type, String text, boolean left) {}

  /** {@return the rows concatenated; the overflow of each is combined with all of the others} */
  public static TokenRow merge(List<TokenRow> rows) {
    var merged = empty();
    for (var row : rows) {
      merged = merged.append(row);
    }
    return merged;
  }

  private TokenRow append(TokenRow other) {
    if (size() == 0 && overflow.isEmpty() && sequences.isNone()) {
      return other;
    }
    var rows = new ArrayList<TokenRow>();
    for (var mine : overflow) {
      rows.add(mine.append(other));
      other.overflow.forEach(its -> rows.add(mine.append(its)));
    }
    other.overflow.forEach(its -> rows.add(append(its)));
    return join(other).withOverflow(List.copyOf(rows));
  }

  /** {@return the tokens of both, without overflow} */
  private TokenRow join(TokenRow other) {
    var texts = Arrays.copyOf(this.texts, size() + other.size());
    System.arraycopy(other.texts, 0, texts, size(), other.size());
    return new TokenRow(
        join(ids, other.ids),
        texts,
        join(starts, other.starts),
        join(ends, other.ends),
        join(words, other.words),
        join(types, other.types),
        join(special, other.special),
        join(mask, other.mask),
        sequences.and(other.sequences, size()),
        List.of());
  }

  private static int[] join(int[] first, int[] second) {
    var joined = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, joined, first.length, second.length);
    return joined;
  }
}
