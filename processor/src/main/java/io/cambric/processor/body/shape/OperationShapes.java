package io.cambric.processor.body.shape;

import io.cambric.processor.body.shape.ArrayFact.Kind;
import io.cambric.processor.dims.Polynomial;
import io.cambric.processor.dims.Symbols;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;

/** The rules of operations on arrays: the result of each, and the operands that contradict. */
final class OperationShapes {

  private static final Set<String> POINTWISE =
      Set.of(
          "neg",
          "abs",
          "exp",
          "log",
          "sqrt",
          "square",
          "tanh",
          "sin",
          "cos",
          "round",
          "clip",
          "copy",
          "conj",
          "conjugate",
          "cumsum",
          "cumprod",
          "sort",
          "expm1",
          "log1p",
          "sigmoid",
          "relu",
          "relu6",
          "gelu",
          "silu",
          "swish",
          "softplus",
          "softmax",
          "logSoftmax",
          "elu",
          "selu",
          "celu",
          "leakyRelu",
          "hardSigmoid",
          "hardSwish",
          "hardTanh",
          "mish",
          "logSigmoid",
          "softSign",
          "squareplus",
          "standardize",
          "stopGradient",
          "onesLike",
          "zerosLike",
          "negative",
          "absolute",
          "sign",
          "floor",
          "ceil",
          "rsqrt",
          "reciprocal",
          "nanToNum");

  private static final Set<String> ELEMENTWISE =
      Set.of(
          "add",
          "sub",
          "mul",
          "div",
          "mod",
          "pow",
          "subtract",
          "multiply",
          "divide",
          "power",
          "maximum",
          "minimum",
          "trueDivide",
          "floorDivide",
          "arctan2",
          "logaddexp",
          "hypot");

  private static final Set<String> COMPARISONS =
      Set.of(
          "eq",
          "ne",
          "lt",
          "le",
          "gt",
          "ge",
          "equal",
          "notEqual",
          "less",
          "lessEqual",
          "greater",
          "greaterEqual",
          "logicalAnd",
          "logicalOr");

  private static final Set<String> REDUCTIONS =
      Set.of("sum", "mean", "max", "min", "prod", "var", "std", "ptp", "all", "any");

  /** A rule takes the operand, and the call whose other arguments begin at an index. */
  private interface Rule {
    Fact apply(ArrayFact x, Use use, int from);
  }

  private static final Map<String, Rule> RULES =
      Map.ofEntries(
          Map.entry("reshape", OperationShapes::reshape),
          Map.entry("transpose", OperationShapes::transpose),
          Map.entry("swapaxes", OperationShapes::swapaxes),
          Map.entry("expandDims", OperationShapes::expandDims),
          Map.entry("squeeze", OperationShapes::squeeze),
          Map.entry("matmul", OperationShapes::matmul),
          Map.entry("dot", OperationShapes::matmul),
          Map.entry("astype", OperationShapes::astype),
          Map.entry("ravel", (x, use, _) -> flat(x, use)),
          Map.entry("flatten", (x, use, _) -> flat(x, use)),
          Map.entry("argmax", (x, use, from) -> reduce(x, use, from).withKind(Kind.INTEGERS)),
          Map.entry("argmin", (x, use, from) -> reduce(x, use, from).withKind(Kind.INTEGERS)),
          Map.entry("maxPool", OperationShapes::pool),
          Map.entry("minPool", OperationShapes::pool),
          Map.entry("avgPool", OperationShapes::pool));

  private OperationShapes() {}

  /** {@return whether a function of one array changes no shape} */
  static boolean isPointwise(String name) {
    return POINTWISE.contains(name);
  }

