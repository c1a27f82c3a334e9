package io.cambric.compile;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.compile.run.BodyCompiler;
import io.cambric.compile.run.Program;
import io.cambric.compile.run.Program.BoundStep;
import io.cambric.compile.run.Program.Reference;
import io.cambric.compile.run.Program.Slot;
import io.cambric.compile.step.Step;
import io.cambric.core.Costs;
import io.cambric.core.Lowering;
import io.cambric.core.ShapedArray;
import io.cambric.kernel.LoopBody;
import io.cambric.kernel.ScalarOp;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.stream.Collectors;

/**
 * The table that {@code explain()} prints, with a line for each step of a program. A line shows the
 * fused operations, bytes read and written, arithmetic, and the memory of the results.
 */
final class Explanation {

  /** The number of results that a line lists; further results are only counted. */
  private static final int SHOWN = 3;

  private final TextTable table =
      new TextTable("step", "operation", "<read", "<written", "<flops", "<functions", "results");

  /**
   * The work of one run of some steps.
   *
   * @param read bytes read
   * @param written bytes written
   */
  private record Work(long read, long written, Costs costs) {

    static final Work NONE = new Work(0, 0, Costs.NONE);

    Work plus(Work other) {
      return new Work(read + other.read, written + other.written, costs.plus(other.costs));
    }

    Work times(long count) {
      return new Work(read * count, written * count, costs.times(count));
    }
  }

  private Explanation() {}

  static String of(Program program) {
    var explanation = new Explanation();
    var work = explanation.list(program, "");
    explanation.row("", "in all", "", work);
    return summary(program) + explanation.table.toText();
  }

  /** {@return the bytes that the kernels of one run read and write} */
  static long bytesAccessed(Program program) {
    var work = new Explanation().list(program, "");
    return work.read + work.written;
  }

  private static String summary(Program program) {
    return "%s, %s, %s of %s\n"
        .formatted(
            counted(program.argumentCount(), "argument"),
            counted(program.stepCount(), "step"),
            counted(program.buffers().size(), "buffer"),
            bytes(program.temporaryBytes()));
  }

  private static String counted(int count, String what) {
    return count + " " + what + (count == 1 ? "" : "s");
  }

  private Work list(Program program, String indent) {
    var sum = Work.NONE;
    var straight = program.straightSteps();
    for (int i = 0; i < program.stepCount(); i++) {
      for (var region : program.schedule().regions()) {
        if (region.first() == i) {
          table.set(table.reserve(), indent, region.toText());
        }
      }
      for (var small : straight) {
        if (small.from() == i) {
          table.set(table.reserve(), indent, small.toText());
        }
      }
      sum = sum.plus(add(program, program.steps().get(i), indent + i, indent));
    }
    return sum;
  }

  private Work add(Program program, BoundStep bound, String number, String indent) {
    var own =
        new Work(
            bytesOf(read(program, bound)), bytesOf(written(program, bound)), costs(bound.step()));
    if (bound.step() instanceof Step.Control control) {
      int line = table.reserve();
      var work = bodies(program.bodies(), control.lowering(), "  " + indent);
      table.set(line, cells(number, operation(bound.step()), results(program, bound), work));
      return work;
    }
    row(number, operation(bound.step()), results(program, bound), own);
    return own;
  }

  /**
   * {@return the operands that a step reads from memory} An epilogue finds its product in the
   * cache. A kernel that updates an operand in place does not read that operand.
   */
  private static List<Reference> read(Program program, BoundStep bound) {
    if (updatesInPlace(program, bound).isPresent()) {
      return bound.inputs().subList(1, bound.inputs().size());
    }
    if (!(bound.step() instanceof Step.FusedCall)) {
      return bound.inputs();
    }
    int product = bound.outputs().getFirst().slot();
    return bound.inputs().stream().filter(input -> input.slot() != product).toList();
  }

