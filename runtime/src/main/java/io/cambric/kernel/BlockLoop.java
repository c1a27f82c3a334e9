package io.cambric.kernel;

import java.util.List;

/** Runs a loop body over an iteration space, blocks in parallel. */
final class BlockLoop {

  /** Instruction evaluations worth handing to another thread: some tens of microseconds. */
  private static final int GRAIN = 1 << 17;

  private BlockLoop() {}

  static void run(
      BlockOps ops, LoopBody body, int[] dims, List<Operand> inputs, List<Operand> outputs) {
    boolean plainCopy = body.code().isEmpty() && inputs.size() == 1 && outputs.size() == 1;
    if (plainCopy && Transposing.copy(dims, inputs.get(0), outputs.get(0))) {
      return;
    }
    runBlocks(ops, body, dims, Transposing.straightened(dims, inputs), outputs);
  }

  private static void runBlocks(
      BlockOps ops, LoopBody body, int[] dims, List<Operand> inputs, List<Operand> outputs) {
    var program = LoopProgram.of(body);
    var strides = BlockRunner.operandStrides(program, dims.length, inputs, outputs);
    var space = IterationSpace.of(dims, strides);
    int capacity = space.blockCapacity();
    int cost = capacity * (program.code.length + outputs.size());
    Parallel.forRange(
        space.blocks(),
        Math.max(1, GRAIN / Math.max(1, cost)),
        (from, to) -> {
          try (var runner =
              new BlockRunner(
                  program, ops, space, inputs, outputs, space.hasRowBlocks(), capacity)) {
            for (int block = from; block < to; block++) {
              int n = space.blockLength(block);
              if (n > 0) {
                runner.run(space.blockStart(block), n);
              }
            }
          }
        });
  }
}
