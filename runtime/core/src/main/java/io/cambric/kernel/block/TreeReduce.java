package io.cambric.kernel.block;

import io.cambric.array.DType;
import io.cambric.kernel.LoopBody;
import io.cambric.kernel.Operand;
import io.cambric.kernel.ReduceOp;
import io.cambric.kernel.ScalarOp;
import io.cambric.kernel.thread.RangeTask;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reductions of all dtypes by fixed trees ({@link LaneFold}). The body is evaluated in blocks; an
 * array that is reduced as it is, is read in place. Reduced elements that are contiguous are folded
 * along rows; kept elements that are contiguous are folded by columns. A long reduction is split
 * into parts whose bounds depend on the shape only, and the parts are folded pairwise.
 */
public final class TreeReduce {

  /** Points of a part of a long reduction. */
  static final int PART = 1 << 15;

  /** Points that are added to the same accumulators at most: those of some blocks. */
  static final int RUN = 4 * Block.SIZE;

  /** Instructions of a body that may be evaluated in blocks of a run. */
  static final int FEW = 4;

  /** Simple points that are worth the hand-over to another thread. */
  private static final int GRAIN = 1 << 15;

  final List<Operand> inputs;
  final Operand output;

  /** The number of the value to reduce. */
  final int value;

  final Lane lane;

  /** Points that are worth the hand-over to another thread. */
  final long grain;

  private final ReducePlan plan;
  private final LoopProgram program;
  private final BlockOps ops;
  private final ReduceOp op;

  private TreeReduce(
      ReducePlan plan, BlockOps ops, ReduceOp op, List<Operand> inputs, Operand output) {
    this.plan = plan;
    this.program = plan.program;
    this.ops = ops;
    this.op = op;
    this.inputs = inputs;
    this.output = output;
    this.value = program.results[0];
    this.lane = plan.lane();
    this.grain = Math.max(1, GRAIN / (1 + program.code.length));
  }

  public static void run(
      BlockOps ops,
      ReduceOp op,
      LoopBody body,
      int[] dims,
      int kept,
      List<Operand> inputs,
      Operand output) {
    run(LoopProgram.of(body).reducePlan(dims, kept, inputs, output), ops, op, inputs, output);
  }

  private static void run(
      ReducePlan plan, BlockOps ops, ReduceOp op, List<Operand> inputs, Operand output) {
    plan.run(new TreeReduce(plan, ops, op, inputs, output));
  }

  /** {@return the same reduction of other inputs} */
  TreeReduce with(List<Operand> others) {
    var other = program.reducePlan(plan.dims, plan.kept, others, output);
    return new TreeReduce(other, ops, op, others, output);
  }

  /** {@return what this is a run of} */
  ReducePlan plan() {
    return plan;
  }

  PanelTranspose panels() {
    return ops.panels();
  }

  LaneFold fold() {
    return new LaneFold(ops, op, program.dtypes[value]);
  }

  /**
   * {@return the kept axis along which most elements of the inputs are contiguous, or -1 if a
   * reduced axis is better}
   *
   * <p>Inputs vote with their number of elements, so a per-row input hardly counts.
   *
   * @param strides of each input
   */
  public static int columnAxis(int[] dims, int kept, List<int[]> strides) {
    int best = -1;
    long most = 0;
    for (int d = 0; d < dims.length; d++) {
      long together = 0;
      for (int[] input : strides) {
        together += dims[d] > 1 && input[d] == 1 ? elements(dims, input) : 0;
      }
      if (together > most || (together == most && together > 0 && d >= kept)) {
        most = together;
        best = d;
      }
    }
    return best < kept ? best : -1;
  }

  /** {@return the elements of an operand with these strides} */
  static long elements(int[] dims, int[] strides) {
    long count = 1;
    for (int d = 0; d < dims.length; d++) {
      count *= strides[d] == 0 ? 1 : dims[d];
    }
    return count;
  }

  /** {@return a task in which each thread has a runner of a pool on the inputs} */
  RangeTask task(RunnerPool pool, RunnerTask.Body body) {
    return new RunnerTask(pool, ops, inputs, body);
  }

  /** {@return a task whose blocks are rows of a plane of a form} */
  RangeTask task(RowForm form, RunnerPool pool, RunnerTask.Body body) {
    return new RunnerTask(pool, ops, form.operands(inputs), body);
  }

  /** {@return whether one piece of compiled code runs a form, if there is one} */
  boolean isCompiled(@Nullable RowForm form, IterationSpace space) {
    return form != null && form.isCompiled(ops, space.points());
  }

  /** {@return the reduction of rows of floats that code by rows has, or null} */
  @Nullable ScalarOp rowFold() {
    if (program.dtypes[value] != DType.F32 || plan.isArray()) {
      return null;
    }
    return switch (op) {
      case SUM -> ScalarOp.ROW_SUM;
      case MAX -> ScalarOp.ROW_MAX;
      case MIN -> ScalarOp.ROW_MIN;
      default -> null;
    };
  }

  /** {@return whether these elements are stored as values of the lane} */
  boolean isArrayOfLane() {
    return plan.isArray() && Lane.isStored(inputs.getFirst().buffer().dtype());
  }

  /** {@return whether these elements are bytes whose bits are combined} */
  boolean isArrayOfBytes() {
    return plan.isArray() && ByteFold.supports(combination(), program.dtypes[value]);
  }

  private ScalarOp combination() {
    return LaneFold.step(op, program.dtypes[value]);
  }

  ByteFold byteFold() {
    return ByteFold.of(combination());
  }
}
