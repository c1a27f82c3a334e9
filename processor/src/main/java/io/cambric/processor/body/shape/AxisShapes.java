package io.cambric.processor.body.shape;

import io.cambric.processor.dims.Polynomial;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/** The rules of operations on axes: reductions, permutations, and indices. */
final class AxisShapes {

  private AxisShapes() {}

  static ArrayFact reduce(ArrayFact x, Use use, int from) {
    var axes = use.sizes(from);
    if (axes.isEmpty()) {
      return use.unknown();
    }
    if (axes.get().isEmpty()) {
      return ArrayFact.of(List.of(), x.kind(), use.text());
    }
    var positions = new ArrayList<Integer>();
    for (var axis : axes.get()) {
      var fromEnd = position(x, axis, use);
      if (fromEnd.isEmpty()) {
        return use.unknown();
      }
      positions.add(fromEnd.getAsInt());
    }
    positions.sort(Collections.reverseOrder());
    var result = x;
    for (int position : positions) {
      result = result.without(position);
    }
    return result;
  }

  static Fact transpose(ArrayFact x, Use use, int from) {
    var axes = use.sizes(from).orElse(List.of());
    var sizes = new ArrayList<Polynomial>();
    if (use.arguments().size() == from && x.hasRank()) {
      for (int i = 1; i <= x.rank(); i++) {
        sizes.add(x.size(i));
      }
      return ArrayFact.of(sizes, x.kind(), x.source());
    }
    if (axes.isEmpty() || axes.stream().anyMatch(axis -> axis.number().isEmpty())) {
      return use.unknown();
    }
    if (x.hasRank() && x.rank() != axes.size() || axes.size() < x.last().size()) {
      use.mismatch(
          "%s names %d axes of %s.".formatted(use.text(), axes.size(), x.described()),
          "Name each axis once.");
      return use.unknown();
    }
    // The number of axes is the rank of the operand.
    var ranked = x.withRank(axes.size());
    for (var axis : axes) {
      var fromEnd = position(ranked, axis, use);
      if (fromEnd.isEmpty()) {
        return use.unknown();
      }
      sizes.add(ranked.size(fromEnd.getAsInt()));
    }
    return ArrayFact.of(sizes, x.kind(), x.source());
  }

  static Fact swapaxes(ArrayFact x, Use use, int from) {
    var a = use.number(from).map(x::fromEnd);
    var b = use.number(from + 1).map(x::fromEnd);
    if (a.isEmpty() || b.isEmpty() || a.get().isEmpty() || b.get().isEmpty()) {
      return use.unknown();
    }
    int i = a.get().getAsInt();
    int j = b.get().getAsInt();
    var sizes = new ArrayList<Polynomial>();
    for (int k = 1; k <= Math.max(x.last().size(), Math.max(i, j)); k++) {
      sizes.add(x.size(k == i ? j : k == j ? i : k));
    }
    return new ArrayFact(sizes, x.rest(), x.shift(), x.rank(), x.kind(), x.source());
  }

  static Fact expandDims(ArrayFact x, Use use, int from) {
    var axis = use.number(from);
    if (axis.filter(a -> a == -1).isPresent()) {
      return x.withAxis(Polynomial.ONE, x.kind(), x.source());
    }
    if (axis.isEmpty() || !x.hasRank() || axis.get() < 0 || axis.get() > x.rank()) {
      return use.unknown();
    }
    var sizes = new ArrayList<>(sizes(x));
    sizes.add((int) (long) axis.get(), Polynomial.ONE);
    return ArrayFact.of(sizes, x.kind(), x.source());
  }

  static Fact squeeze(ArrayFact x, Use use, int from) {
    var axes = use.sizes(from).orElse(List.of());
    if (axes.size() != 1) {
      return use.unknown();
    }
    var fromEnd = position(x, axes.getFirst(), use);
    if (fromEnd.isEmpty()) {
      return use.unknown();
    }
    var size = x.has(fromEnd.getAsInt()) ? x.size(fromEnd.getAsInt()) : Polynomial.ONE;
    if (size.number().isPresent() && !size.is(1)) {
      use.mismatch(
          "%s removes an axis of size %s of %s.".formatted(use.text(), size, x.described()),
          "Only an axis of size 1 can be removed; reduce or index the others.");
      return use.unknown();
    }
    return x.without(fromEnd.getAsInt());
  }

  private static List<Polynomial> sizes(ArrayFact x) {
    return IntStream.range(0, x.rank()).mapToObj(axis -> x.axis(axis)).toList();
  }

  /** The position of an axis from the end, if it is known; reports an axis that is not there. */
  private static OptionalInt position(ArrayFact x, Polynomial axis, Use use) {
    var number = axis.number();
    if (number.isEmpty()) {
      return OptionalInt.empty();
    }
    if (x.hasRank() && (number.getAsLong() >= x.rank() || number.getAsLong() < -x.rank())) {
      use.mismatch(
          "%s names axis %d of %s.".formatted(use.text(), number.getAsLong(), x.described()),
          "Axes begin at 0, and at -1 from the end.");
      return OptionalInt.empty();
    }
    return x.fromEnd(number.getAsLong());
  }
}