  /**
   * {@return the fact about the result of an operation}
   *
   * @param isFluent whether the operand is the receiver, not the first argument
   */
  static Fact result(Use use, boolean isFluent) {
    var operand =
        isFluent && use.receiver() instanceof ArrayFact array
            ? Optional.of(array)
            : isFluent ? Optional.<ArrayFact>empty() : use.array(0);
    int from = isFluent ? 0 : 1;
    var name = use.name();
    if (!isFluent && (name.equals("concatenate") || name.equals("stack"))) {
      return name.equals("stack") ? stack(use) : concatenate(use);
    }
    if (!isFluent && name.equals("where") && use.arguments().size() == 3) {
      return where(use);
    }
    if (operand.isEmpty()) {
      return isFluent ? use.unknown() : made(use);
    }
    var x = operand.get();
    if (POINTWISE.contains(name)) {
      return x;
    }
    if (ELEMENTWISE.contains(name)) {
      return use.array(from).map(y -> join(x, y, use)).orElse(x);
    }
    if (COMPARISONS.contains(name)) {
      return use.array(from).map(y -> join(x, y, use)).orElse(x).withKind(Kind.BOOLEANS);
    }
    if (REDUCTIONS.contains(name)) {
      return reduce(x, use, from);
    }
    var rule = RULES.get(name);
    return rule == null ? use.unknown() : rule.apply(x, use, from);
  }

  // -- arrays that are made

  private static Fact made(Use use) {
    return switch (use.name()) {
      case "ones", "zeros" ->
          use.sizes(0)
              .<Fact>map(sizes -> ArrayFact.of(sizes, Kind.FLOATS, use.text()))
              .orElseGet(use::unknown);
      case "full", "normal", "uniform", "param" -> ofShape(use);
      case "arange" ->
          use.arguments().size() == 1 && use.arguments().getFirst() instanceof Fact.Size(var size)
              ? ArrayFact.of(List.of(size), Kind.INTEGERS, use.text())
              : use.unknown();
      default -> use.unknown();
    };
  }

  private static Fact ofShape(Use use) {
    for (var argument : use.arguments()) {
      if (argument instanceof Fact.Elements(var all)
          && all.stream().allMatch(Fact.Size.class::isInstance)) {
        var sizes = all.stream().map(fact -> ((Fact.Size) fact).value()).toList();
        return ArrayFact.of(sizes, Kind.FLOATS, use.text());
      }
    }
    return use.unknown();
  }

  // -- broadcasting

