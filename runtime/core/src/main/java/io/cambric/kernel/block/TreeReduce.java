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
 * Reductions of all dtypes by fixed trees ({@link LaneFold}). The body is evaluated in blocks. An
 * array that is reduced unchanged is read in place. Contiguous reduced elements are folded along
 * rows; contiguous kept elements are folded by columns. A long reduction is split into parts whose
 * bounds depend on the shape only, and the parts are folded pairwise.
 */
public final class TreeReduce {

  /** Points of a part of a long reduction. */
  static final int PART = 1 << 15;

  /**
   * The largest number of points that are added to the same accumulators, which is several blocks.
   */
  static final int RUN = 4 * Block.SIZE;

  /** The largest number of instructions of a body that is evaluated in longer blocks. */
  static final int FEW = 4;

  /** The least number of simple points worth a handover to another thread. */
  private static final int GRAIN = 1 << 15;

  final List<Operand> inputs;
  final Operand output;

  /** The number of the reduced value. */
  final int value;

  final Lane lane;

  /** The least number of points worth a handover to another thread. */
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

  /** {@return the plan of this run} */
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
   * <p>Inputs are weighted by their number of elements, so a per-row input hardly counts.
   *
   * @param strides the strides of each input
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

  /** {@return the number of elements of an operand with these strides} */
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

  /** {@return whether there is a form, and a single segment of compiled code runs it} */
  boolean isCompiled(@Nullable RowForm form, IterationSpace space) {
    return form != null && form.isCompiled(ops, space.points());
  }

  /** {@return the reduction of rows of floats that code by rows supports, or null} */
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

  /** {@return whether the reduced elements are stored as values of the lane} */
  boolean isArrayOfLane() {
    return plan.isArray() && Lane.isStored(inputs.getFirst().buffer().dtype());
  }

  /** {@return whether the reduced elements are bytes whose bits are combined} */
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
