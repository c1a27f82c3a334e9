package io.cambric.processor.body.shape;

import com.sun.source.tree.MethodInvocationTree;
import io.cambric.processor.body.shape.ArrayFact.Kind;
import io.cambric.processor.dims.Polynomial;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;

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
          Map.entry("get", IndexShapes::get),
          Map.entry("matmul", ProductShapes::matmul),
          Map.entry("dot", ProductShapes::matmul),
          Map.entry("astype", OperationShapes::astype),
          Map.entry("oneHot", OperationShapes::oneHot),
          Map.entry("broadcastTo", JoinShapes::broadcastTo),
          Map.entry("ravel", (x, use, _) -> ReshapeShapes.flat(x, use)),
          Map.entry("flatten", (x, use, _) -> ReshapeShapes.flat(x, use)),
          Map.entry(
              "argmax", (x, use, from) -> AxisShapes.reduce(x, use, from).withKind(Kind.INTEGERS)),
          Map.entry(
              "argmin", (x, use, from) -> AxisShapes.reduce(x, use, from).withKind(Kind.INTEGERS)),
          Map.entry("maxPool", WindowShapes::pool),
          Map.entry("minPool", WindowShapes::pool),
          Map.entry("avgPool", WindowShapes::pool));

  /** The rules of functions that take several arrays. */
  private static final Map<String, Function<Use, Fact>> SEVERAL =
      Map.of(
          "concatenate", JoinShapes::concatenate,
          "stack", JoinShapes::stack,
          "where", JoinShapes::where,
          "einsum", ProductShapes::einsum);

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
    var several = isFluent ? null : SEVERAL.get(name);
    if (several != null) {
      return several.apply(use);
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
          use.array(from)
              .map(y -> JoinShapes.join(x, y, use))
              .orElseGet(() -> withNumber(x, use, from));
      return QUOTIENTS.contains(name) ? joined.withKind(Kind.FLOATS) : joined;
    }
    if (COMPARISONS.contains(name)) {
      return use.array(from).map(y -> JoinShapes.join(x, y, use)).orElse(x).withKind(Kind.BOOLEANS);
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
          use.arguments().size() == 1 && use.shape(0).isPresent()
              ? ofShape(use, Kind.FLOATS)
              : use.sizes(0)
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
    return IntStream.range(0, use.arguments().size())
        .mapToObj(use::shape)
        .flatMap(Optional::stream)
        .findFirst()
        .map(shape -> shape.withKind(kind).withSource(use.text()))
        .orElseGet(use::unknown);
  }

  // -- kinds

  private static Fact oneHot(ArrayFact x, Use use, int from) {
    boolean isPlain =
        use.arguments().size() == from + 1 && use.arguments().get(from) instanceof Fact.Size;
    return isPlain
        ? x.withAxis(((Fact.Size) use.arguments().get(from)).value(), Kind.FLOATS, use.text())
        : use.unknown().withKind(Kind.FLOATS);
  }

  private static Fact astype(ArrayFact x, Use use, int from) {
    var type = ((MethodInvocationTree) use.place().getLeaf()).getArguments().get(from).toString();
    return x.withKind(
        type.matches("(.*\\.)?B?F\\d+")
            ? Kind.FLOATS
            : type.matches("(.*\\.)?[IU]\\d+") ? Kind.INTEGERS : Kind.UNKNOWN);
  }
}