  private static Fact where(Use use) {
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
    var kind = x.kind() == y.kind() ? x.kind() : Kind.UNKNOWN;
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

  private static Fact concatenate(Use use) {
    var arrays = arrays(use);
    if (arrays.isEmpty()) {
      return use.unknown();
    }
    long axis = use.arguments().getFirst() instanceof Fact.Elements ? use.number(1).orElse(0L) : 0;
    boolean isKnown = use.arguments().size() < 2 || use.number(1).isPresent();
    var first = arrays.getFirst();
    var along = first.fromEnd(axis);
    if (!isKnown || along.isEmpty()) {
      return use.unknown();
    }
    var total = Polynomial.ZERO;
    for (var array : arrays) {
      total = total.plus(array.size(along.getAsInt()));
      for (int i = 1; i <= Math.max(first.last().size(), array.last().size()); i++) {
        if (i != along.getAsInt()
            && first.has(i)
            && array.has(i)
            && first.size(i).neverEquals(array.size(i))) {
          use.mismatch(
              "%s joins %s and %s along axis %d, but the other axes differ."
                  .formatted(use.text(), first.described(), array.described(), axis),
              "Give them equal sizes, or join them along another axis.");
          return use.unknown();
        }
      }
    }
    if (along.getAsInt() == 1) {
      return first.withFeatures(total, use.text()).withKind(first.kind());
    }
    return first.hasRank() ? replaced(first, along.getAsInt(), total) : use.unknown();
  }

  private static ArrayFact replaced(ArrayFact x, int fromEnd, Polynomial size) {
    var sizes = new ArrayList<>(x.last());
    sizes.set(fromEnd - 1, size);
    return new ArrayFact(sizes, x.rest(), x.shift(), x.rank(), x.kind(), x.source());
  }

  private static Fact stack(Use use) {
    var arrays = arrays(use);
    for (int j = 1; j < arrays.size(); j++) {
      var first = arrays.getFirst();
      var other = arrays.get(j);
      for (int i = 1; i <= Math.max(first.last().size(), other.last().size()); i++) {
        if (first.has(i) && other.has(i) && first.size(i).neverEquals(other.size(i))) {
          use.mismatch(
              "%s stacks %s and %s, which differ in shape."
                  .formatted(use.text(), first.described(), other.described()),
              "Give them one shape.");
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

  private static List<ArrayFact> arrays(Use use) {
    var given =
        use.arguments().getFirst() instanceof Fact.Elements(var all) ? all : use.arguments();
    return given.stream().allMatch(ArrayFact.class::isInstance)
        ? given.stream().map(ArrayFact.class::cast).toList()
        : List.of();
  }

  // -- products

  private static Fact matmul(ArrayFact x, Use use, int from) {
    var other = use.array(from);
    if (other.isEmpty()) {
      return use.unknown();
    }
    var y = other.get();
    if (!y.has(2) || x.rank() == 1 || x.rank() == 0) {
      return use.unknown();
    }
    if (x.has(1) && x.size(1).neverEquals(y.size(2))) {
      use.mismatch(
          "%s multiplies rows of %s by columns of %s."
              .formatted(use.text(), x.described(), y.described()),
          "The last size of the left operand and the last but one of the right must be equal.");
    }
    return y.rank() == 2 ? x.withFeatures(y.size(1), use.text()) : use.unknown();
  }

  // -- axes

  private static ArrayFact reduce(ArrayFact x, Use use, int from) {
    var axes = use.sizes(from);
    if (axes.isEmpty()) {
      return use.unknown();
    }
    if (axes.get().isEmpty()) {
      return ArrayFact.of(List.of(), x.kind(), use.text());
    }
    var positions = new ArrayList<Integer>();
    for (var axis : axes.get()) {
      var fromEnd =
          axis.number().isPresent() ? x.fromEnd(axis.number().getAsLong()) : OptionalInt.empty();
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

  private static Fact transpose(ArrayFact x, Use use, int from) {
    var axes = use.sizes(from).orElse(List.of());
    var sizes = new ArrayList<Polynomial>();
    if (use.arguments().size() == from && x.hasRank()) {
      for (int i = 1; i <= x.rank(); i++) {
        sizes.add(x.size(i));
      }
      return ArrayFact.of(sizes, x.kind(), x.source());
    }
    for (var axis : axes) {
      if (axis.number().isEmpty() || !x.hasRank()) {
        return use.unknown();
      }
      sizes.add(x.axis(axis.number().getAsLong()));
    }
    return sizes.size() == x.rank() ? ArrayFact.of(sizes, x.kind(), x.source()) : use.unknown();
  }

  private static Fact swapaxes(ArrayFact x, Use use, int from) {
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

  private static Fact expandDims(ArrayFact x, Use use, int from) {
    return use.number(from).filter(axis -> axis == -1).isPresent()
        ? x.withAxis(Polynomial.ONE, x.kind(), x.source())
        : use.unknown();
  }

  private static Fact squeeze(ArrayFact x, Use use, int from) {
    return use.number(from).filter(axis -> axis == -1).isPresent() ? x.without(1) : use.unknown();
  }

  private static Fact astype(ArrayFact x, Use use, int from) {
    return x.withKind(Kind.UNKNOWN);
  }

  private static Fact pool(ArrayFact x, Use use, int from) {
    return x.withSpace(x.features(), use.symbols(), use.text());
  }

  // -- reshape

  private static Fact flat(ArrayFact x, Use use) {
    return x.hasRank()
        ? ArrayFact.of(List.of(x.product()), x.kind(), x.source())
        : new ArrayFact(List.of(), use.symbols().fresh(), 0, 1, x.kind(), x.source());
  }

  private static Fact reshape(ArrayFact x, Use use, int from) {
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

  /** Compares the sizes after the first one, where the first one is kept. */
  private static void checkRows(ArrayFact x, List<Polynomial> target, Use use) {
    var first = Symbols.front(x.base(), 0);
    if (target.size() < 2 || !target.getFirst().equals(first) || x.last().isEmpty()) {
      return;
    }
    var row = Polynomial.ONE;
    for (var size : target.subList(1, target.size())) {
      row = row.times(size);
    }
    var known = Polynomial.ONE;
    for (var size : x.last()) {
      known = known.times(size);
    }
    if (row.neverDividesBy(known)) {
      use.mismatch(
          "%s needs %s elements a row, but %s has a multiple of %s."
              .formatted(use.text(), row, x.described(), known),
          "Choose sizes with the same product.");
    }
  }
}
