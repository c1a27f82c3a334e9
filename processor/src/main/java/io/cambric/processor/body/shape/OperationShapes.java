package io.cambric.processor.body.shape;

import com.sun.source.tree.MethodInvocationTree;
import io.cambric.processor.body.shape.ArrayFact.Kind;
import io.cambric.processor.dims.Polynomial;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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

  /** Pointwise functions whose result is a float, whatever the operand is. */
  private static final Set<String> FLOATING =
      Set.of(
          "exp",
          "log",
          "sqrt",
          "tanh",
          "sin",
          "cos",
          "expm1",
          "log1p",
          "sigmoid",
          "gelu",
          "silu",
          "swish",
          "softplus",
          "softmax",
          "logSoftmax",
          "rsqrt",
          "reciprocal");

  private static final Set<String> QUOTIENTS = Set.of("div", "divide", "trueDivide");

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
          Map.entry("reshape", ReshapeShapes::reshape),
          Map.entry("transpose", AxisShapes::transpose),
          Map.entry("swapaxes", AxisShapes::swapaxes),
          Map.entry("expandDims", AxisShapes::expandDims),
          Map.entry("squeeze", AxisShapes::squeeze),
          Map.entry("get", AxisShapes::get),
          Map.entry("matmul", OperationShapes::matmul),
          Map.entry("dot", OperationShapes::matmul),
          Map.entry("astype", OperationShapes::astype),
          Map.entry("ravel", (x, use, _) -> ReshapeShapes.flat(x, use)),
          Map.entry("flatten", (x, use, _) -> ReshapeShapes.flat(x, use)),
          Map.entry(
              "argmax", (x, use, from) -> AxisShapes.reduce(x, use, from).withKind(Kind.INTEGERS)),
          Map.entry(
              "argmin", (x, use, from) -> AxisShapes.reduce(x, use, from).withKind(Kind.INTEGERS)),
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
      boolean isOther = use.arguments().size() > from && name.endsWith("Like");
      return isOther
          ? x.withKind(Kind.UNKNOWN)
          : FLOATING.contains(name) ? x.withKind(Kind.FLOATS) : x;
    }
    if (ELEMENTWISE.contains(name)) {
      var joined =
          use.array(from).map(y -> join(x, y, use)).orElseGet(() -> withNumber(x, use, from));
      return QUOTIENTS.contains(name) ? joined.withKind(Kind.FLOATS) : joined;
    }
    if (COMPARISONS.contains(name)) {
      return use.array(from).map(y -> join(x, y, use)).orElse(x).withKind(Kind.BOOLEANS);
    }
    if (REDUCTIONS.contains(name)) {
      return reduced(AxisShapes.reduce(x, use, from), name);
    }
    var rule = RULES.get(name);
    return rule == null ? use.unknown() : rule.apply(x, use, from);
  }

  /** The result of an operation with a Java number, which keeps integers if it is whole. */
  private static ArrayFact withNumber(ArrayFact x, Use use, int from) {
    boolean isOther = x.kind() == Kind.INTEGERS || x.kind() == Kind.BOOLEANS;
    var number = from < use.arguments().size() ? use.arguments().get(from) : Fact.UNKNOWN;
    return switch (number) {
      case Fact.Size _ -> x;
      case Fact.Real(var real) when real == Math.rint(real) -> x;
      case Fact.Real _ -> isOther ? x.withKind(Kind.FLOATS) : x;
      default -> isOther ? x.withKind(Kind.UNKNOWN) : x;
    };
  }

  private static ArrayFact reduced(ArrayFact result, String name) {
    return switch (name) {
      case "mean", "var", "std" -> result.withKind(Kind.FLOATS);
      case "all", "any" -> result.withKind(Kind.BOOLEANS);
      default -> result.kind() == Kind.BOOLEANS ? result.withKind(Kind.UNKNOWN) : result;
    };
  }

  // -- arrays that are made

  private static Fact made(Use use) {
    return switch (use.name()) {
      case "ones", "zeros" ->
          use.sizes(0)
              .<Fact>map(sizes -> ArrayFact.of(sizes, Kind.FLOATS, use.text()))
              .orElseGet(use::unknown);
      case "normal", "uniform" -> ofShape(use, Kind.FLOATS);
      case "param" -> ofShape(use, use.arguments().size() == 3 ? Kind.FLOATS : Kind.UNKNOWN);
      case "full" -> ofShape(use, use.arguments().size() == 2 ? kind(use, 1) : Kind.UNKNOWN);
      case "randint" -> ofShape(use, Kind.INTEGERS);
      case "scalar" -> ArrayFact.of(List.of(), kind(use, 0), use.text());
      case "array" -> vector(use);
      case "eye" ->
          use.number(0)
              .filter(_ -> use.arguments().size() == 1)
              .map(Polynomial::of)
              .<Fact>map(n -> ArrayFact.of(List.of(n, n), Kind.FLOATS, use.text()))
              .orElseGet(use::unknown);
      case "arange" ->
          use.arguments().size() == 1 && use.arguments().getFirst() instanceof Fact.Size(var size)
              ? ArrayFact.of(List.of(size), Kind.INTEGERS, use.text())
              : use.unknown();
      default -> use.unknown();
    };
  }

  /** The kind of an array that is made of a Java number. */
  private static Kind kind(Use use, int number) {
    return switch (use.arguments().get(number)) {
      case Fact.Size _ -> Kind.INTEGERS;
      case Fact.Real _ -> Kind.FLOATS;
      default -> Kind.UNKNOWN;
    };
  }

  private static Fact vector(Use use) {
    boolean areNumbers =
        use.arguments().stream().allMatch(a -> a instanceof Fact.Size || a instanceof Fact.Real);
    boolean areIntegers = use.arguments().stream().allMatch(Fact.Size.class::isInstance);
    return areNumbers
        ? ArrayFact.of(
            List.of(Polynomial.of(use.arguments().size())),
            areIntegers ? Kind.INTEGERS : Kind.FLOATS,
            use.text())
        : use.unknown();
  }

  private static Fact ofShape(Use use, Kind kind) {
    for (var argument : use.arguments()) {
      if (argument instanceof Fact.Elements(var all)
          && all.stream().allMatch(Fact.Size.class::isInstance)) {
        var sizes = all.stream().map(fact -> ((Fact.Size) fact).value()).toList();
        return ArrayFact.of(sizes, kind, use.text());
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

  private static Fact concatenate(Use use) {
    var arrays = arrays(use);
    if (arrays.isEmpty()) {
      return use.unknown();
    }
    long axis = use.arguments().getFirst() instanceof Fact.Elements ? use.number(1).orElse(0L) : 0;
    boolean isKnown = use.arguments().size() < 2 || use.number(1).isPresent();
    var first = arrays.getFirst();
    var along = first.fromEnd(axis);
    if (!isKnown) {
      return use.unknown();
    }
    var total = Polynomial.ZERO;
    for (var array : arrays) {
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

  // -- kinds and windows

  private static Fact astype(ArrayFact x, Use use, int from) {
    var type = ((MethodInvocationTree) use.place().getLeaf()).getArguments().get(from).toString();
    return x.withKind(
        type.matches("(.*\\.)?B?F\\d+")
            ? Kind.FLOATS
            : type.matches("(.*\\.)?[IU]\\d+") ? Kind.INTEGERS : Kind.UNKNOWN);
  }

  private static Fact pool(ArrayFact x, Use use, int from) {
    int axes =
        use.arguments().size() > from && use.arguments().get(from) instanceof Fact.Elements(var all)
            ? all.size()
            : 0;
    return x.withSpace(x.features(), axes, use.symbols(), use.text()).withKind(x.kind());
  }
}
