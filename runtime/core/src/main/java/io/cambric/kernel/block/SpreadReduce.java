package io.cambric.kernel.block;

import io.cambric.array.Buffer;
import io.cambric.kernel.Operand;
import io.cambric.kernel.block.IterationSpace.Extent;
import io.cambric.kernel.thread.Parallel;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Reductions of short runs of values that a body computes from operands of far fewer elements, such
 * as squared distances of all pairs of points. A vector holds the i-th values of neighbouring runs.
 * The operands are first transposed, so these values are neighbours in memory.
 */
final class SpreadReduce implements ReducePlan.Way {

  /** The least number of points per operand element; transposing the operands then costs little. */
  private static final int POINTS_OF_ELEMENT = 8;

  /** The least number of runs side by side. */
  private static final int LEAST = 16;

  /** The largest number of values that compiled code computes at once, in the L2 cache. */
  private static final int MOST = Block.LONGEST_ROW;

  private final ReducePlan plan;
  private final int[] outer;
  private final int[] order;
  private final int[] dims;
  private final int column;

  /** The number of values of a run. */
  private final int length;

  /** The number of runs side by side, then the number reduced at once. */
  private final int width;

  private final int chunk;
  private final int chunks;

  /** The number of values of each run that are computed at once. */
  private final int rows;

  private @Nullable Neighbours neighbours;

  /** An iteration over transposed operands, with runners of its body and of its form by rows. */
  private record Neighbours(
      IterationSpace space,
      RunnerPool runners,
      @Nullable RowForm form,
      @Nullable RunnerPool formRunners) {}

  private SpreadReduce(ReducePlan plan, int column) {
    this.plan = plan;
    this.dims = plan.dims;
    this.column = column;
    outer = IntStream.range(0, plan.kept).filter(axis -> axis != column).toArray();
    int[] reduced = IntStream.range(plan.kept, dims.length).toArray();
    order = ReducePlan.joined(ReducePlan.joined(outer, reduced), new int[] {column});
    length = Math.toIntExact(plan.product(plan.kept, dims.length));
    width = dims[column];
    int block = plan.longBlock();
    chunk = Math.min(width, block);
    chunks = (width - 1) / chunk + 1;
    rows = chunks > 1 ? 1 : Math.min(length, block / width);
  }

  /** {@return this kind of reduction, or null if its runs are long or its operands large} */
  static @Nullable SpreadReduce of(ReducePlan plan) {
    int[] dims = plan.dims;
    long length = plan.product(plan.kept, dims.length);
    long points = plan.product(0, plan.kept) * length;
    int column = widest(dims, plan.kept);
    return column < 0
            || dims[column] < LEAST
            || length < 2
            || length >= 2L * LaneFold.wide(plan.lane())
            || !LaneFold.isShort(plan.lane(), (int) length) && length * dims[column] > MOST
            || plan.elements() > points / POINTS_OF_ELEMENT
        ? null
        : new SpreadReduce(plan, column);
  }

  private static int widest(int[] dims, int kept) {
    int widest = kept - 1;
    for (int axis = kept - 2; axis >= 0; axis--) {
      widest = dims[axis] > 2 * dims[widest] ? axis : widest;
    }
    return widest;
  }

  /** {@return the iteration over operands with adjacent elements along the columns} */
  private Neighbours neighbours(TreeReduce neighbouring) {
    var known = neighbours;
    if (known == null) {
      var space = neighbouring.plan().space(order);
      var extent = chunks > 1 ? Extent.ROW : Extent.SPACE;
      var runners = new RunnerPool(plan.program, space, extent, rows * chunk);
      boolean fits = length * width <= MOST;
      var form = fits ? plan.byRows(space, length, width) : null;
      var ofForm = form == null ? null : form.runners(neighbouring.inputs, length * width);
      known = new Neighbours(space, runners, form, ofForm);
      neighbours = known;
    }
    return known;
  }

  @Override
  public void run(TreeReduce reduce) {
    var copies = new ArrayList<Buffer>();
    var inputs = reduce.inputs.stream().map(input -> transposed(reduce, input, copies)).toList();
    var neighbouring = reduce.with(inputs);
    var side = neighbours(neighbouring);
    var form = reduce.isCompiled(side.form, side.space) ? side.form : null;
    var results = plan.positions(outer, reduce.output);
    RunnerTask.Body body =
        (runner, from, to) -> {
          try (var scratch = new Scratch()) {
            Object lines = form == null ? scratch.values(reduce.lane, length * chunk) : null;
            Object sums = scratch.values(reduce.lane, chunk);
            for (int task = from; task < to; task++) {
              reduce(reduce, runner, task, lines, sums, results);
            }
          }
        };
    Parallel.forRange(
        results.count() * chunks,
        (int) Math.max(1, reduce.grain / ((long) chunk * length)),
        form == null || side.formRunners == null
            ? neighbouring.task(side.runners, body)
            : neighbouring.task(form, side.formRunners, body));
    copies.forEach(Buffer::giveBack);
  }

  /**
   * Reduces some runs side by side.
   *
   * @param lines memory for their values, or null if they are in a block
   */
  private void reduce(
      TreeReduce reduce,
      BlockRunner runner,
      int task,
      @Nullable Object lines,
      Object sums,
      StridedIndex results) {
    int first = task % chunks * chunk;
    int n = Math.min(chunk, width - first);
    int step = reduce.output.strides()[column];
    long start = (long) (task / chunks) * length * width + first;
    if (lines == null) {
      var values = runner.evaluate(start, length * n).array(runner.result());
      reduce.fold().lines(values, n, length, sums, 0);
    } else {
      evaluate(runner, start, n, lines);
      reduce.fold().lines(lines, n, length, sums, 0);
    }
    int at = results.position(task / chunks) + first * step;
    Transfers.store(sums, 0, reduce.output.buffer(), at, 0, 1, step, n);
  }

  /**
   * Computes the values of {@code n} runs side by side: the first value of each, then the second.
   */
  private void evaluate(BlockRunner runner, long start, int n, Object lines) {
    for (int row = 0; row < length; row += rows) {
      int points = Math.min(rows, length - row) * n;
      var block = runner.evaluate(start + (long) row * width, points);
      System.arraycopy(
          block.array(runner.result()), block.offset(runner.result()), lines, row * n, points);
    }
  }

  /** {@return an operand with adjacent elements along the columns} */
  private Operand transposed(TreeReduce reduce, Operand input, List<Buffer> copies) {
    if (input.strides()[column] == 0 || input.strides()[column] == 1) {
      return input;
    }
    int[] own = new int[dims.length];
    int[] strides = new int[dims.length];
    for (int i = 0; i < order.length; i++) {
      own[i] = input.strides()[order[i]] == 0 ? 1 : dims[order[i]];
    }
    int size = 1;
    for (int i = order.length - 1; i >= 0; i--) {
      strides[order[i]] = own[i] == 1 ? 0 : size;
      size *= own[i];
    }
    var copy = Buffer.uninitialized(input.buffer().dtype(), size);
    copy.claim();
    copies.add(copy);
    var target = new Operand(copy, 0, strides);
    DirectCopy.copy(
        reduce.panels(), own, selected(input, input.strides()), selected(target, strides));
    return target;
  }

  private Operand selected(Operand operand, int[] strides) {
    return new Operand(operand.buffer(), operand.offset(), ReducePlan.select(strides, order));
  }
}
