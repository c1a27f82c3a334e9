package io.cambric.kernel.block;

import io.cambric.kernel.LoopBody;
import io.cambric.kernel.LoopRun;
import io.cambric.kernel.Operand;
import io.cambric.kernel.thread.Parallel;
import java.util.List;

/** Runs a loop body over an iteration space, with its blocks in parallel. */
public final class BlockLoop {

  private BlockLoop() {}

  public static void run(
      BlockOps ops, LoopBody body, int[] dims, List<Operand> inputs, List<Operand> outputs) {
    var program = LoopProgram.of(body);
    if (program.isCopy() || !StraightenedLoop.run(ops, body, dims, inputs, outputs)) {
      program.plan(dims, inputs, outputs).run(ops, inputs, outputs);
    }
  }

  /**
   * Runs a body over several iteration spaces, with the blocks of all spaces in one parallel
   * region.
   */
  public static void run(BlockOps ops, LoopBody body, List<LoopRun> runs) {
    var program = LoopProgram.of(body);
    if (program.hasRows || program.isCopy() || runs.stream().anyMatch(BlockLoop::isTransposed)) {
      runs.forEach(run -> run(ops, body, run.shape().toArray(), run.inputs(), run.outputs()));
      return;
    }
    var parts = new Part[runs.size()];
    int[] starts = new int[runs.size() + 1];
    int capacity = 0;
    for (int i = 0; i < parts.length; i++) {
      parts[i] = Part.of(program, runs.get(i));
      starts[i + 1] = Math.addExact(starts[i], parts[i].plan.blocks());
      capacity = Math.max(capacity, parts[i].plan.capacity());
    }
    Parallel.forRange(
        starts[parts.length],
        parts[0].plan.grain(capacity),
        (from, to) -> {
          for (int i = 0; i < parts.length; i++) {
            int first = Math.max(from, starts[i]);
            int end = Math.min(to, starts[i + 1]);
            if (first < end) {
              try (var blocks = parts[i].open(ops)) {
                blocks.run(first - starts[i], end - starts[i]);
              }
            }
          }
        });
  }

  private static boolean isTransposed(LoopRun run) {
    int[] dims = run.shape().toArray();
    return run.inputs().stream().anyMatch(input -> DirectCopy.isTransposed(dims, input));
  }

  /** An iteration space with its operands. */
  private record Part(LoopPlan plan, List<Operand> inputs, List<Operand> outputs) {

    static Part of(LoopProgram program, LoopRun run) {
      var plan = program.plan(run.shape().toArray(), run.inputs(), run.outputs());
      return new Part(plan, run.inputs(), run.outputs());
    }

    LoopPlan.Blocks open(BlockOps ops) {
      return plan.open(ops, inputs, outputs);
    }
  }
}
