package io.cambric.compile.run;

import io.cambric.array.Buffer;
import io.cambric.array.DType;
import io.cambric.compile.run.ScanLoop.Place;
import io.cambric.core.Lowering;
import io.cambric.kernel.Operand;
import java.util.ArrayList;
import java.util.List;

/**
 * Interpreter of the control flow steps of a program: scan, while and switch over compiled bodies.
 * Operands and results are dense.
 */
final class ControlFlowSteps {

  private final BodyCompiler bodies;

  /**
   * Creates an interpreter.
   *
   * @param bodies compiles the bodies of loops and branches
   */
  ControlFlowSteps(BodyCompiler bodies) {
    this.bodies = bodies;
  }

  void run(Lowering.ControlFlow lowering, List<Operand> operands, List<Operand> results) {
    switch (lowering) {
      case Lowering.Scan scan -> scan(scan, operands, results);
      case Lowering.While loop -> whileLoop(loop, operands, results);
      case Lowering.Switch choice -> choose(choice, operands, results);
    }
  }

  private void scan(Lowering.Scan scan, List<Operand> operands, List<Operand> results) {
    int constants = scan.constants();
    int fixed = constants + scan.carries();
    var avals = scan.body().inputAvals();
    var stacked = results.subList(scan.carries(), results.size());
    var rowAvals = scan.body().outputAvals().subList(scan.carries(), results.size());
    var body = bodies.loopBody(scan.body(), constants, scan.carries());
    try (var loop =
        new ScanLoop(
            body,
            constants,
            operands.subList(constants, fixed),
            results.subList(0, scan.carries()))) {
      for (int i = 0; i < constants; i++) {
        loop.bind(i, Place.of(operands.get(i)));
      }
      if (scan.length() > 1) {
        loop.setInvariants(constants);
      }
      for (int iteration = 0; iteration < scan.length(); iteration++) {
        int index = scan.reverse() ? scan.length() - 1 - iteration : iteration;
        for (int i = fixed; i < operands.size(); i++) {
          loop.bind(i, Place.of(operands.get(i)).shifted(index * avals.get(i).shape().size()));
        }
        var rows = new ArrayList<Place>(stacked.size());
        for (int i = 0; i < stacked.size(); i++) {
          rows.add(Place.of(stacked.get(i)).shifted(index * rowAvals.get(i).shape().size()));
        }
        loop.run(rows);
        iteration += loop.repeat(scan.length() - 1 - iteration);
      }
      loop.end();
    }
  }

  private void whileLoop(Lowering.While lowering, List<Operand> operands, List<Operand> results) {
    int conditionConstants = lowering.conditionConstants();
    int bodyConstants = lowering.bodyConstants();
    int constants = conditionConstants + bodyConstants;
    var start = operands.subList(constants, operands.size());
    var body = bodies.loopBody(lowering.body(), bodyConstants, start.size());
    var condition = bodies.program(lowering.condition());
    try (var loop = new ScanLoop(body, bodyConstants, start, results);
        var test =
            new ScanLoop(condition, conditionConstants + start.size(), List.of(), List.of())) {
      for (int i = 0; i < bodyConstants; i++) {
        loop.bind(i, Place.of(operands.get(conditionConstants + i)));
      }
      for (int i = 0; i < conditionConstants; i++) {
        test.bind(i, Place.of(operands.get(i)));
      }
      loop.setInvariants(bodyConstants);
      test.setInvariants(conditionConstants);
      var verdict = new Place(Buffer.allocate(DType.BOOL, 1), 0, false);
      boolean more = holds(test, conditionConstants, loop.carries(), verdict);
      while (more) {
        loop.run(List.of());
        more =
            !loop.repeatWhile(test, () -> isTrue(verdict))
                && holds(test, conditionConstants, loop.carries(), verdict);
      }
      loop.end();
    }
  }

  private static boolean holds(ScanLoop test, int constants, List<Place> carries, Place verdict) {
    for (int i = 0; i < carries.size(); i++) {
      test.bind(constants + i, carries.get(i));
    }
    test.run(List.of(verdict));
    return isTrue(verdict);
  }

  private static boolean isTrue(Place verdict) {
    return verdict.buffer().getDouble(0) != 0;
  }

  private void choose(Lowering.Switch choice, List<Operand> operands, List<Operand> results) {
    var first = operands.getFirst();
    int last = choice.branches().size() - 1;
    int index = Math.clamp(first.buffer().getLong(first.offset()), 0, last);
    var branch = bodies.program(choice.branches().get(index));
    var rest = operands.subList(1, operands.size());
    var rows = results.stream().map(Place::of).toList();
    try (var once = new ScanLoop(branch, rest.size(), List.of(), List.of())) {
      for (int i = 0; i < rest.size(); i++) {
        once.bind(i, Place.of(rest.get(i)));
      }
      once.run(rows);
    }
  }
}
