package io.cambric.processor.body.shape;

import io.cambric.processor.body.shape.ArrayFact.Kind;
import io.cambric.processor.dims.Polynomial;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/** The rules of operations that join arrays or take one apart. */
final class JoinShapes {

  private JoinShapes() {}

  // -- broadcasting

  /** The choice of elements of two arrays. */
  static Fact where(Use use) {
    if (use.arguments().size() != 3) {
      return use.unknown();
    }
    var x = use.array(1);
    var y = use.array(2);
    return x.isPresent() && y.isPresent() ? join(x.get(), y.get(), use) : use.unknown();
  }

  /** The result of an operation that broadcasts two arrays. */
  static ArrayFact join(ArrayFact x, ArrayFact y, Use use) {
    int known = Math.max(x.last().size(), y.last().size());
    var sizes = new ArrayList<Polynomial>();
    for (int i = 1; i <= known; i++) {
      boolean isInBoth = !(x.hasRank() && i > x.rank()) && !(y.hasRank() && i > y.rank());
      var left = x.hasRank() && i > x.rank() ? Polynomial.ONE : x.size(i);
      var right = y.hasRank() && i > y.rank() ? Polynomial.ONE : y.size(i);
      if (isInBoth && x.has(i) && y.has(i) && left.neverBroadcastsWith(right)) {
        use.mismatch(
            "%s joins %s and %s, which don't broadcast."
                .formatted(use.text(), x.described(), y.described()),
            "Give both one size, or project one of them.");
      }
      sizes.add(broadcast(left, right, use));
    }
    boolean isLeft = y.hasRank() && y.rank() <= known || x.rest().equals(y.rest());
    boolean isRight = x.hasRank() && x.rank() <= known;
    int rank = x.hasRank() && y.hasRank() ? Math.max(x.rank(), y.rank()) : ArrayFact.UNKNOWN_RANK;
    boolean isFloat = x.kind() == Kind.FLOATS || y.kind() == Kind.FLOATS;
    var kind = x.kind() == y.kind() ? x.kind() : isFloat ? Kind.FLOATS : Kind.UNKNOWN;
    boolean isSame = x.rest().equals(y.rest()) && x.shift() != y.shift();
    var rest =
        isSame
            ? use.symbols().fresh()
            : isLeft ? x.rest() : isRight ? y.rest() : use.symbols().fresh();
    int shift = isSame ? 0 : isLeft ? x.shift() : isRight ? y.shift() : 0;
    return new ArrayFact(
        sizes, rest, shift, rank, kind, x.source().isEmpty() ? y.source() : x.source());
  }

  private static Polynomial broadcast(Polynomial left, Polynomial right, Use use) {
    if (left.equals(right) || right.is(1)) {
      return left;
    }
    if (left.is(1) || right.number().isPresent()) {
      return right;
    }
    return left.number().isPresent() ? left : Polynomial.symbol(use.symbols().fresh());
  }

  // -- joining

  static Fact concatenate(Use use) {
    var arrays = arrays(use);
    if (arrays.isEmpty()) {
      return use.unknown();
    }
    long axis = use.arguments().getFirst() instanceof Fact.Elements ? use.number(1).orElse(0L) : 0;
    boolean isKnown =
        !(use.arguments().getFirst() instanceof Fact.Elements)
            || use.arguments().size() < 2
            || use.number(1).isPresent();
    var first = arrays.getFirst();
    var along = first.fromEnd(axis);
    if (!isKnown) {
      return use.unknown();
    }
    var total = Polynomial.ZERO;
    for (var array : arrays) {
      if (differInRank(first, array)) {
        use.mismatch(
            "%s joins %s and %s, which have not one number of axes."
                .formatted(use.text(), first.described(), array.described()),
            "Give them one rank, as expandDims(...) does.");
        return use.unknown();
      }
      int last = Math.max(first.last().size(), array.last().size());
      // An axis that is counted from the front comes before the last ones of enough axes.
      int end = along.isPresent() ? last : last - 1 - (int) axis;
      for (int i = 1; i <= end; i++) {
        boolean isAlong = along.isPresent() && i == along.getAsInt();
        if (!isAlong && first.has(i) && array.has(i) && first.size(i).neverEquals(array.size(i))) {
          use.mismatch(
              "%s joins %s and %s along axis %d, but the other axes differ."
                  .formatted(use.text(), first.described(), array.described(), axis),
              "Give them equal sizes, or join them along another axis.");
          return use.unknown();
        }
      }
      total = along.isPresent() ? total.plus(array.size(along.getAsInt())) : total;
    }
    if (along.isEmpty()) {
      return use.unknown();
    }
    if (along.getAsInt() == 1) {
      return first.withFeatures(total, use.text()).withKind(first.kind());
    }
    return first.hasRank() ? first.withSize(along.getAsInt(), total) : use.unknown();
  }

