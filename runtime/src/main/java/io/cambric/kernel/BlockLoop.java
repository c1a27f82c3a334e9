package io.cambric.kernel;

import java.util.Arrays;
import java.util.List;

/** Runs a loop body over an iteration space, blocks in parallel. */
final class BlockLoop {

  /** Instruction evaluations worth handing to another thread: some microseconds. */
  private static final int GRAIN = 1 << 15;

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
    if (length < 2 || length > Block.LONGEST_ROW) {
      throw new IllegalArgumentException(
          "rows have 2 to %d points, not %d".formatted(Block.LONGEST_ROW, length));
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
    int together = Math.max(1, Block.SIZE / length);
    int cost = together * length * (program.code.length + outputs.size());
    Parallel.forRange(
        (rows - 1) / together + 1,
        Math.max(1, GRAIN / cost),
        new RunnerTask(
            () ->
                new BlockRunner(
                    program, ops, space, inputs, outputs, together == 1, together * length),
            (runner, from, to) -> {
              for (int block = from; block < to; block++) {
                int first = block * together;
                runner.run((long) first * length, Math.min(together, rows - first) * length);
              }
            }));
  }

  private static void runBlocks(
      BlockOps ops, LoopBody body, int[] dims, List<Operand> inputs, List<Operand> outputs) {
    var program = LoopProgram.of(body);
    var part = Part.of(program, dims, inputs, outputs);
    Parallel.forRange(
        part.space.blocks(),
        grain(program, part.space.blockCapacity()),
        new RunnerTask(() -> part.runner(program, ops), part::run));
  }

  /** {@return the blocks worth handing to another thread} */
  private static int grain(LoopProgram program, int capacity) {
    return Math.max(
        1, GRAIN / Math.max(1, capacity * (program.code.length + program.results.length)));
  }

  /** Runs a body over several spaces, the blocks of all in one parallel region. */
  static void run(BlockOps ops, LoopBody body, List<LoopRun> runs) {
    if (body.hasRows()) {
      runs.forEach(run -> run(ops, body, run.shape().toArray(), run.inputs(), run.outputs()));
      return;
    }
    var program = LoopProgram.of(body);
    var parts = new Part[runs.size()];
    int[] starts = new int[runs.size() + 1];
    int capacity = 0;
    for (int i = 0; i < parts.length; i++) {
      var run = runs.get(i);
      int[] dims = run.shape().toArray();
      parts[i] =
          Part.of(program, dims, Transposing.straightened(dims, run.inputs()), run.outputs());
      starts[i + 1] = Math.addExact(starts[i], parts[i].space.blocks());
      capacity = Math.max(capacity, parts[i].space.blockCapacity());
    }
    Parallel.forRange(
        starts[parts.length],
        grain(program, capacity),
        (from, to) -> {
          for (int i = 0; i < parts.length; i++) {
            int first = Math.max(from, starts[i]);
            int end = Math.min(to, starts[i + 1]);
            if (first < end) {
              try (var runner = parts[i].runner(program, ops)) {
                parts[i].run(runner, first - starts[i], end - starts[i]);
              }
            }
          }
        });
  }

  /** A space with the operands of a body. */
  private record Part(IterationSpace space, List<Operand> inputs, List<Operand> outputs) {

    static Part of(LoopProgram program, int[] dims, List<Operand> inputs, List<Operand> outputs) {
      var strides = BlockRunner.operandStrides(program, dims.length, inputs, outputs);
      return new Part(IterationSpace.of(dims, strides), inputs, outputs);
    }

    BlockRunner runner(LoopProgram program, BlockOps ops) {
      return new BlockRunner(
          program, ops, space, inputs, outputs, space.hasRowBlocks(), space.blockCapacity());
    }

    void run(BlockRunner runner, int from, int to) {
      for (int block = from; block < to; ) {
        long start = space.blockStart(block);
        int end = runner.takesAnyLength() ? Math.min(to, space.rowEnd(block)) : block + 1;
        int n = 0;
        for (; block < end; block++) {
          n += space.blockLength(block);
        }
        if (n > 0) {
          runner.run(start, n);
        }
      }
    }
  }
}
