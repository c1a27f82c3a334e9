package io.cambric.kernel.block;

import io.cambric.array.DType;
import io.cambric.kernel.LoopBody;
import io.cambric.kernel.Operand;
import io.cambric.kernel.ReduceOp;
import io.cambric.kernel.ScalarOp;
import io.cambric.kernel.block.IterationSpace.Extent;
import io.cambric.kernel.thread.RangeTask;
import java.util.Arrays;
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
  private static final int FEW = 4;

  /** No distance. */
  static final int NONE = Integer.MIN_VALUE;

  /** Simple points that are worth the hand-over to another thread. */
  private static final int GRAIN = 1 << 15;

  final List<Operand> inputs;
  final Operand output;

  /** The number of the value to reduce. */
  final int value;

  final Lane lane;

  /** Points that are worth the hand-over to another thread. */
  final long grain;

  private final LoopProgram program;
  private final BlockOps ops;
  private final ReduceOp op;

  private TreeReduce(
      LoopProgram program, BlockOps ops, ReduceOp op, List<Operand> inputs, Operand output) {
    this.program = program;
    this.ops = ops;
    this.op = op;
    this.inputs = inputs;
    this.output = output;
    this.value = program.results[0];
    this.lane = program.lanes[value];
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
    var program = LoopProgram.of(body);
    var reduce = new TreeReduce(program, ops, op, inputs, output);
    int column = columnAxis(dims, kept, inputs.stream().map(Operand::strides).toList());
    if (column >= 0) {
      ColumnReduce.run(reduce, dims, kept, column);
    } else if (reduce.isArray() || !SpreadReduce.run(reduce, dims, kept)) {
      RowReduce.run(reduce, dims, kept);
    }
  }

  /** {@return the same reduction of other inputs} */
  TreeReduce with(List<Operand> others) {
    return new TreeReduce(program, ops, op, others, output);
  }

  PanelTranspose panels() {
    return ops.panels();
  }

  /** {@return the elements of all inputs together} */
  long elements(int[] dims) {
    return inputs.stream().mapToLong(input -> elements(dims, input.strides())).sum();
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

  private static long elements(int[] dims, int[] strides) {
    long count = 1;
    for (int d = 0; d < dims.length; d++) {
      count *= strides[d] == 0 ? 1 : dims[d];
    }
    return count;
  }

  /**
   * {@return some axes, those with the longest steps first} Then neighbours in memory are read one
   * after the other, whatever the order of the axes.
   */
  int[] bySteps(int[] dims, int from, int to) {
    int[] axes = new int[to - from];
    for (int i = 0; i < axes.length; i++) {
      int place = i;
      while (place > 0 && steps(dims, axes[place - 1]) < steps(dims, from + i)) {
        axes[place] = axes[--place];
      }
      axes[place] = from + i;
    }
    return axes;
  }

  private long steps(int[] dims, int axis) {
    long sum = 0;
    for (var input : inputs) {
      sum += dims[axis] == 1 ? 0 : Math.abs((long) input.strides()[axis]);
    }
    return sum;
  }

  IterationSpace space(int[] dims, int[] order) {
    var strides = program.operandStrides(dims.length, inputs, List.of());
    return IterationSpace.of(
        select(dims, order), strides.stream().map(s -> select(s, order)).toList());
  }

  static int[] select(int[] values, int[] order) {
    int[] selected = new int[order.length];
    for (int i = 0; i < selected.length; i++) {
      selected[i] = values[order[i]];
    }
    return selected;
  }

  static int[] joined(int[] first, int[] second) {
    int[] all = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, all, first.length, second.length);
    return all;
  }

  static StridedIndex positions(int[] dims, int[] axes, Operand operand) {
    int[] strides = select(operand.strides(), axes);
    return StridedIndex.of(
        select(dims, axes), axes.length, new Operand(operand.buffer(), operand.offset(), strides));
  }

  RangeTask task(IterationSpace space, Extent extent, int capacity, RunnerTask.Body body) {
    return new RunnerTask(
        () -> new BlockRunner(program, ops, space, inputs, List.of(), extent, capacity), body);
  }

  /**
   * {@return the form that runs row by row, if compiled code does so, or null}
   *
   * @param dims of the reduction, in its order
   * @param rows of a matrix, which a plane of the form has whole
   * @param width points of a row
   */
  @Nullable RowForm byRows(int[] dims, IterationSpace space, long rows, int width) {
    int last = space.rank() - 1;
    if (last < 1 || space.dim(last) != width || space.dim(last - 1) % rows != 0) {
      return null;
    }
    return compiled(program.rowForm(dims, space, null), space);
  }

  private @Nullable RowForm compiled(@Nullable RowForm form, IterationSpace space) {
    return form != null && form.isCompiled(ops, space.points()) ? form : null;
  }

  /**
   * {@return the form whose rows are the reduced elements, if compiled code folds them, or null}
   */
  @Nullable RowForm foldedRows(int[] dims, int[] outer, int[] reduced) {
    if (program.dtypes[value] != DType.F32 || isArray()) {
      return null;
    }
    var fold =
        switch (op) {
          case SUM -> ScalarOp.ROW_SUM;
          case MAX -> ScalarOp.ROW_MAX;
          case MIN -> ScalarOp.ROW_MIN;
          default -> null;
        };
    var inner = space(dims, reduced);
    if (fold == null || inner.rank() != 1) {
      return null;
    }
    var outerSpace = space(dims, outer);
    var rows = IterationSpace.nested(outerSpace, inner, inner.operands());
    return compiled(program.rowForm(dims, rows, fold), rows);
  }

  /** {@return a task whose blocks are rows of a plane of a form} */
  RangeTask task(RowForm form, int capacity, RunnerTask.Body body) {
    return new RunnerTask(() -> form.runner(ops, inputs, capacity), body);
  }

  static long product(int[] dims, int from, int to) {
    long product = 1;
    for (int d = from; d < to; d++) {
      product *= dims[d];
    }
    return product;
  }

  /** {@return whether the values to reduce are the elements of the first input, unchanged} */
  private boolean isArray() {
    return program.code.length == 0 && value == 0;
  }

  /** {@return whether these elements are stored as values of the lane} */
  boolean isArrayOfLane() {
    return isArray() && Lane.isStored(inputs.getFirst().buffer().dtype());
  }

  /** {@return whether these elements are bytes whose bits are combined} */
  boolean isArrayOfBytes() {
    return isArray() && ByteFold.supports(combination(), program.dtypes[value]);
  }

  private ScalarOp combination() {
    return LaneFold.step(op, program.dtypes[value]);
  }

  /** {@return the points of a block of a long row, more where few values share the cache} */
  int longBlock() {
    return program.code.length <= FEW ? RUN : Block.SIZE;
  }

  ByteFold byteFold() {
    return ByteFold.of(combination());
  }

  /**
   * {@return the step between elements of the first input along some axes taken together, or {@link
   * #NONE} if there is none}
   */
  int step(int[] dims, int[] axes) {
    int[] strides = select(inputs.getFirst().strides(), axes);
    var space = IterationSpace.of(select(dims, axes), List.of(strides));
    return space.rank() == 0 ? 0 : space.rank() == 1 ? space.stride(0, 0) : NONE;
  }
}