  /**
   * {@return the elements that a step writes} A kernel that updates an operand in place writes only
   * the updates.
   */
  private static List<Reference> written(Program program, BoundStep bound) {
    var updates = updatesInPlace(program, bound);
    return updates.isPresent() ? List.of(bound.inputs().get(updates.getAsInt())) : bound.outputs();
  }

  /**
   * {@return the number of the operand that holds the updates, if a step updates its first operand
   * in place}
   */
  private static OptionalInt updatesInPlace(Program program, BoundStep bound) {
    return bound.step() instanceof Step.Call call
            && call.rule().traits().updates().isPresent()
            && sharesMemory(program, bound.outputs().getFirst(), bound.inputs().subList(0, 1))
        ? call.rule().traits().updates()
        : OptionalInt.empty();
  }

  /** Lists the programs of a loop or a branch. {@return their work} */
  private Work bodies(BodyCompiler compiler, Lowering.ControlFlow control, String indent) {
    return switch (control) {
      case Lowering.Scan scan ->
          list(compiler.loopBody(scan.body(), scan.constants(), scan.carries()), indent)
              .times(scan.length());
      case Lowering.While loop -> {
        int carries = loop.body().inputs().size() - loop.bodyConstants();
        yield list(compiler.program(loop.condition()), indent)
            .plus(list(compiler.loopBody(loop.body(), loop.bodyConstants(), carries), indent));
      }
      case Lowering.Switch(var branches) -> {
        var largest = Work.NONE;
        for (int i = 0; i < branches.size(); i++) {
          table.set(table.reserve(), indent, "branch " + i);
          var work = list(compiler.program(branches.get(i)), indent);
          largest = work.read + work.written > largest.read + largest.written ? work : largest;
        }
        yield largest;
      }
    };
  }

  private void row(String number, String operation, String results, Work work) {
    table.set(table.reserve(), cells(number, operation, results, work));
  }

  private static String[] cells(String number, String operation, String results, Work work) {
    return new String[] {
      number,
      operation,
      bytes(work.read),
      bytes(work.written),
      count(work.costs.flops()),
      count(work.costs.transcendentals()),
      results
    };
  }

  private static String operation(Step step) {
    return switch (step) {
      case Step.Loop loop -> "loop " + loop.shape() + ": " + fused(loop.body());
      case Step.MergedLoop loops ->
          "%d loops: %s".formatted(loops.parts().size(), fused(loops.body()));
      case Step.Reduce reduce ->
          "reduce_%s %s%s"
              .formatted(
                  reduce.op().name().toLowerCase(Locale.ROOT),
                  reduce.shape(),
                  reduce.body().code().isEmpty() ? "" : ": " + fused(reduce.body()));
      case Step.Call call -> call.name();
      case Step.FusedCall(var call, var prologue, var epilogue) ->
          call.name()
              + (prologue == null ? "" : " of " + fused(prologue.loop().body()))
              + (epilogue == null ? "" : ", then " + fused(epilogue.body()));
      case Step.Control control -> control.label();
    };
  }

  /** {@return the operations of a body with their counts, in the order of first occurrence} */
  private static String fused(LoopBody body) {
    var counts = new LinkedHashMap<ScalarOp, Integer>();
    for (var instr : body.code()) {
      if (instr.op() != ScalarOp.CONST && instr.op() != ScalarOp.ROW_SPREAD) {
        counts.merge(instr.op(), 1, Integer::sum);
      }
    }
    if (counts.isEmpty()) {
      return body.inputs().isEmpty() ? "fill" : "copy";
    }
    return counts.entrySet().stream()
        .map(entry ->
            entry.getKey().name().toLowerCase(Locale.ROOT)
                + (entry.getValue() > 1 ? " x" + entry.getValue() : ""))
        .collect(Collectors.joining(", "));
  }

