package io.cambric.kernel.plain;

import io.cambric.kernel.LoopBody;
import io.cambric.kernel.Operand;
import io.cambric.kernel.ReduceOp;
import io.cambric.kernel.block.Block;
import io.cambric.kernel.block.BlockOps;
import io.cambric.kernel.block.BlockRunner;
import io.cambric.kernel.block.Fold;
import io.cambric.kernel.block.IterationSpace;
import io.cambric.kernel.block.LoopProgram;
import io.cambric.kernel.block.RunnerPool;
import io.cambric.kernel.block.RunnerTask;
import io.cambric.kernel.block.StridedIndex;
import io.cambric.kernel.thread.Parallel;
import java.util.List;

/**
 * Plain reductions of a loop body of floats and halves. The body is evaluated in blocks, and one
 * thread folds each result from first to last. Sums of floats are in double precision; products are
 * rounded to f32 at each step.
 */
final class PlainReduce {

  private static final int GRAIN = 1 << 16;

  private PlainReduce() {}

  static void run(
      BlockOps ops,
      ReduceOp op,
      LoopBody body,
      int[] dims,
      int kept,
      List<Operand> inputs,
      Operand output) {
    var program = LoopProgram.of(body);
    var results = StridedIndex.of(dims, kept, output);
    long count = 1;
    for (int d = kept; d < dims.length; d++) {
      count *= dims[d];
    }
    long length = count;
    var all = program.operandStrides(dims.length, inputs, List.of());
    var space =
        IterationSpace.nested(
            IterationSpace.of(slice(dims, 0, kept), slices(all, 0, kept)),
            IterationSpace.of(slice(dims, kept, dims.length), slices(all, kept, dims.length)),
            all.size());
    // Short runs share a block, which distributes its overhead over many results.
    int together = Math.clamp(Block.SIZE / Math.max(1, length), 1, Block.SIZE);
    int groups = (results.count() + together - 1) / together;
    int capacity = (int) Math.min(Block.SIZE, length * together);
    long cost = length * together * (program.code.length + 1);
    Parallel.forRange(
        groups,
        Math.clamp(GRAIN / Math.max(1, cost), 1, Integer.MAX_VALUE),
        new RunnerTask(
            new RunnerPool(program, space, IterationSpace.Extent.SPACE, capacity),
            ops,
            inputs,
            (runner, from, to) -> {
              var fold = new Fold(op, body.dtype(program.results[0]));
              for (int group = from; group < to; group++) {
                int first = group * together;
                int last = Math.min(first + together, results.count());
                if (length > Block.SIZE) {
                  foldLong(runner, program, fold, first * length, length);
                  fold.store(output.buffer(), results.position(first));
                } else {
                  foldShort(runner, program, fold, results, output, first, last, (int) length);
                }
              }
            }));
  }

  private static void foldLong(
      BlockRunner runner, LoopProgram program, Fold fold, long start, long length) {
    fold.reset();
    for (long done = 0; done < length; done += Block.SIZE) {
      int n = (int) Math.min(Block.SIZE, length - done);
      Block block = runner.evaluate(start + done, n);
      fold.accept(block.array(program.results[0]), block.offset(program.results[0]), n);
    }
  }

  private static void foldShort(
      BlockRunner runner,
      LoopProgram program,
      Fold fold,
      StridedIndex results,
      Operand output,
      int first,
      int last,
      int length) {
    int value = program.results[0];
    Block block =
        length == 0 ? null : runner.evaluate((long) first * length, (last - first) * length);
    for (int r = first; r < last; r++) {
      fold.reset();
      if (block != null) {
        fold.accept(block.array(value), block.offset(value) + (r - first) * length, length);
      }
      fold.store(output.buffer(), results.position(r));
    }
  }

  private static int[] slice(int[] values, int from, int to) {
    return java.util.Arrays.copyOfRange(values, from, to);
  }

  private static List<int[]> slices(List<int[]> strides, int from, int to) {
    return strides.stream().map(s -> slice(s, from, to)).toList();
  }
}
