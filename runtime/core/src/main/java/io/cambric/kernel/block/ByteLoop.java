package io.cambric.kernel.block;

import static io.cambric.kernel.block.ByteFold.EIGHT;
import static io.cambric.kernel.block.ByteFold.GRAIN;
import static io.cambric.kernel.block.ByteFold.LONGS;

import io.cambric.array.DType;
import io.cambric.kernel.Operand;
import io.cambric.kernel.ScalarOp;
import io.cambric.kernel.thread.Parallel;
import java.util.List;

/** A bitwise operation on consecutive bytes, eight at a time in a long. */
final class ByteLoop {

  /** The value true in each byte. */
  private static final long TRUE = 0x0101_0101_0101_0101L;

  private final ScalarOp op;
  private final Operand first;
  private final Operand second;
  private final Operand output;

  /** The bits that {@link ScalarOp#NOT} changes. */
  private final long flipped;

  private ByteLoop(LoopProgram program, List<Operand> inputs, Operand output) {
    int[] args = program.args[0];
    op = program.code[0].op();
    first = inputs.get(args[0]);
    second = inputs.get(args[args.length - 1]);
    this.output = output;
    flipped = output.buffer().dtype() == DType.BOOL ? TRUE : -1;
  }

  /**
   * {@return whether a program is a bitwise operation on consecutive bytes at all points of a
   * space}
   */
  static boolean fits(LoopProgram program, IterationSpace space) {
    if (program.code.length != 1
        || program.results.length != 1
        || program.results[0] < program.inputs
        || space.rank() != 1) {
      return false;
    }
    for (int operand = 0; operand <= program.inputs; operand++) {
      if (program.dtypes[operand].bytes() != 1 || space.stride(operand, 0) != 1) {
        return false;
      }
    }
    return switch (program.code[0].op()) {
      case AND, OR, XOR, NOT -> true;
      default -> false;
    };
  }

  /** Runs a program that fits. */
  static void run(LoopProgram program, long points, List<Operand> inputs, Operand output) {
    Parallel.forRange(Math.toIntExact(points), GRAIN, new ByteLoop(program, inputs, output)::run);
  }

  private void run(int from, int to) {
    byte[] x = first.buffer().bytes();
    byte[] y = second.buffer().bytes();
    byte[] z = output.buffer().bytes();
    int p = first.offset();
    int q = second.offset();
    int r = output.offset();
    int i = from;
    for (; i <= to - EIGHT; i += EIGHT) {
      LONGS.set(z, r + i, combine((long) LONGS.get(x, p + i), (long) LONGS.get(y, q + i)));
    }
    for (; i < to; i++) {
      z[r + i] = (byte) combine(x[p + i], y[q + i]);
    }
  }

  private long combine(long a, long b) {
    return op == ScalarOp.NOT ? a ^ flipped : ByteFold.combine(op, a, b);
  }
}
