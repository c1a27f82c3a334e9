package io.cambric.core;

import io.cambric.errors.ShapeException;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads an index that is written as in Python. */
final class IndexText {

  private static final Pattern PLACE = Pattern.compile("-?\\d+");
  private static final Pattern RANGE =
      Pattern.compile("(-?\\d+)?\\s*:\\s*(-?\\d+)?\\s*(?::\\s*(-?\\d+)?)?");

  private static final BigInteger LEAST = BigInteger.valueOf(Integer.MIN_VALUE);
  private static final BigInteger GREATEST = BigInteger.valueOf(Integer.MAX_VALUE);

  private IndexText() {}

  static List<Index> parse(String text, Array... arrays) {
    var parts = new ArrayList<Index>();
    int used = 0;
    for (var part : text.strip().split(",", -1)) {
      var word = part.strip();
      if (word.equals("{}") && used < arrays.length) {
        parts.add(Index.of(arrays[used]));
      } else if (!word.equals("{}")) {
        parts.add(plain(word, text));
      }
      used += word.equals("{}") ? 1 : 0;
    }
    if (used != arrays.length) {
      throw new ShapeException(
          "The index \"%s\" needs one array for each {}, but has %d of them and got %d arrays."
              .formatted(text, used, arrays.length));
    }
    return parts;
  }

  private static Index plain(String word, String text) {
    if (word.equals("...")) {
      return Index.ellipsis();
    }
    if (word.equals("None")) {
      return Index.newAxis();
    }
    if (PLACE.matcher(word).matches()) {
      return Index.at(place(word, text));
    }
    var range = RANGE.matcher(word);
    if (range.matches()) {
      var step = bound(range.group(3));
      return Index.slice(bound(range.group(1)), bound(range.group(2)), step == null ? 1 : step);
    }
    throw new ShapeException(
        "The index \"%s\" needs parts such as 1, -1, 1:3, ::2, None, ... or, for an array, {}, but got \"%s\"."
            .formatted(text, word));
  }

  private static int place(String digits, String text) {
    var place = new BigInteger(digits);
    if (place.bitLength() >= Integer.SIZE) {
      throw new ShapeException(
          "The index \"%s\" needs positions below 2^31, the limit of an axis, but got %s."
              .formatted(text, digits));
    }
    return place.intValue();
  }

  /** A bound or step beyond every axis acts like the longest bound or step, as in Python. */
  private static @Nullable Integer bound(@Nullable String digits) {
    return digits == null ? null : new BigInteger(digits).max(LEAST).min(GREATEST).intValueExact();
  }
}
