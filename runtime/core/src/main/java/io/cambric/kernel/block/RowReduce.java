package io.cambric.kernel.block;

import io.cambric.kernel.ScalarOp;
import io.cambric.kernel.block.IterationSpace.Extent;
import io.cambric.kernel.thread.Parallel;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Reductions of rows: reduced elements are contiguous, or no elements are. */
final class RowReduce implements ReducePlan.Way {

  private final ReducePlan plan;

  /** The kept axes. */
  private final int[] outer;

  private final long length;

  /** The distance of reduced elements of the first input, then of its rows. */
  private final int step;

  private final int rowStep;

  private final IterationSpace space;

  /** Rows of a block. */
  private final int together;

  private final RunnerPool shortRunners;
  private final RunnerPool longRunners;

  /** The kept axes in an order with large planes, and its iteration if rows are contiguous. */
  private final int[] planes;

  private final @Nullable IterationSpace folded;

  /** For each reduction, the form that ends with it. */
  private final Map<ScalarOp, Folded> forms = new ConcurrentHashMap<>();

  /** A form with its runners. */
  private record Folded(RowForm form, RunnerPool runners) {}

  RowReduce(ReducePlan plan) {
    this.plan = plan;
    int[] dims = plan.dims;
    outer = plan.bySteps(0, plan.kept);
    int[] reduced = plan.bySteps(plan.kept, dims.length);
    length = plan.product(plan.kept, dims.length);
    step = plan.isArray() ? plan.step(reduced) : ReducePlan.NONE;
    rowStep = plan.isArray() ? plan.step(outer) : ReducePlan.NONE;
    space = plan.space(ReducePlan.joined(outer, reduced));
    together = (int) Math.max(1, Block.SIZE / Math.max(1, length));
    int shortest = (int) Math.min(together * length, Block.SIZE);
    shortRunners = new RunnerPool(plan.program, space, Extent.SPACE, shortest);
    longRunners = new RunnerPool(plan.program, space, Extent.SPACE, plan.longBlock());
    planes = withLargePlanes(dims, outer, length);
    var inner = plan.space(reduced);
    folded =
        length > 0 && length <= Block.SIZE && inner.rank() == 1
            ? IterationSpace.nested(plan.space(planes), inner, inner.operands())
            : null;
  }

  /** {@return the form that folds rows, or null if there is none} */
  private @Nullable Folded folded(TreeReduce reduce) {
    var op = reduce.rowFold();
    if (folded == null || op == null) {
      return null;
    }
    var known = forms.get(op);
    if (known == null && plan.program.rowForm(plan.dims, folded, op) instanceof RowForm form) {
      int capacity = Math.min(form.rowsOfPlane(), rowsAtOnce()) * (int) length;
      known = new Folded(form, form.runners(reduce.inputs, capacity));
      forms.put(op, known);
    }
    return known != null && reduce.isCompiled(known.form, folded) ? known : null;
  }

  /** {@return the rows that compiled code folds in one call} */
  private int rowsAtOnce() {
    return TreeReduce.RUN / (int) length;
  }

  @Override
  public void run(TreeReduce reduce) {
    var form = folded(reduce);
    if (form != null) {
      foldedRows(reduce, form, plan.positions(planes, reduce.output));
      return;
    }
    var results = plan.positions(outer, reduce.output);
    if (length == 0) {
      var none = reduce.fold();
      Object identity = reduce.lane.allocate(1);
      none.clear(identity, 0, 1);
      for (int row = 0; row < results.count(); row++) {
        results.store(identity, 0, reduce.output.buffer(), row, 1);
      }
      return;
    }
    if (reduce.isArrayOfBytes() && step == 1 && length <= TreeReduce.PART) {
      var x = reduce.inputs.getFirst();
      var starts = plan.positions(outer, x);
      reduce
          .byteFold()
          .rows(x.buffer().bytes(), starts, (int) length, reduce.output.buffer().bytes(), results);
      return;
    }
    boolean isInPlace = reduce.isArrayOfLane() && (length == 1 || step == 1);
    int stride = isInPlace ? rowStep : ReducePlan.NONE;
    if (length <= (stride == ReducePlan.NONE ? Block.SIZE : TreeReduce.RUN)) {
      shortRows(reduce, results, stride, (int) length);
    } else {
      longRows(reduce, results, stride);
    }
  }

  /**
   * {@return the kept axes in an order with large planes for compiled code} If the last axis is too
   * short, the longest axis becomes the last.
   */
  private static int[] withLargePlanes(int[] dims, int[] outer, long length) {
    int last = outer.length - 1;
    int longest = last;
    for (int i = 0; i < last; i++) {
      longest = dims[outer[i]] > dims[outer[longest]] ? i : longest;
    }
    if (last < 1 || dims[outer[last]] * length >= TreeReduce.RUN) {
      return outer;
    }
    int[] planes = outer.clone();
    System.arraycopy(outer, longest + 1, planes, longest, last - longest);
    planes[last] = outer[longest];
    return planes;
  }

