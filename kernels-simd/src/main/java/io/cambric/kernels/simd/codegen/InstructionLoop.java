package io.cambric.kernels.simd.codegen;

import io.cambric.array.DType;
import io.cambric.kernel.LoopBody;
import io.cambric.kernel.ScalarOp;
import io.cambric.kernels.simd.jit.BlockLoops;
import io.cambric.kernels.simd.jit.Species;
import io.cambric.kernels.simd.jit.VectorLoop;
import io.cambric.kernels.simd.jit.WarmUp;
import java.lang.invoke.MethodHandle;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * The vector loop of a single instruction. It serves all bodies that have the instruction, until
 * they have a generated loop of their own.
 */
public final class InstructionLoop {

  private static final int SAMPLE = WarmUp.LOOPS * Species.LANES;

  /** The working memory of passes over rows. */
  private static final float[] NO_LANES = {};

  private final BlockLoops loop;

  /**
   * The loop of an instruction.
   *
   * @param operands dtypes of the operands
   * @param worth points that plain code computes before the loop is requested
   */
  public InstructionLoop(ScalarOp op, List<DType> operands, DType result, long worth) {
    this(
        op + " of " + operands.getFirst(),
        () -> LoopBody.of(op, result, 0, operands),
        operands,
        result,
        worth);
  }

  /**
   * The loop of a body with one result.
   *
   * @param body the body, which is made at the first use
   */
  InstructionLoop(
      String name, Supplier<LoopBody> body, List<DType> operands, DType result, long worth) {
    int arity = operands.size();
    var sample = new Object[arity + 1];
    for (int i = 0; i <= arity; i++) {
      boolean floats = (i < arity ? operands.get(i) : result) == DType.F32;
      sample[i] = floats ? around() : new int[SAMPLE];
    }
    loop =
        BlockLoops.of(
            name,
            () -> write(body.get()),
            new Object[] {sample, new int[arity + 1], NO_LANES, SAMPLE, 0},
            worth,
            true);
  }

  private static MethodHandle write(LoopBody body) {
    var points =
        IntStream.range(body.inputs().size(), body.valueCount())
            .filter(value -> !body.isLiteral(value))
            .boxed()
            .toList();
    var pass = RowPlan.Pass.overPoints(body, points, body.results(), 0);
    return RowWriter.write(PassLayout.of(body, List.of(pass), Set.of(), null));
  }

  /** {@return numbers between -1 and 1, where all functions are defined or NaN} */
  private static float[] around() {
    float[] values = new float[SAMPLE];
    for (int i = 0; i < SAMPLE; i++) {
      values[i] = (2 * i - SAMPLE) / (1.2f * SAMPLE);
    }
    return values;
  }

  BlockLoops loop() {
    return loop;
  }

  /**
   * {@return how many of {@code n} points the loop has computed: whole vectors, or none while it is
   * not compiled}
   *
   * @param arrays the operands and the result, which may be in the place of an operand
   * @param offsets their first elements
   */
  public int run(int n, Object[] arrays, int... offsets) {
    return n >= Species.LANES && loop.isHot(n) ? runVectors(n, arrays, offsets) : 0;
  }

  /** {@return how many points the loop has computed, compiled or not: whole vectors} */
  int runVectors(int n, Object[] arrays, int... offsets) {
    int whole = n - n % Species.LANES;
    try {
      loop.handle().invokeExact(arrays, offsets, NO_LANES, whole, 0);
    } catch (Throwable e) {
      throw VectorLoop.unchecked(e);
    }
    return whole;
  }
}
