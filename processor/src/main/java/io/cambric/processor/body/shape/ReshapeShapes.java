package io.cambric.processor.body.shape;

import io.cambric.processor.dims.Polynomial;
import io.cambric.processor.dims.SizeNames;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/** The rules of reshape and its kind, which keep the number of elements. */
final class ReshapeShapes {

  private ReshapeShapes() {}

  static Fact flat(ArrayFact x, Use use) {
    return x.hasRank()
        ? ArrayFact.of(List.of(x.product()), x.kind(), x.source())
        : new ArrayFact(List.of(), use.symbols().fresh(), 0, 1, x.kind(), x.source());
  }

  static Fact reshape(ArrayFact x, Use use, int from) {
    var target = use.sizes(from);
    if (target.isEmpty()) {
      return use.unknown();
    }
    int inferred = -1;
    var product = Polynomial.ONE;
    for (int i = 0; i < target.get().size(); i++) {
      if (target.get().get(i).is(-1)) {
        inferred = i;
      } else {
        product = product.times(target.get().get(i));
      }
    }
    var sizes = new ArrayList<>(target.get());
    if (x.hasRank()) {
      check(x, x.product(), product, inferred >= 0, use);
    } else if (inferred < 0) {
      checkRows(x, sizes, use);
    }
    if (inferred >= 0) {
      sizes.set(inferred, rest(x, product, use));
    }
    return ArrayFact.of(sizes, x.kind(), use.text());
  }

  /** The size that reshape infers. */
  private static Polynomial rest(ArrayFact x, Polynomial product, Use use) {
    var total = x.hasRank() ? x.product().number() : OptionalLong.empty();
    var given = product.number();
    return total.isPresent() && given.isPresent() && given.getAsLong() > 0
        ? Polynomial.of(total.getAsLong() / given.getAsLong())
        : Polynomial.symbol(use.symbols().fresh());
  }

  private static void check(
      ArrayFact x, Polynomial total, Polynomial product, boolean isInferred, Use use) {
    if (isInferred ? total.neverDividesBy(product) : total.neverEquals(product)) {
      use.mismatch(
          "%s %s %s elements, but %s has %s."
              .formatted(
                  use.text(),
                  isInferred ? "needs a multiple of" : "needs",
                  product,
                  x.described(),
                  total),
          "Choose sizes with the same product.");
    }
  }

  /** Compares the sizes after the first ones, where these are kept and the rank is unknown. */
  private static void checkRows(ArrayFact x, List<Polynomial> target, Use use) {
    int kept = 0;
    while (kept < target.size() && target.get(kept).equals(SizeNames.front(x.base(), kept))) {
      kept++;
    }
    int known = x.last().size();
    if (kept == 0 || kept == target.size() || known == 0) {
      return;
    }
    var row = product(target.subList(kept, target.size()));
    var end = product(x.last());
    // Where the kept sizes and the known ones overlap, the other known ones must make the row.
    for (int rank = Math.max(kept, known); rank < kept + known; rank++) {
      if (!row.neverEquals(product(x.last().subList(0, rank - kept)))) {
        return;
      }
    }
    if (row.neverDividesBy(end)) {
      use.mismatch(
          "%s needs %s elements a row, but %s has a multiple of %s."
              .formatted(use.text(), row, x.described(), end),
          "Choose sizes with the same product.");
    }
  }

  private static Polynomial product(List<Polynomial> sizes) {
    return sizes.stream().reduce(Polynomial.ONE, Polynomial::times);
  }
}