  /** Reduces rows in compiled code, some rows of a plane at a time. */
  private void foldedRows(TreeReduce reduce, Folded form, StridedIndex results) {
    int plane = form.form.rowsOfPlane();
    int length = (int) this.length;
    int together = Math.min(plane, rowsAtOnce());
    int groups = (plane - 1) / together + 1;
    Parallel.forRange(
        results.count() / plane * groups,
        (int) Math.max(1, reduce.grain / ((long) together * length)),
        reduce.task(
            form.form,
            form.runners,
            (runner, from, to) -> {
              for (int group = from; group < to; group++) {
                int done = group % groups * together;
                int first = group / groups * plane + done;
                int rows = Math.min(together, plane - done);
                var block = runner.evaluate((long) first * length, rows * length);
                Object sums = block.array(runner.result());
                int at = block.offset(runner.result());
                results.store(sums, at, reduce.output.buffer(), first, rows);
              }
            }));
  }

  private void shortRows(TreeReduce reduce, StridedIndex results, int stride, int length) {
    // A group has the rows of a block; rows in place are grouped equally.
    int groups = (results.count() + together - 1) / together;
    int size = (int) Math.max(1, reduce.grain / ((long) together * length));
    Parallel.forRange(
        groups,
        size,
        stride == ReducePlan.NONE
            ? reduce.task(
                shortRunners,
                (runner, from, to) -> {
                  var fold = reduce.fold();
                  Object sums = reduce.lane.allocate(together);
                  for (int group = from; group < to; group++) {
                    int first = group * together;
                    int rows = Math.min(together, results.count() - first);
                    var block = runner.evaluate((long) first * length, rows * length);
                    int at = block.offset(reduce.value);
                    fold.rows(block.array(reduce.value), at, length, rows, length, sums, 0);
                    results.store(sums, 0, reduce.output.buffer(), first, rows);
                  }
                })
            : (from, to) -> {
              int first = from * together;
              int rows = Math.min(to * together, results.count()) - first;
              Object sums = reduce.lane.allocate(rows);
              var x = reduce.inputs.getFirst();
              int at = x.offset() + first * stride;
              reduce.fold().rows(x.buffer().storage(), at, stride, rows, length, sums, 0);
              results.store(sums, 0, reduce.output.buffer(), first, rows);
            });
  }

  private void longRows(TreeReduce reduce, StridedIndex results, int stride) {
    int parts = Math.toIntExact((length - 1) / TreeReduce.PART + 1);
    int tasks = Math.multiplyExact(results.count(), parts);
    try (var scratch = new Scratch()) {
      Object partial = scratch.values(reduce.lane, tasks);
      int size = (int) Math.max(1, reduce.grain / Math.min(length, TreeReduce.PART));
      RunnerTask.Body blocks =
          (runner, from, to) -> {
            var fold = reduce.fold();
            for (int task = from; task < to; task++) {
              long first = (long) (task % parts) * TreeReduce.PART;
              int n = (int) Math.min(TreeReduce.PART, length - first);
              long start = task / parts * length + first;
              System.arraycopy(inBlocks(reduce, fold, runner, start, n), 0, partial, task, 1);
            }
          };
      Parallel.forRange(
          tasks,
          size,
          stride == ReducePlan.NONE
              ? reduce.task(longRunners, blocks)
              : (from, to) -> {
                var fold = reduce.fold();
                var x = reduce.inputs.getFirst();
                for (int task = from; task < to; task++) {
                  long first = (long) (task % parts) * TreeReduce.PART;
                  int n = (int) Math.min(TreeReduce.PART, length - first);
                  int at = Math.toIntExact(x.offset() + (long) (task / parts) * stride + first);
                  Object sum = inPlace(reduce, fold, x.buffer().storage(), at, n);
                  System.arraycopy(sum, 0, partial, task, 1);
                }
              });
      var fold = reduce.fold();
      for (int r = 0; r < results.count(); r++) {
        fold.combineRows(partial, r * parts, parts, 1);
        results.store(partial, r * parts, reduce.output.buffer(), r, 1);
      }
    }
  }

  /** Reduces a part of a row. {@return an array whose first element is the result} */
  private Object inPlace(TreeReduce reduce, LaneFold fold, Object x, int at, int n) {
    int whole = n / TreeReduce.RUN;
    int rest = n % TreeReduce.RUN;
    Object sums = reduce.lane.allocate(whole + 1);
    fold.rows(x, at, TreeReduce.RUN, whole, TreeReduce.RUN, sums, 0);
    fold.rows(x, at + n - rest, 0, Math.min(rest, 1), rest, sums, whole);
    fold.combineRows(sums, 0, whole + Math.min(rest, 1), 1);
    return sums;
  }

  /**
   * Reduces a part of a row that the body computes. {@return an array whose first element is the
   * result}
   */
  private Object inBlocks(TreeReduce reduce, LaneFold fold, BlockRunner runner, long start, int n) {
    int runs = (n - 1) / TreeReduce.RUN + 1;
    Object sums = reduce.lane.allocate(runs);
    fold.open(runs);
    int most = plan.longBlock();
    for (int at = 0; at < n; at += most) {
      int size = Math.min(most, n - at);
      var block = runner.evaluate(start + at, size);
      if (at % TreeReduce.RUN == 0 && !fold.takesBlocks(n - at)) {
        runs--;
        fold.rows(block.array(reduce.value), block.offset(reduce.value), 0, 1, size, sums, runs);
      } else {
        fold.accept(
            at / TreeReduce.RUN, block.array(reduce.value), block.offset(reduce.value), size);
      }
    }
    System.arraycopy(fold.close(runs), 0, sums, 0, runs);
    fold.combineRows(sums, 0, (n - 1) / TreeReduce.RUN + 1, 1);
    return sums;
  }
}
