package io.cambric.kernel.block;

import io.cambric.kernel.Prologue;
import java.util.List;

/**
 * The executable form of a prologue, for panels of an f32 operand. Thread-safe: each thread opens a
 * part.
 */
public final class PrologueRun {

  private final BlockOps ops;
  private final Prologue prologue;
  private final LoopProgram program;
  private final LoopPlan plan;

  public PrologueRun(BlockOps ops, Prologue prologue) {
    this.ops = ops;
    this.prologue = prologue;
    program = LoopProgram.of(prologue.body());
    plan = program.planOfParts(prologue.dims(), prologue.inputs(), List.of());
  }

  /** {@return the number of the operand} */
  public int operand() {
    return prologue.operand();
  }

  /** {@return a runner for one thread} */
  public Part open() {
    return new Part();
  }

  /** Computes panels; used by one thread, which closes it. */
  public final class Part implements AutoCloseable {

    private final LoopPlan.Blocks blocks = plan.open(ops, prologue.inputs(), List.of());

    private Part() {}

    /**
     * Computes rows of elements and writes them contiguously.
     *
     * @param at positions of rows among the elements of the operand, to which {@code offset} is
     *     added
     * @param first index of the first row
     * @param length number of elements in a row
     */
    public void rows(
        int[] at, int first, int rows, int offset, int length, float[] target, int to) {
      int t = to;
      for (int i = first; i < first + rows; ) {
        int from = at[i] + offset;
        int end = from;
        for (; i < first + rows && at[i] + offset == end; i++) {
          end += length;
        }
        compute(from, end, target, t);
        t += end - from;
      }
    }

    private void compute(int from, int end, float[] target, int to) {
      int value = program.results[0];
      var runner = blocks.runner();
      for (int at = from; at < end; at += Block.SIZE) {
        int n = Math.min(Block.SIZE, end - at);
        var block = runner.evaluate(at, n);
        System.arraycopy(block.floats(value), block.offset(value), target, to + at - from, n);
      }
    }

    @Override
    public void close() {
      blocks.close();
    }
  }
}
