package io.cambric.kernel;

import java.util.Arrays;
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
    var straight = Transposing.straightened(dims, inputs);
    if (body.hasRows()) {
      runRows(ops, body, dims, straight, outputs);
    } else {
      runBlocks(ops, body, dims, straight, outputs);
    }
  }

  /** Runs blocks of whole rows. */
  private static void runRows(
      BlockOps ops, LoopBody body, int[] dims, List<Operand> inputs, List<Operand> outputs) {
    var program = LoopProgram.of(body);
    int length = dims[dims.length - 1];
    if (length < 2 || length > Block.SIZE) {
      throw new IllegalArgumentException(
          "rows have 2 to %d points, not %d".formatted(Block.SIZE, length));
    }
    var all = BlockRunner.operandStrides(program, dims.length, inputs, outputs);
    int last = dims.length - 1;
    var space =
        IterationSpace.nested(
            IterationSpace.of(
                Arrays.copyOf(dims, last),
                all.stream().map(strides -> Arrays.copyOf(strides, last)).toList()),
            IterationSpace.of(
                new int[] {length},
                all.stream().map(strides -> new int[] {strides[last]}).toList()),
            all.size());
    int rows = Math.toIntExact(space.points() / length);
    if (rows == 0) {
      return;
    }
    int together = Block.SIZE / length;
    int cost = together * length * (program.code.length + outputs.size());
    Parallel.forRange(
        (rows - 1) / together + 1,
        Math.max(1, GRAIN / cost),
        (from, to) -> {
          try (var runner =
              new BlockRunner(
                  program, ops, space, inputs, outputs, together == 1, together * length)) {
            for (int block = from; block < to; block++) {
              int first = block * together;
              runner.run((long) first * length, Math.min(together, rows - first) * length);
            }
          }
        });
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
