package io.cambric.kernel.straight;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.kernel.FloatFunction;
import io.cambric.kernel.Instr;
import io.cambric.kernel.LoopBody;
import io.cambric.kernel.ScalarOp;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Splits a step at the float functions that have vector code. A step before a function computes its
 * arguments at all points, a call computes the function, and a later step reads the results.
 * Example: the exponentials of a forward algorithm over eight states, which are 64 points. Other
 * values are computed again where they are needed.
 */
final class FunctionSteps {

  /** The least number of points for which a call is faster than functions of single values. */
  private static final int LEAST = 16;

  /** The number of points is padded to a multiple of this, so that all vectors are full. */
  private static final int WHOLE = 16;

  private final LoopBody body;
  private final int[] dims;
  private final List<Access> inputs;
  private final Function<ScalarOp, @Nullable FloatFunction> functions;
  private final WorkingMemory memory;

  /** For each value, whether it is one value for all points of a row. */
  private final boolean[] rows;

  /** For each value, the largest number of functions in a chain before it. */
  private final int[] stages;

  /** For each function, the working memory with its results. */
  private final Map<Integer, Access> results = new HashMap<>();

  private FunctionSteps(
      LoopBody body,
      int[] dims,
      List<Access> inputs,
      Function<ScalarOp, @Nullable FloatFunction> functions,
      WorkingMemory memory) {
    this.body = body;
    this.dims = dims;
    this.inputs = inputs;
    this.functions = functions;
    this.memory = memory;
    rows = body.rowValues();
    stages = new int[body.valueCount()];
    for (int v = body.inputs().size(); v < stages.length; v++) {
      for (int arg : body.instr(v).args()) {
        stages[v] = Math.max(stages[v], stages[arg] + (isFunction(arg) ? 1 : 0));
      }
    }
  }

  /**
   * {@return the steps into which a step is split}
   *
   * @param functions the functions that have vector code
   * @param memory takes the working memory that the steps need
   */
  static List<SmallStep> split(
      SmallStep step, Function<ScalarOp, @Nullable FloatFunction> functions, WorkingMemory memory) {
    if (Shape.of(step.dims()).size() < LEAST) {
      return List.of(step);
    }
    return switch (step) {
      case SmallStep.Loop(var body, int[] dims, var inputs, var outputs) -> {
        var split = new FunctionSteps(body, dims, inputs, functions, memory);
        var steps = split.before();
        var rest = split.part(body.results(), split.last());
        steps.add(new SmallStep.Loop(rest.body, dims, rest.inputs, outputs));
        yield steps;
      }
      case SmallStep.Reduce(var op, var body, int[] dims, int kept, var inputs, var output) -> {
        var split = new FunctionSteps(body, dims, inputs, functions, memory);
        var steps = split.before();
        var rest = split.part(body.results(), split.last());
        steps.add(new SmallStep.Reduce(op, rest.body, dims, kept, rest.inputs, output));
        yield steps;
      }
      case SmallStep.Product _, SmallStep.Copy _, SmallStep.Search _, SmallStep.Apply _ ->
          List.of(step);
    };
  }

  private boolean isFunction(int value) {
    return value >= body.inputs().size()
        && !rows[value]
        && body.dtype(value) == DType.F32
        && body.instr(value).args().size() == 1
        && body.dtype(body.instr(value).args().getFirst()) == DType.F32
        && functions.apply(body.instr(value).op()) != null;
  }

  /** {@return the largest number of functions in a chain up to the results} */
  private int last() {
    int last = 0;
    for (int result : body.results()) {
      last = Math.max(last, stages[result] + (isFunction(result) ? 1 : 0));
    }
    return last;
  }

  /** {@return the steps that compute all functions, without the last step} */
  private List<SmallStep> before() {
    var steps = new ArrayList<SmallStep>();
    var needed = needed(body.results(), -1);
    for (int stage = 0; stage < last(); stage++) {
      var arguments = new ArrayList<Integer>();
      var places = new ArrayList<Access>();
      var calls = new ArrayList<SmallStep>();
      for (int v = body.inputs().size(); v < stages.length; v++) {
        if (needed.contains(v) && isFunction(v) && stages[v] == stage) {
          var instr = body.instr(v);
          int argument = instr.args().getFirst();
          if (!arguments.contains(argument)) {
            arguments.add(argument);
            places.add(piece());
          }
          var result = piece();
          results.put(v, result);
          int function = memory.add(functions.apply(instr.op()));
          calls.add(
              new SmallStep.Apply(
                  function, places.get(arguments.indexOf(argument)), result, points()));
        }
      }
      if (!calls.isEmpty()) {
        var part = part(arguments, stage);
        steps.add(new SmallStep.Loop(part.body, dims, part.inputs, places));
        steps.addAll(calls);
      }
    }
    return steps;
  }

  private int points() {
    return (Shape.of(dims).size() + WHOLE - 1) / WHOLE * WHOLE;
  }

  private Access piece() {
    return memory.add(DType.F32, points(), Shape.of(dims).strides());
  }

  /**
   * {@return all values that some values depend on; the search ends at functions of earlier stages}
   */
  private Set<Integer> needed(List<Integer> values, int stage) {
    var needed = new HashSet<>(values);
    for (int v = stages.length - 1; v >= body.inputs().size(); v--) {
      if (needed.contains(v) && !(isFunction(v) && stages[v] < stage)) {
        needed.addAll(body.instr(v).args());
      }
    }
    return needed;
  }

  /** A body with the accesses of its inputs. */
  private record Part(LoopBody body, List<Access> inputs) {}

  /** {@return the body that computes some values from functions of earlier stages} */
  private Part part(List<Integer> values, int stage) {
    var needed = needed(values, stage);
    int[] numbers = new int[stages.length];
    Arrays.fill(numbers, -1);
    var dtypes = new ArrayList<DType>();
    var reads = new ArrayList<Access>();
    var rowInputs = new HashSet<Integer>();
    for (int v = 0; v < stages.length; v++) {
      boolean isInput = v < inputs.size();
      if (needed.contains(v) && (isInput || isFunction(v) && stages[v] < stage)) {
        numbers[v] = dtypes.size();
        if (isInput && rows[v]) {
          rowInputs.add(numbers[v]);
        }
        dtypes.add(body.dtype(v));
        reads.add(isInput ? inputs.get(v) : results.get(v));
      }
    }
    var code = new ArrayList<Instr>();
    for (int v = inputs.size(); v < stages.length; v++) {
      if (needed.contains(v) && numbers[v] < 0) {
        var instr = body.instr(v);
        var args = instr.args().stream().map(arg -> numbers[arg]).toList();
        numbers[v] = dtypes.size() + code.size();
        code.add(new Instr(instr.op(), instr.dtype(), args, instr.immediate()));
      }
    }
    var stored = values.stream().map(value -> numbers[value]).toList();
    var part =
        body.hasRows()
            ? LoopBody.byRows(dtypes, code, stored, rowInputs)
            : new LoopBody(dtypes, code, stored);
    return new Part(part, reads);
  }
}
