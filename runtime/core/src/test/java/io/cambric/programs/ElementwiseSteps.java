package io.cambric.programs;

import static io.cambric.programs.Leaves.areApart;
import static io.cambric.programs.Leaves.isAwayFromMultiples;
import static io.cambric.programs.Leaves.within;

import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.lax.Lax;
import io.cambric.lax.dims.RoundingMethod;
import io.cambric.numpy.Numpy;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.BinaryOperator;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Rows of functions of one element. */
final class ElementwiseSteps {

  private ElementwiseSteps() {}

  static List<StepGenerator> rows() {
    var rows = new ArrayList<StepGenerator>();
    rows.addAll(smooth());
    rows.addAll(kinked());
    rows.addAll(binary());
    rows.addAll(whole());
    rows.addAll(conversions());
    return rows;
  }

  private static List<StepGenerator> smooth() {
    return List.of(
        unary("neg", Lax::neg),
        unary("sin", Lax::sin),
        unary("cos", Lax::cos),
        unary("tanh", Lax::tanh),
        unary("logistic", Lax::logistic),
        unary("atan", Lax::atan),
        unary("asinh", Lax::asinh),
        unary("erf", Lax::erf),
        unary("erfc", Lax::erfc),
        unary("square", Lax::square),
        inside("exp", -3, 2, Lax::exp),
        inside("exp2", -3, 2, Lax::exp2),
        inside("expm1", -3, 2, Lax::expm1),
        inside("sinh", -2, 2, Lax::sinh),
        inside("cosh", -2, 2, Lax::cosh),
        inside("tan", -1, 1, Lax::tan),
        inside("log", 0.3, 4, Lax::log),
        inside("log1p", -0.5, 4, Lax::log1p),
        inside("sqrt", 0.3, 4, Lax::sqrt),
        inside("rsqrt", 0.3, 4, Lax::rsqrt),
        inside("cbrt", 0.3, 4, Lax::cbrt),
        inside("asin", -0.8, 0.8, Lax::asin),
        inside("acos", -0.8, 0.8, Lax::acos),
        inside("atanh", -0.8, 0.8, Lax::atanh),
        inside("acosh", 1.4, 4, Lax::acosh),
        inside("erf_inv", -0.8, 0.8, Lax::erfInv),
        inside("lgamma", 0.5, 4, Lax::lgamma),
        inside("digamma", 0.5, 4, Lax::digamma),
        inside("polygamma", 0.8, 4, x -> Lax.polygamma(Lax.fullLike(x, 1), x)),
        inside("reciprocal", 0.5, 2, x -> Lax.integerPow(x, -1)),
        new StepGenerator(
            "integer_pow",
            g -> {
              int power = g.random.nextInt(0, 4);
              return Leaves.unary(
                  "integer_pow",
                  "integer_pow[y=%d]".formatted(power),
                  g.floating(),
                  x -> Lax.integerPow(x, power));
            }));
  }

  private static List<StepGenerator> kinked() {
    return List.of(
        where("abs", Lax::abs, Leaves::isAwayFromZero),
        where("relu", Lax::relu, Leaves::isAwayFromZero),
        where("sign", Lax::sign, Leaves::isAwayFromZero),
        where("floor", Lax::floor, x -> isAwayFromMultiples(x, 1, 0)),
        where("ceil", Lax::ceil, x -> isAwayFromMultiples(x, 1, 0)),
        where("round", Lax::round, x -> isAwayFromMultiples(x, 1, 0.5)),
        where(
            "round_even",
            x -> Lax.round(x, RoundingMethod.TO_NEAREST_EVEN),
            x -> isAwayFromMultiples(x, 1, 0.5)),
        where("is_finite", Lax::isFinite, _ -> true),
        where(
            "clamp",
            x -> Lax.clamp(NdArray.scalar(x.dtype(), -0.5), x, NdArray.scalar(x.dtype(), 1)),
            x -> isAwayFromMultiples(x, 1.5, 1)),
        new StepGenerator(
            "stop_gradient",
            g -> {
              int x = g.floating();
              // Rarely, as it leaves a program without the check against differences.
              return x < 0 || g.random.nextInt(5) > 0
                  ? null
                  : new StepGenerator.Drawn(
                      new Operation.Leaf(
                          "stop_gradient",
                          "stop_gradient",
                          Set.of(Restriction.NOT_A_LIMIT),
                          v -> List.of(Lax.stopGradient(v.getFirst()))),
                      List.of(x));
            }));
  }

