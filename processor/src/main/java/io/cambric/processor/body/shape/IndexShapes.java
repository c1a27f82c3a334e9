package io.cambric.processor.body.shape;

import io.cambric.processor.dims.Polynomial;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/** The rules of indices: integers, and texts such as {@code ":, -1"}. */
final class IndexShapes {

  private static final String REST = "...";
  private static final Pattern PLACE = Pattern.compile("-?\\d{1,9}");
  private static final Pattern RANGE =
      Pattern.compile("(-?\\d{1,9})?\\s*:\\s*(-?\\d{1,9})?\\s*(:\\s*1?)?");

  private IndexShapes() {}

  static Fact get(ArrayFact x, Use use, int from) {
    var text = use.literal(from);
    if (text.isPresent() && use.arguments().size() == from + 1) {
      return text(x, List.of(text.get().strip().split("\\s*,\\s*", -1)), use);
    }
    var indices = use.sizes(from);
    return indices.isPresent() ? places(x, indices.get(), use) : use.unknown();
  }

  /** Integers that index the first axes. */
  private static Fact places(ArrayFact x, List<Polynomial> indices, Use use) {
    if (!x.hasRank() || indices.size() > x.rank()) {
      return use.unknown();
    }
    for (int axis = 0; axis < indices.size(); axis++) {
      var index = indices.get(axis).number();
      if (index.isPresent() && !isInside(index.getAsLong(), x, x.rank() - axis, use)) {
        return use.unknown();
      }
    }
    var kept = new ArrayList<Polynomial>();
    for (int i = x.rank() - indices.size(); i >= 1; i--) {
      kept.add(x.size(i));
    }
    return ArrayFact.of(kept, x.kind(), x.source());
  }

  private static Fact text(ArrayFact x, List<String> words, Use use) {
    int rest = words.indexOf(REST);
    long named = words.stream().filter(word -> !word.equals(REST) && !word.equals("None")).count();
    boolean isKnown = words.stream().allMatch(IndexShapes::isKnown) && (x.hasRank() || rest == 0);
    if (!isKnown || x.hasRank() && named > x.rank()) {
      return use.unknown();
    }
    // From the last axis to the first, the words after the dots come first.
    var sizes = new ArrayList<Polynomial>();
    int at = 1;
    int end = rest < 0 ? x.rank() - (int) named : 0;
    for (; at <= end; at++) {
      sizes.add(x.size(at));
    }
    for (int i = words.size() - 1; i >= 0; i--) {
      var word = words.get(i);
      if (word.equals(REST)) {
        int before = i - (int) words.subList(0, i).stream().filter("None"::equals).count();
        int until = x.hasRank() ? x.rank() - before : Math.max(at - 1, x.last().size());
        for (; at <= until; at++) {
          sizes.add(x.size(at));
        }
      } else if (word.equals("None")) {
        sizes.add(Polynomial.ONE);
      } else if (PLACE.matcher(word).matches()) {
        if (!isInside(Long.parseLong(word), x, at, use)) {
          return use.unknown();
        }
        at++;
      } else {
        sizes.add(range(word, x.size(at), use));
        at++;
      }
    }
    var result = ArrayFact.of(sizes.reversed(), x.kind(), x.source());
    return x.hasRank() ? result : result.withMore(use.symbols());
  }

  private static boolean isKnown(String word) {
    return word.equals(REST)
        || word.equals("None")
        || PLACE.matcher(word).matches()
        || RANGE.matcher(word).matches();
  }

  private static boolean isInside(long index, ArrayFact x, int fromEnd, Use use) {
    var size = x.has(fromEnd) ? x.size(fromEnd).number() : OptionalLong.empty();
    if (size.isPresent() && (index >= size.getAsLong() || index < -size.getAsLong())) {
      use.mismatch(
          "%s takes element %d of an axis of size %d of %s."
              .formatted(use.text(), index, size.getAsLong(), x.described()),
          "Indices begin at 0, and at -1 from the end.");
      return false;
    }
    return true;
  }

  /** The size of a range, which is cut off at the ends of its axis. */
  private static Polynomial range(String word, Polynomial size, Use use) {
    var bounds = RANGE.matcher(word);
    if (!bounds.matches()) {
      return use.fresh();
    }
    var first = bounds.group(1);
    var last = bounds.group(2);
    if (first == null && last == null) {
      return size;
    }
    if (size.number().isEmpty()) {
      return use.fresh();
    }
    long all = size.number().getAsLong();
    long begin = first == null ? 0 : bound(Long.parseLong(first), all);
    long end = last == null ? all : bound(Long.parseLong(last), all);
    return Polynomial.of(Math.max(0, end - begin));
  }

  private static long bound(long index, long size) {
    return Math.clamp(index < 0 ? index + size : index, 0, size);
  }
}
