package io.cambric.programs;

import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.core.Primitive;
import io.cambric.core.Trace;
import io.cambric.lax.Lax;
import io.cambric.programs.StepGenerator.Drawn;
import io.cambric.testing.TestOps;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.BinaryOperator;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Rows of functions whose results are whole where their operands are. */
final class WholeSteps {

  private static final double CLAMP = 8;

  private static final Predicate<NdArray> NUMBER = x -> x.dtype() != DType.BOOL;

  private static final List<StepGenerator> OPERATIONS =
      Stream.of(
              elementwise(),
              elementwise(),
              ElementwiseSteps.whole(),
              ShapeSteps.rows(),
              sums(),
              sums(),
              ofTests())
          .flatMap(List::stream)
          .toList();

  private WholeSteps() {}

  static List<StepGenerator> operations() {
    return OPERATIONS;
  }

  static List<StepGenerator> transformations() {
    return List.of(ControlSteps.ofJit());
  }

  private static List<StepGenerator> elementwise() {
    return List.of(
        binary("add", Lax::add),
        binary("sub", Lax::sub),
        binary("mul", Lax::mul),
        binary("max", Lax::max),
        binary("min", Lax::min),
        binary("lt", Lax::lt),
        binary("eq", Lax::eq),
        new StepGenerator("select_n", ElementwiseSteps::select),
        new StepGenerator("neg", g -> Leaves.unary("neg", "neg", g.value(NUMBER), Lax::neg)),
        new StepGenerator("integer_pow", WholeSteps::power),
        new StepGenerator("clamp", WholeSteps::clamp),
        new StepGenerator("clamp", WholeSteps::clamp),
        new StepGenerator("convert_element_type", WholeSteps::convert));
  }

  private static List<StepGenerator> sums() {
    return List.of(
        ContractionSteps.reduction("reduce_sum", NUMBER, Lax::reduceSum),
        ContractionSteps.reduction("reduce_sum", NUMBER, Lax::reduceSum),
        ContractionSteps.reduction("reduce_max", NUMBER, Lax::reduceMax),
        ContractionSteps.reduction("reduce_min", NUMBER, Lax::reduceMin),
        ContractionSteps.running("cumsum", NUMBER, Lax::cumsum),
        ContractionSteps.running("cummax", NUMBER, Lax::cummax),
        new StepGenerator("dot_general", ContractionSteps::dot),
        new StepGenerator("dot_general", ContractionSteps::dot));
  }

  /** Operations for corners of the compiler. */
  private static List<StepGenerator> ofTests() {
    return List.of(
        new StepGenerator(
            "reversed",
            g -> {
              int x = g.value(v -> v.rank() > 0);
              if (x < 0) {
                return null;
              }
              int axis = g.random.nextInt(g.sample(x).rank());
              return Leaves.unary(
                  "reversed",
                  "reversed[axis=%d]".formatted(axis),
                  x,
                  v -> Trace.bind(new TestOps.Reversed(axis), v));
            }),
        new StepGenerator(
            "positions",
            g -> {
              int like = g.value(v -> v.rank() > 0);
              if (like < 0) {
                return null;
              }
              var shape = g.sample(like).shape();
              int axis = g.random.nextInt(shape.rank());
              return ofTest(new TestOps.Positions(shape, axis), List.of());
            }),
        new StepGenerator(
            "ordered",
            g -> {
              int x = g.value(NUMBER);
              int y =
                  x < 0 ? -1 : g.value(v -> v.aval().strong().equals(g.sample(x).aval().strong()));
              return y < 0 ? null : ofTest(new TestOps.Ordered(), List.of(x, y));
            }),
        new StepGenerator(
            "sum_and_max",
            g -> {
              int x = g.value(v -> v.rank() > 0 && v.dim(-1) > 0 && v.dtype() != DType.BOOL);
              return x < 0 ? null : ofTest(new TestOps.SumAndMax(), List.of(x));
            }));
  }

  private static Drawn ofTest(Primitive operation, List<Integer> operands) {
    return new Drawn(
        new Operation.Leaf(
            operation.name(),
            operation.toString(),
            Set.of(Restriction.NOT_MAPPABLE),
            v -> Trace.bind(operation, v)),
        operands);
  }

  private static StepGenerator binary(String row, BinaryOperator<Array> function) {
    return new StepGenerator(
        row,
        g -> {
          int x = g.value(NUMBER);
          int y = x < 0 ? -1 : g.partner(x);
          return g.random.nextBoolean()
              ? Leaves.binary(row, row, x, y, function)
              : Leaves.binary(row, row, y, x, function);
        });
  }

  private static @Nullable Drawn power(ProgramGenerator g) {
    int power = g.random.nextInt(2, 4);
    return Leaves.unary(
        "integer_pow",
        "integer_pow[y=%d]".formatted(power),
        g.value(NUMBER),
        x -> Lax.integerPow(x, power));
  }

  private static @Nullable Drawn clamp(ProgramGenerator g) {
    return Leaves.unary(
        "clamp",
        "clamp[%s]".formatted(CLAMP),
        g.value(NUMBER),
        x ->
            Lax.max(
                Lax.min(x, NdArray.scalar(x.dtype(), CLAMP)), NdArray.scalar(x.dtype(), -CLAMP)));
  }

  private static @Nullable Drawn convert(ProgramGenerator g) {
    var dtypes = new ArrayList<>(g.kind.floatingDtypes());
    dtypes.add(DType.I32);
    dtypes.add(DType.I8);
    var to = g.pick(dtypes);
    return Leaves.unary(
        "convert_element_type",
        "convert_element_type[%s]".formatted(to),
        g.value(x -> x.dtype() != to),
        x -> Lax.convertElementType(x, to));
  }
}