  private static List<StepGenerator> binary() {
    return List.of(
        binary("add", Lax::add),
        binary("sub", Lax::sub),
        binary("mul", Lax::mul),
        binary("div", (x, y) -> Lax.div(x, within(y, 0.5, 2))),
        binary("atan2", (x, y) -> Lax.atan2(within(x, 0.2, 2), y)),
        binary("pow", (x, y) -> Lax.pow(within(x, 0.3, 2), within(y, -2, 2))),
        binary("logaddexp", Lax::logaddexp),
        new StepGenerator(
            "fma",
            g -> {
              int x = g.floating();
              int y = x < 0 ? -1 : g.partner(x);
              int z = y < 0 ? -1 : g.partner(g.sample(x).rank() == 0 ? y : x);
              if (z < 0) {
                return null;
              }
              return Leaves.leaf(
                  "fma",
                  "fma",
                  List.of(x, y, z),
                  v -> List.of(Lax.fma(v.get(0), v.get(1), v.get(2))));
            }),
        extreme("max", Lax::max),
        extreme("min", Lax::min),
        compared("lt", Lax::lt),
        compared("ge", Lax::ge),
        compared("eq", Lax::eq),
        compared("ne", Lax::ne),
        new StepGenerator("lt_and_ge", ElementwiseSteps::comparedTwice),
        // Twice, as it often finds no values that fit each other.
        new StepGenerator("select_n", ElementwiseSteps::select),
        new StepGenerator("select_n", ElementwiseSteps::select),
        new StepGenerator(
            "promoted",
            g -> {
              int x = g.anyValue();
              int y = g.random.nextBoolean() ? g.partner(x) : g.anyValue();
              boolean sum = g.random.nextBoolean();
              if (y < 0 || !broadcasts(g.sample(x), g.sample(y))) {
                return null;
              }
              return Leaves.binary(
                  "promoted",
                  sum ? "numpy.add" : "numpy.multiply",
                  x,
                  y,
                  sum ? Numpy::add : Numpy::multiply);
            }));
  }

  private static boolean broadcasts(NdArray x, NdArray y) {
    for (int i = 1; i <= Math.min(x.rank(), y.rank()); i++) {
      int a = x.dim(-i);
      int b = y.dim(-i);
      if (a != b && a != 1 && b != 1) {
        return false;
      }
    }
    return true;
  }

  static StepGenerator.@Nullable Drawn select(ProgramGenerator g) {
    int predicate = g.value(x -> x.dtype() == DType.BOOL);
    if (predicate < 0) {
      return null;
    }
    var shape = g.sample(predicate).shape();
    int x = g.value(v -> v.rank() == 0 || shape.rank() == 0 || v.shape().equals(shape));
    int y = x < 0 ? -1 : g.partner(x);
    if (y < 0
        || (shape.rank() > 0 && g.sample(y).rank() > 0 && !g.sample(y).shape().equals(shape))) {
      return null;
    }
    return Leaves.leaf(
        "select_n",
        "select_n",
        List.of(predicate, x, y),
        v -> List.of(Lax.select(v.get(0), v.get(1), v.get(2))));
  }

  static List<StepGenerator> whole() {
    var rows = new ArrayList<StepGenerator>();
    Predicate<NdArray> integer = x -> x.dtype().isInteger();
    Predicate<NdArray> bits = x -> !x.dtype().isFloating();
    rows.add(onWhole("and", bits, Lax::bitwiseAnd));
    rows.add(onWhole("or", bits, Lax::bitwiseOr));
    rows.add(onWhole("xor", bits, Lax::bitwiseXor));
    rows.add(onWhole("shift_left", integer, Lax::shiftLeft));
    rows.add(onWhole("shift_right_logical", integer, Lax::shiftRightLogical));
    rows.add(onWhole("shift_right_arithmetic", integer, Lax::shiftRightArithmetic));
    rows.add(onWhole("integer_div", integer, Lax::div));
    rows.add(onWhole("integer_rem", integer, Lax::rem));
    rows.add(onWhole("integer_max", bits, Lax::max));
    rows.add(new StepGenerator("not", g -> Leaves.unary("not", "not", g.value(bits), Lax::not)));
    rows.add(
        new StepGenerator(
            "population_count",
            g ->
                Leaves.unary(
                    "population_count",
                    "population_count",
                    g.value(integer),
                    Lax::populationCount)));
    rows.add(new StepGenerator("clz", g -> Leaves.unary("clz", "clz", g.value(integer), Lax::clz)));
    return rows;
  }