  private static boolean differInRank(ArrayFact a, ArrayFact b) {
    return a.hasRank() && b.hasRank() && a.rank() != b.rank()
        || a.hasRank() && a.rank() < b.last().size()
        || b.hasRank() && b.rank() < a.last().size();
  }

  static Fact stack(Use use) {
    var arrays = arrays(use);
    for (int j = 1; j < arrays.size(); j++) {
      var first = arrays.getFirst();
      var other = arrays.get(j);
      if (differInRank(first, other)) {
        differ(first, other, use);
        return use.unknown();
      }
      for (int i = 1; i <= Math.max(first.last().size(), other.last().size()); i++) {
        if (first.has(i) && other.has(i) && first.size(i).neverEquals(other.size(i))) {
          differ(first, other, use);
          return use.unknown();
        }
      }
    }
    return !arrays.isEmpty() && use.number(1).filter(axis -> axis == -1).isPresent()
        ? arrays
            .getFirst()
            .withAxis(Polynomial.of(arrays.size()), arrays.getFirst().kind(), use.text())
        : use.unknown();
  }

  private static void differ(ArrayFact one, ArrayFact other, Use use) {
    use.mismatch(
        "%s stacks %s and %s, which differ in shape."
            .formatted(use.text(), one.described(), other.described()),
        "Give them one shape.");
  }

  private static List<ArrayFact> arrays(Use use) {
    var given =
        use.arguments().getFirst() instanceof Fact.Elements(var all) ? all : use.arguments();
    return given.stream().allMatch(ArrayFact.class::isInstance)
        ? given.stream().map(ArrayFact.class::cast).toList()
        : List.of();
  }

  // -- taking apart

  /** {@return the parts of an array that is split into a number of equal ones} */
  static Optional<Fact> split(Use use) {
    var count = use.number(1);
    var x = use.array(0);
    if (x.isEmpty() || count.isEmpty() || count.get() < 1 || use.arguments().size() > 3) {
      return Optional.empty();
    }
    long axis = use.arguments().size() == 3 ? use.number(2).orElse(Long.MAX_VALUE) : 0;
    var along = x.get().fromEnd(axis);
    if (along.isEmpty()) {
      return Optional.empty();
    }
    var size = x.get().size(along.getAsInt());
    if (x.get().has(along.getAsInt()) && size.neverDividesBy(Polynomial.of(count.get()))) {
      use.mismatch(
          "%s splits an axis of size %s of %s, which leaves a rest."
              .formatted(use.text(), size, x.get().described()),
          "Choose a number of parts that divides the size.");
      return Optional.empty();
    }
    var part =
        size.dividedBy(count.get()).orElseGet(() -> Polynomial.symbol(use.symbols().fresh()));
    var array = x.get().withSize(along.getAsInt(), part).withSource(use.text());
    return Optional.of(new Fact.Elements(Collections.nCopies((int) (long) count.get(), array)));
  }

  /** The result of {@code broadcastTo}. */
  static Fact broadcastTo(ArrayFact x, Use use, int from) {
    var shape = use.shape(from);
    if (shape.isEmpty()) {
      return use.unknown();
    }
    var target = shape.get();
    for (int i = 1; i <= x.last().size(); i++) {
      boolean isMissing = target.hasRank() && i > target.rank();
      boolean differs =
          target.has(i)
              && x.size(i).neverBroadcastsWith(target.size(i))
              && !x.size(i).equals(target.size(i));
      if (isMissing || differs) {
        use.mismatch(
            "%s gives %s the shape %s.".formatted(use.text(), x.described(), target.shape()),
            "Only axes of size 1 grow, and new axes come first.");
        return use.unknown();
      }
    }
    return target.withKind(x.kind()).withSource(use.text());
  }
}
