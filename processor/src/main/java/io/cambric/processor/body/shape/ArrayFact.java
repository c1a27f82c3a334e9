package io.cambric.processor.body.shape;

import io.cambric.processor.dims.Polynomial;
import io.cambric.processor.dims.SizeNames;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Collectors;

/**
 * The knowledge about an array.
 *
 * @param last the known sizes, the last one first
 * @param rest the name of an array whose sizes come before these
 * @param shift the number of last sizes of that array that are missing here; negative if this array
 *     has more
 * @param rank the number of axes, if it is known; else negative
 * @param kind the kind of the elements
 * @param source the layer or the operation that made it, for messages; or empty
 */
record ArrayFact(List<Polynomial> last, String rest, int shift, int rank, Kind kind, String source)
    implements Fact {

  static final int UNKNOWN_RANK = -1;

  /** Kinds of elements. */
  enum Kind {
    FLOATS,
    INTEGERS,
    BOOLEANS,
    UNKNOWN
  }

  ArrayFact {
    last = List.copyOf(last);
  }

  /** An array of which nothing is known. */
  static ArrayFact unknown(SizeNames symbols) {
    return new ArrayFact(List.of(), symbols.fresh(), 0, UNKNOWN_RANK, Kind.UNKNOWN, "");
  }

  /** An array of known sizes, the first one first. */
  static ArrayFact of(List<Polynomial> sizes, Kind kind, String source) {
    return new ArrayFact(sizes.reversed(), "", 0, sizes.size(), kind, source);
  }

  boolean hasRank() {
    return rank >= 0;
  }

  /** {@return a size by its position from the end, from 1} */
  Polynomial size(int fromEnd) {
    return fromEnd <= last.size() ? last.get(fromEnd - 1) : SizeNames.size(rest, fromEnd + shift);
  }

  /** {@return the last size} */
  Polynomial features() {
    return size(1);
  }

  /** {@return whether the array certainly has a size at a position from the end} */
  boolean has(int fromEnd) {
    return fromEnd <= last.size() || hasRank() && fromEnd <= rank;
  }

  /** {@return the position from the end of an axis, from 1, if it is known} */
  OptionalInt fromEnd(long axis) {
    if (axis < 0) {
      return OptionalInt.of((int) -axis);
    }
    return hasRank() && axis < rank ? OptionalInt.of((int) (rank - axis)) : OptionalInt.empty();
  }

  /** {@return the size of an axis; an axis that is counted from the front has a name of its own} */
  Polynomial axis(long axis) {
    var fromEnd = fromEnd(axis);
    return fromEnd.isPresent() ? size(fromEnd.getAsInt()) : SizeNames.front(base(), (int) axis);
  }

  /** {@return the name of the array whose first sizes this array has} */
  String base() {
    return rest;
  }

  /** {@return this with another last size} */
  ArrayFact withFeatures(Polynomial features, String source) {
    var sizes = new ArrayList<>(last);
    if (sizes.isEmpty()) {
      sizes.add(features);
    } else {
      sizes.set(0, features);
    }
    return new ArrayFact(sizes, rest, shift, rank, Kind.FLOATS, source);
  }

  /**
   * {@return an array with the same first sizes, and others at the end}
   *
   * @param space the sizes before the features; empty if their number is unknown
   */
  ArrayFact withSpace(
      Polynomial features, List<Polynomial> space, SizeNames symbols, String newSource) {
    var sizes = new ArrayList<Polynomial>();
    sizes.add(features);
    sizes.addAll(space.reversed());
    if (space.isEmpty()) {
      return new ArrayFact(sizes, symbols.fresh(), 0, rank, Kind.FLOATS, newSource);
    }
    sizes.addAll(last.subList(Math.min(sizes.size(), last.size()), last.size()));
    return new ArrayFact(sizes, rest, shift, rank, Kind.FLOATS, newSource);
  }

  /** {@return this with another size at a position from the end} */
  ArrayFact withSize(int fromEnd, Polynomial size) {
    var sizes = new ArrayList<Polynomial>();
    for (int i = 1; i <= Math.max(fromEnd, last.size()); i++) {
      sizes.add(i == fromEnd ? size : size(i));
    }
    return new ArrayFact(sizes, rest, shift, rank, kind, source);
  }

  /** {@return this after any number of other axes} */
  ArrayFact withMore(SizeNames symbols) {
    return new ArrayFact(last, symbols.fresh(), 0, UNKNOWN_RANK, kind, source);
  }

  /** {@return this with a rank that is known now} */
  ArrayFact withRank(int known) {
    return new ArrayFact(last, rest, shift, known, kind, source);
  }

  /** {@return this with a new last axis} */
  ArrayFact withAxis(Polynomial size, Kind newKind, String newSource) {
    var sizes = new ArrayList<Polynomial>();
    sizes.add(size);
    sizes.addAll(last);
    return new ArrayFact(sizes, rest, shift, hasRank() ? rank + 1 : rank, newKind, newSource)
        .shifted(1);
  }

  /** The sizes before the known ones keep their positions in the other array. */
  private ArrayFact shifted(int added) {
    return new ArrayFact(last, rest, shift - added, rank, kind, source);
  }

  /** {@return this without the axis at a position from the end} */
  ArrayFact without(int fromEnd) {
    var sizes = new ArrayList<Polynomial>();
    for (int i = 1; i <= Math.max(fromEnd, last.size()); i++) {
      if (i != fromEnd) {
        sizes.add(size(i));
      }
    }
    return new ArrayFact(sizes, rest, shift + 1, hasRank() ? rank - 1 : rank, kind, source);
  }

  ArrayFact withKind(Kind other) {
    return new ArrayFact(last, rest, shift, rank, other, source);
  }

  ArrayFact withSource(String other) {
    return new ArrayFact(last, rest, shift, rank, kind, other);
  }

  /** {@return the product of all sizes, if the rank is known} */
  Polynomial product() {
    var product = Polynomial.ONE;
    for (int i = 1; i <= rank; i++) {
      product = product.times(size(i));
    }
    return product;
  }

  /** {@return the shape as a message shows it: the known last sizes, and dots for the others} */
  String shape() {
    int shown = hasRank() ? rank : last.size();
    var sizes = new ArrayList<String>();
    for (int i = shown; i >= 1; i--) {
      sizes.add(size(i).hasFresh() ? "_" : size(i).toString());
    }
    if (!hasRank()) {
      while (!sizes.isEmpty() && sizes.getFirst().equals("_")) {
        sizes.removeFirst();
      }
      sizes.addFirst("...");
    }
    return sizes.stream().collect(Collectors.joining(", ", "[", "]"));
  }

  /** {@return the shape, and what made it} */
  String described() {
    return source.isEmpty() ? shape() : shape() + " of " + source;
  }
}