  private static List<StepGenerator> conversions() {
    return List.of(
        new StepGenerator(
            "convert_element_type",
            g -> {
              int x = g.anyValue();
              var from = g.sample(x);
              var to =
                  g.kind.isMixed()
                      ? g.pick(List.of(DType.values()))
                      : g.pick(List.of(DType.F64, DType.F64, DType.I32, DType.BOOL));
              // Small numbers of the sign that the dtype has mean the same everywhere.
              boolean jumps = from.dtype().isFloating() && !to.isFloating();
              if (from.dtype() == to
                  || (from.dtype().isInteger() && !isSmall(from))
                  || (jumps && !(isAwayFromMultiples(from, 1, 0) && isPositive(from)))) {
                return null;
              }
              return Leaves.unary(
                  "convert_element_type",
                  "convert_element_type[%s]".formatted(to),
                  x,
                  v -> Lax.convertElementType(v, to));
            }),
        new StepGenerator(
            "weak",
            g -> {
              int x = g.floating();
              return Leaves.unary(
                  "weak",
                  "convert_element_type[weak]",
                  x,
                  v -> Lax.convertElementType(v, v.dtype(), true));
            }),
        new StepGenerator(
            "reduce_precision",
            g ->
                Leaves.unary(
                    "reduce_precision",
                    "reduce_precision[11, 52]",
                    g.value(x -> x.dtype() == DType.F64),
                    x -> Lax.reducePrecision(x, 11, 52))),
        new StepGenerator(
            "bitcast_convert_type",
            g ->
                Leaves.unary(
                    "bitcast_convert_type",
                    "bitcast_convert_type[u32]",
                    g.value(x -> x.dtype() == DType.I32),
                    x -> Lax.bitcastConvertType(x, DType.U32))));
  }

  private static boolean isSmall(NdArray x) {
    for (int i = 0; i < x.size(); i++) {
      if (x.getLong(i) < 0 || x.getLong(i) > 20) {
        return false;
      }
    }
    return true;
  }

  private static boolean isPositive(NdArray x) {
    for (int i = 0; i < x.size(); i++) {
      if (!(x.getDouble(i) > 0)) {
        return false;
      }
    }
    return true;
  }

  private static StepGenerator unary(String row, UnaryOperator<Array> function) {
    return new StepGenerator(row, g -> Leaves.unary(row, row, g.floating(), function));
  }

  /** A function whose operand is first brought between two numbers. */
  private static StepGenerator inside(
      String row, double low, double high, UnaryOperator<Array> function) {
    var text = "%s[of %s to %s by sin]".formatted(row, low, high);
    return new StepGenerator(
        row, g -> Leaves.unary(row, text, g.floating(), x -> function.apply(within(x, low, high))));
  }

  private static StepGenerator where(
      String row, UnaryOperator<Array> function, Predicate<NdArray> isSmooth) {
    return new StepGenerator(
        row,
        g ->
            Leaves.unary(
                row, row, g.value(x -> x.dtype().isFloating() && isSmooth.test(x)), function));
  }

  private static StepGenerator binary(String row, BinaryOperator<Array> function) {
    return new StepGenerator(
        row,
        g -> {
          int x = g.floating();
          int y = x < 0 ? -1 : g.partner(x);
          return g.random.nextBoolean()
              ? Leaves.binary(row, row, x, y, function)
              : Leaves.binary(row, row, y, x, function);
        });
  }

  /** Operands are one value, which ties everywhere, or differ everywhere. */
  private static StepGenerator extreme(String row, BinaryOperator<Array> function) {
    return new StepGenerator(
        row,
        g -> {
          int x = g.floating();
          int y = x < 0 ? -1 : g.random.nextInt(4) == 0 ? x : g.partner(x);
          boolean fits = y == x || (y >= 0 && areApart(g.sample(x), g.sample(y)));
          return fits ? Leaves.binary(row, row, x, y, function) : null;
        });
  }

  private static StepGenerator compared(String row, BinaryOperator<Array> function) {
    return new StepGenerator(
        row,
        g -> {
          int x = g.value(v -> v.dtype() != DType.BOOL);
          int y = x < 0 ? -1 : g.partner(x);
          boolean fits =
              y >= 0 && (!g.sample(x).dtype().isFloating() || areApart(g.sample(x), g.sample(y)));
          return fits ? Leaves.binary(row, row, x, y, function) : null;
        });
  }

  /** Two comparisons of the same operands, which must not become one. */
  private static StepGenerator.@Nullable Drawn comparedTwice(ProgramGenerator g) {
    int x = g.floating();
    int y = x < 0 ? -1 : g.partner(x);
    if (y < 0 || !areApart(g.sample(x), g.sample(y))) {
      return null;
    }
    return Leaves.leaf(
        "lt_and_ge",
        "lt, ge",
        List.of(x, y),
        v -> List.of(Lax.lt(v.get(0), v.get(1)), Lax.ge(v.get(0), v.get(1))));
  }

  private static StepGenerator onWhole(
      String row, Predicate<NdArray> condition, BinaryOperator<Array> function) {
    return new StepGenerator(
        row,
        g -> {
          int x = g.value(condition);
          int y = x < 0 ? -1 : g.partner(x);
          return Leaves.binary(row, row, x, y, function);
        });
  }
}
