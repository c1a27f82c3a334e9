package io.cambric.programs;

import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.core.Trace;
import io.cambric.lax.Lax;
import io.cambric.lax.op.Arg;
import io.cambric.lax.op.Law;
import io.cambric.lax.op.LawTable;
import io.cambric.programs.StepGenerator.Drawn;
import io.cambric.testing.TestArrays;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Set;

/**
 * A row for each operation of the table of laws. Operands lie where the law draws them, moved a
 * little by values of the program, so that derivatives flow through.
 */
final class LawSteps {

  private static final double MOVE = 0.02;

  private LawSteps() {}

  static List<StepGenerator> rows() {
    var byName = new LinkedHashMap<String, List<Law>>();
    for (var law : LawTable.all()) {
      byName.computeIfAbsent("law " + law.operation().name(), _ -> new ArrayList<>()).add(law);
    }
    var rows = new ArrayList<StepGenerator>();
    byName.forEach(
        (row, laws) -> rows.add(new StepGenerator(row, g -> draw(g, row, g.pick(laws)))));
    return rows;
  }

  private static Drawn draw(ProgramGenerator g, String row, Law law) {
    var dtype = law.anyDType() ? g.floatingDtype() : DType.F64;
    var operands = new ArrayList<Integer>();
    for (var arg : law.args()) {
      operands.add(operand(g, row, arg, dtype, law.valuesOnly().isEmpty()));
    }
    var operation = law.operation();
    boolean large =
        Trace.bind(operation, g.samples(operands)).stream()
            .anyMatch(x ->
                x.dtype().isFloating()
                    && Comparison.scale(TestArrays.doubles(x)) > ProgramGenerator.LARGEST);
    return new Drawn(
        new Operation.Leaf(
            row,
            operation + (large ? " / 64" : ""),
            Set.of(),
            v -> large ? smaller(Trace.bind(operation, v)) : Trace.bind(operation, v)),
        operands);
  }

  /** {@return results scaled down for later steps of a program} */
  private static List<Array> smaller(List<Array> results) {
    return results.stream()
        .map(x -> x.dtype().isFloating() ? Lax.mul(x, NdArray.scalar(x.dtype(), 1.0 / 64)) : x)
        .toList();
  }

  private static int operand(
      ProgramGenerator g, String row, Arg arg, DType dtype, boolean differentiated) {
    var drawn = arg.draw(g.random);
    if (!arg.isDifferentiated()) {
      return g.constant(drawn);
    }
    var center = g.constant((NdArray) Lax.convertElementType(drawn, dtype));
    int mover = differentiated ? g.value(x -> x.dtype() == dtype) : -1;
    if (mover < 0) {
      return center;
    }
    var moved =
        Leaves.binary(
            "constant",
            "moved by %s sin".formatted(MOVE),
            center,
            mover,
            (place, x) -> {
              var step = Lax.mul(Lax.sin(x), NdArray.scalar(dtype, MOVE));
              return Lax.add(place, ContractionSteps.fitted(step, place.shape()));
            });
    var numbers = g.add(moved.operation(), moved.operands());
    return numbers == null ? center : numbers.getFirst();
  }
}