  private static Costs costs(Step step) {
    return switch (step) {
      case Step.Loop loop -> Costs.of(loop.body(), loop.shape());
      case Step.MergedLoop(var parts) ->
          parts.stream().map(Explanation::costs).reduce(Costs.NONE, Costs::plus);
      case Step.Reduce reduce -> {
        long results = reduce.output().layout().shape().size();
        yield Costs.of(reduce.body(), reduce.shape())
            .plus(new Costs(Math.max(0, reduce.shape().size() - results), 0));
      }
      case Step.Call call -> new Costs(call.flops(), 0);
      case Step.FusedCall(var call, var prologue, var epilogue) ->
          costs(call)
              .plus(prologue == null ? Costs.NONE : costs(prologue.loop()))
              .plus(epilogue == null ? Costs.NONE : costs(epilogue));
      case Step.Control _ -> Costs.NONE;
    };
  }

  private static String results(Program program, BoundStep bound) {
    var shown = new ArrayList<String>();
    for (var output : bound.outputs().subList(0, Math.min(SHOWN, bound.outputs().size()))) {
      shown.add(result(program, output, bound.inputs()));
    }
    int rest = bound.outputs().size() - shown.size();
    return String.join(", ", shown) + (rest > 0 ? ", and %d more".formatted(rest) : "");
  }

  private static String result(Program program, Reference output, List<Reference> inputs) {
    var aval = new ShapedArray(output.shape(), output.dtype());
    var slot = program.slots().get(output.slot());
    var place = sharesMemory(program, output, inputs) ? " in place" : "";
    return aval.toString()
        + switch (slot) {
          case Slot.Argument(int number) -> " argument " + number;
          case Slot.Result(int number, _, _, var donated) when donated.isPresent() ->
              " result %d over argument %d".formatted(number, donated.getAsInt());
          case Slot.Result(int number, _, _, _) -> " result " + number + place;
          case Slot.Temporary(int buffer, _) -> " buffer " + buffer + place;
          case Slot.Constant _ -> " constant";
        };
  }

  /** {@return whether one of the inputs may share the memory of an output} */
  private static boolean sharesMemory(Program program, Reference output, List<Reference> inputs) {
    var written = program.slots().get(output.slot());
    return inputs.stream()
        .anyMatch(input ->
            switch (program.slots().get(input.slot())) {
              case Slot.Argument(int number) ->
                  written instanceof Slot.Result(_, _, _, var donated)
                      && donated.equals(OptionalInt.of(number));
              case Slot.Result _ -> input.slot() == output.slot();
              case Slot.Temporary(int buffer, _) ->
                  written instanceof Slot.Temporary(int other, _) && other == buffer;
              case Slot.Constant _ -> false;
            });
  }

  private static long bytesOf(List<Reference> references) {
    return references.stream().mapToLong(Explanation::bytesOf).sum();
  }

  /**
   * {@return the bytes of the elements that a reference covers; a broadcast element counts once}
   */
  private static long bytesOf(Reference reference) {
    long elements = 1;
    Shape shape = reference.shape();
    for (int axis = 0; axis < shape.rank(); axis++) {
      elements *= reference.strides()[axis] == 0 ? 1 : shape.dim(axis);
    }
    DType dtype = reference.dtype();
    return shape.size() == 0 ? 0 : elements * dtype.bytes();
  }

  private static String bytes(long bytes) {
    return count(bytes, "B");
  }

  private static String count(long count) {
    return count(count, "").trim();
  }

  private static String count(long count, String unit) {
    if (count < 10_000) {
      return count + (unit.isEmpty() ? "" : " " + unit);
    }
    String[] prefixes = {"k", "M", "G", "T"};
    double scaled = count / 1e3;
    int prefix = 0;
    while (scaled >= 999.5 && prefix < prefixes.length - 1) {
      scaled /= 1e3;
      prefix++;
    }
    var format = scaled < 9.995 ? "%.2f" : scaled < 99.95 ? "%.1f" : "%.0f";
    return String.format(Locale.ROOT, format, scaled) + " " + prefixes[prefix] + unit;
  }
}
