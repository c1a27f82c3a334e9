package io.cambric.transform;

import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.core.ShapedArray;
import io.cambric.lax.op.Tangents;
import io.cambric.transform.function.Fn;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The leaves of the tangent of a tree.
 *
 * @param structure of the tree
 * @param avals of the array leaves, not weakly typed
 * @param arrays one array per leaf; {@code null} is a symbolic zero
 */
record TangentLeaves(
    ArrayTree.Structure structure, List<ShapedArray> avals, List<@Nullable Array> arrays) {

  private static final ArrayTree.Structure LEAF = ArrayTree.of(NdArray.weakScalar(0)).structure();

  /** {@return the leaves of a tree, without symbolic zeros} */
  static TangentLeaves of(@Nullable Object tree) {
    return of(ArrayTree.of(tree));
  }

  static TangentLeaves of(ArrayTree flat) {
    return of(
        flat.structure(),
        ShapedArray.ofAll(flat.arrays()),
        new ArrayList<@Nullable Array>(flat.arrays()));
  }

  static TangentLeaves of(
      ArrayTree.Structure structure, List<ShapedArray> avals, List<@Nullable Array> arrays) {
    return new TangentLeaves(structure, avals.stream().map(ShapedArray::strong).toList(), arrays);
  }

  static TangentLeaves zero(ArrayTree.Structure structure, List<ShapedArray> avals) {
    return of(structure, avals, nulls(avals.size()));
  }

  private static List<@Nullable Array> nulls(int count) {
    var nulls = new ArrayList<@Nullable Array>(count);
    for (int i = 0; i < count; i++) {
      nulls.add(null);
    }
    return nulls;
  }

  TangentLeaves zero() {
    return zero(structure, avals);
  }

  boolean isZero() {
    return arrays.stream().allMatch(Objects::isNull);
  }

  /** {@return the leaves with arrays of zeros in place of symbolic zeros} */
  List<Array> instantiate() {
    var instantiated = new ArrayList<Array>();
    for (int i = 0; i < avals.size(); i++) {
      instantiated.add(Tangents.instantiate(arrays.get(i), avals.get(i)));
    }
    return instantiated;
  }

  TangentLeaves part(String what, Fn<?, ?> selector) {
    var part = TreePart.of(what, selector, structure, avals);
    var chosen = new ArrayList<@Nullable Array>();
    part.leaves().forEach(leaf -> chosen.add(arrays.get(leaf)));
    return new TangentLeaves(part.structure(), part.choose(avals), chosen);
  }

  /**
   * {@return the leaves with other leaves in a part}
   *
   * @param value from structure and avals of the part to its leaves
   */
  TangentLeaves with(
      String what,
      Fn<?, ?> selector,
      BiFunction<ArrayTree.Structure, List<ShapedArray>, TangentLeaves> value) {
    var part = TreePart.of(what, selector, structure, avals);
    var expected = zero(part.structure(), part.choose(avals));
    var leaves = value.apply(expected.structure(), expected.avals());
    expected.requireLike(what, "part", leaves);
    var all = new ArrayList<@Nullable Array>(arrays);
    for (int i = 0; i < leaves.arrays().size(); i++) {
      all.set(part.leaves().get(i), leaves.arrays().get(i));
    }
    return new TangentLeaves(structure, avals, all);
  }

  /** {@return the tangent of one leaf} */
  TangentLeaves leaf(int number) {
    var tangent = arrays.get(number);
    return new TangentLeaves(LEAF, List.of(avals.get(number)), Collections.singletonList(tangent));
  }

  /** {@return the tangent of a list of arrays, from the tangent of each array} */
  static TangentLeaves list(List<Tangent<Array>> tangents, List<ShapedArray> avals) {
    var ownAvals = new ArrayList<ShapedArray>();
    var arrays = new ArrayList<@Nullable Array>();
    for (int i = 0; i < avals.size(); i++) {
      var leaves = tangents.get(i).within(LEAF, List.of(avals.get(i)));
      ownAvals.addAll(leaves.avals());
      arrays.addAll(leaves.arrays());
    }
    var placeholders = Collections.nCopies(avals.size(), NdArray.weakScalar(0));
    return of(ArrayTree.of(placeholders).structure(), ownAvals, arrays);
  }

  /** {@return the zero of the tree that a function returns, without computing it} */
  TangentLeaves zeroImage(Fn<?, ?> function) {
    var body = TracedBody.of("Tangent.map", function, structure, avals);
    return zero(body.result(), body.traced().jaxpr().outputAvals());
  }

  TangentLeaves plus(TangentLeaves other) {
    requireLike("Tangent.plus", "summand", other);
    var sums = new ArrayList<@Nullable Array>();
    for (int i = 0; i < arrays.size(); i++) {
      sums.add(Tangents.add(arrays.get(i), other.arrays.get(i)));
    }
    return new TangentLeaves(structure, avals, sums);
  }

  private void requireLike(String what, String of, TangentLeaves other) {
    Differentiation.requireLike(
        what, "tangent", of, structure, avals, other.structure, other.avals);
  }

  String toText() {
    var paths = structure.arrayPaths();
    return IntStream.range(0, paths.size())
        .mapToObj(i ->
            (paths.get(i).isEmpty() ? "" : paths.get(i) + ": ")
                + (arrays.get(i) == null ? "zero " + avals.get(i) : arrays.get(i)))
        .collect(Collectors.joining(", "));
  }
}
