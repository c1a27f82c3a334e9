package io.cambric.kernel.block;

import io.cambric.kernel.Operand;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The plan of a reduction: all that follows from its body, dims and strides and serves all equal
 * runs. Thread-safe.
 */
final class ReducePlan {

  /** No constant distance. */
  static final int NONE = Integer.MIN_VALUE;

  /** A way to reduce. */
  sealed interface Way permits ColumnReduce, SpreadReduce, RowReduce {

    /** Runs a reduction of this plan. */
    void run(TreeReduce reduce);
  }

  final LoopProgram program;
  final int[] dims;
  final int kept;

  /** For each input and then the output, a stride for each dim. */
  private final List<int[]> strides = new ArrayList<>();

  /** For each input and then each index, a stride for each dim. */
  private final List<int[]> read;

  private final Way way;

  ReducePlan(LoopProgram program, int[] dims, int kept, List<Operand> inputs, Operand output) {
    this.program = program;
    this.dims = dims.clone();
    this.kept = kept;
    inputs.forEach(input -> strides.add(input.strides()));
    strides.add(output.strides());
    read = program.operandStrides(dims.length, inputs, List.of());
    int column = TreeReduce.columnAxis(dims, kept, strides.subList(0, inputs.size()));
    var spread = column >= 0 || isArray() ? null : SpreadReduce.of(this);
    way =
        column >= 0
            ? new ColumnReduce(this, column)
            : spread == null ? new RowReduce(this) : spread;
  }

  /** {@return a hash of dims and strides} */
  static int hash(int[] dims, int kept, List<Operand> inputs, Operand output) {
    int hash = 31 * Arrays.hashCode(dims) + kept;
    for (var input : inputs) {
      hash = 31 * hash + Arrays.hashCode(input.strides());
    }
    hash = 31 * hash + Arrays.hashCode(output.strides());
    return hash ^ hash >>> 16;
  }

  /** {@return whether this is the plan for these dims and strides} */
  boolean fits(int[] dims, int kept, List<Operand> inputs, Operand output) {
    int n = strides.size() - 1;
    if (this.kept != kept
        || n != inputs.size()
        || !Arrays.equals(this.dims, dims)
        || !Arrays.equals(strides.get(n), output.strides())) {
      return false;
    }
    for (int k = 0; k < n; k++) {
      if (!Arrays.equals(strides.get(k), inputs.get(k).strides())) {
        return false;
      }
    }
    return true;
  }

  void run(TreeReduce reduce) {
    way.run(reduce);
  }

  /** {@return the strides of an input} */
  int[] strides(int input) {
    return strides.get(input);
  }

  /** {@return whether the reduced values are the elements of the first input, unchanged} */
  boolean isArray() {
    return program.code.length == 0 && program.results[0] == 0;
  }

  Lane lane() {
    return program.lanes[program.results[0]];
  }

  /** {@return the total number of elements of all inputs} */
  long elements() {
    return strides.subList(0, strides.size() - 1).stream()
        .mapToLong(input -> TreeReduce.elements(dims, input))
        .sum();
  }

  /** {@return the product of some dims} */
  long product(int from, int to) {
    long product = 1;
    for (int d = from; d < to; d++) {
      product *= dims[d];
    }
    return product;
  }

  /** {@return the points of a block of a long row; more if few values share the cache} */
  int longBlock() {
    return program.code.length <= TreeReduce.FEW ? TreeReduce.RUN : Block.SIZE;
  }

  /**
   * {@return some axes, ordered by decreasing stride} Neighbours in memory are then read one after
   * the other, for any order of the axes.
   */
  int[] bySteps(int from, int to) {
    int[] axes = new int[to - from];
    for (int i = 0; i < axes.length; i++) {
      int place = i;
      while (place > 0 && steps(axes[place - 1]) < steps(from + i)) {
        axes[place] = axes[--place];
      }
      axes[place] = from + i;
    }
    return axes;
  }

  private long steps(int axis) {
    long sum = 0;
    for (int k = 0; k < strides.size() - 1; k++) {
      sum += dims[axis] == 1 ? 0 : Math.abs((long) strides.get(k)[axis]);
    }
    return sum;
  }

  /** {@return the iteration space with its axes in an order} */
  IterationSpace space(int[] order) {
    return IterationSpace.of(
        select(dims, order), read.stream().map(axes -> select(axes, order)).toList());
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

  /** {@return the positions of an operand along some axes} */
  StridedIndex positions(int[] axes, Operand operand) {
    int[] own = select(operand.strides(), axes);
    return StridedIndex.of(
        select(dims, axes), axes.length, new Operand(operand.buffer(), operand.offset(), own));
  }

  /**
   * {@return the constant distance of elements of the first input along some axes taken together,
   * or {@link #NONE} if there is none}
   */
  int step(int[] axes) {
    if (strides.size() == 1) {
      return NONE;
    }
    int[] own = select(strides.getFirst(), axes);
    var space = IterationSpace.of(select(dims, axes), List.of(own));
    return space.rank() == 0 ? 0 : space.rank() == 1 ? space.stride(0, 0) : NONE;
  }

  /**
   * {@return the form that runs row by row, or null}
   *
   * @param rows rows of a matrix; a plane of the form has whole matrices
   * @param width points of a row
   */
  @Nullable RowForm byRows(IterationSpace space, long rows, int width) {
    int last = space.rank() - 1;
    return last < 1 || rows == 0 || space.dim(last) != width || space.dim(last - 1) % rows != 0
        ? null
        : program.rowForm(dims, space, null);
  }
}
