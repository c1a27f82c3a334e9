package io.cambric.core;

import java.util.ArrayList;
import java.util.List;

/** Runs loops and branches on concrete arrays, with a given runner for their bodies. */
public final class Loops {

  private Loops() {}

  /** {@return the last carries and the stacked rows} */
  public static List<NdArray> scan(
      Lowering.Scan scan, List<NdArray> operands, ProgramCompiler runner) {
    var body = scan.body();
    int fixed = scan.constants() + scan.carries();
    var arguments = new ArrayList<>(operands.subList(0, fixed));
    for (int i = fixed; i < operands.size(); i++) {
      arguments.add(operands.get(i));
    }
    var stackedAvals =
        body.outputAvals().subList(scan.carries(), body.outputs().size()).stream()
            .map(row -> row.withShape(row.shape().insert(0, scan.length())))
            .toList();
    var stacked = stackedAvals.stream().map(HeapRoom::uninitialized).toList();
    for (int iteration = 0; iteration < scan.length(); iteration++) {
      int index = scan.reverse() ? scan.length() - 1 - iteration : iteration;
      for (int i = fixed; i < operands.size(); i++) {
        arguments.set(i, operands.get(i).row(index));
      }
      var results = runner.run(body, RunArguments.of(arguments));
      arguments.subList(fixed, operands.size()).forEach(NdArray::delete);
      for (int i = 0; i < scan.carries(); i++) {
        var old = arguments.set(scan.constants() + i, results.get(i));
        if (iteration > 0) {
          old.delete();
        }
      }
      for (int i = 0; i < stacked.size(); i++) {
        var row = results.get(scan.carries() + i);
        stacked.get(i).copyFrom(index * row.size(), row.buffer(), row.offset(), row.size());
        row.delete();
      }
    }
    var results = new ArrayList<>(arguments.subList(scan.constants(), fixed));
    for (int i = 0; i < stacked.size(); i++) {
      results.add(NdArray.of(stackedAvals.get(i), stacked.get(i)));
    }
    return results;
  }

  /** {@return the first carries for which the condition does not hold} */
  public static List<NdArray> whileLoop(
      Lowering.While loop, List<NdArray> operands, ProgramCompiler runner) {
    int constants = loop.conditionConstants() + loop.bodyConstants();
    var conditionConstants = operands.subList(0, loop.conditionConstants());
    var bodyConstants = operands.subList(loop.conditionConstants(), constants);
    var carries = operands.subList(constants, operands.size());
    // The first carries belong to the caller, later ones to the loop.
    boolean isOwn = false;
    while (holds(runner, loop.condition(), concat(conditionConstants, carries))) {
      var old = carries;
      carries = runner.run(loop.body(), RunArguments.of(concat(bodyConstants, old)));
      if (isOwn) {
        old.forEach(NdArray::delete);
      }
      isOwn = true;
    }
    return carries;
  }

  private static boolean holds(ProgramCompiler runner, Jaxpr condition, List<NdArray> arguments) {
    return runner.run(condition, RunArguments.of(arguments)).getFirst().getDouble(0) != 0;
  }

  private static List<NdArray> concat(List<NdArray> first, List<NdArray> second) {
    var all = new ArrayList<>(first);
    all.addAll(second);
    return all;
  }

  /** {@return the results of the branch that the first operand names} */
  public static List<NdArray> switchCase(
      Lowering.Switch choice, List<NdArray> operands, ProgramCompiler runner) {
    int last = choice.branches().size() - 1;
    int index = Math.clamp(operands.getFirst().getLong(0), 0, last);
    var branch = choice.branches().get(index);
    var avals = choice.outputAvals();
    var results = new ArrayList<NdArray>();
    for (var result : runner.run(branch, RunArguments.of(operands.subList(1, operands.size())))) {
      results.add(result.withAval(avals.get(results.size())));
    }
    return results;
  }
}
