package io.cambric.core;

import io.cambric.errors.ShapeException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads an index that is written as in Python. */
final class IndexText {

  private static final Pattern PLACE = Pattern.compile("-?\\d+");
  private static final Pattern RANGE =
      Pattern.compile("(-?\\d+)?\\s*:\\s*(-?\\d+)?\\s*(?::\\s*(-?\\d+)?)?");

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
      return Index.at(Integer.parseInt(word));
    }
    var range = RANGE.matcher(word);
    if (range.matches()) {
      var step = number(range.group(3));
      return Index.slice(number(range.group(1)), number(range.group(2)), step == null ? 1 : step);
    }
    throw new ShapeException(
        "The index \"%s\" needs parts such as 1, -1, 1:3, ::2, None, ... or {} for an array, but got \"%s\"."
            .formatted(text, word));
  }

  private static @Nullable Integer number(@Nullable String digits) {
    return digits == null ? null : Integer.valueOf(digits);
  }
}
