package io.cambric.kernel.block;

import io.cambric.kernel.block.IterationSpace.Extent;
import io.cambric.kernel.thread.Parallel;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Reductions of columns: neighbouring columns have neighbouring accumulators, to which row after
 * row is added. Long columns are reduced in parts of rows, wide rows in chunks of columns.
 */
final class ColumnReduce implements ReducePlan.Way {

  private final ReducePlan plan;
  private final int column;

  /** The kept axes except the axis of the columns. */
  private final int[] outer;

  private final long rows;
  private final int width;
  private final int chunks;
  private final int chunk;
  private final long rowsOfPart;
  private final int parts;

  /** Accumulators of a part; each chunk has whole groups. */
  private final int room;

  /**
   * The distance of rows in the first input, if its columns are adjacent and its rows evenly
   * spaced.
   */
  private final int rowStride;

  /** The iteration space, row after row. */
  private final IterationSpace space;

  private final int together;
  private final RunnerPool runners;

  /** The form by rows of this iteration, if there is one. */
  private final @Nullable RowForm form;

  private final int rowsOfForm;
  private @Nullable RunnerPool formRunners;

  ColumnReduce(ReducePlan plan, int column) {
    this.plan = plan;
    this.column = column;
    int[] dims = plan.dims;
    outer = Arrays.stream(plan.bySteps(0, plan.kept)).filter(axis -> axis != column).toArray();
    int[] reduced = plan.bySteps(plan.kept, dims.length);
    rows = plan.product(plan.kept, dims.length);
    width = dims[column];
    chunks = (width - 1) / Block.SIZE + 1;
    chunk = ((width - 1) / chunks / LaneFold.GROUP + 1) * LaneFold.GROUP;
    rowsOfPart = Math.max(1, TreeReduce.PART / Math.min(chunk, width));
    parts = Math.toIntExact(Math.max(1, (rows - 1) / rowsOfPart + 1));
    room = chunks * chunk;
    rowStride = plan.strides(0)[column] == 1 ? plan.step(reduced) : ReducePlan.NONE;
    space = plan.space(ReducePlan.joined(ReducePlan.joined(outer, reduced), new int[] {column}));
    together = chunks == 1 ? Math.max(1, Block.SIZE / width) : 1;
    var extent = chunks > 1 ? Extent.ROW : Extent.SPACE;
    runners = new RunnerPool(plan.program, space, extent, capacity(together));
    form = chunks == 1 && !plan.isArray() ? plan.byRows(space, rows, width) : null;
    rowsOfForm = Math.max(1, TreeReduce.RUN / width);
  }

  private int capacity(int together) {
    return together * Math.min(chunk, width) + LaneFold.GROUP;
  }

  private RunnerPool runners(RowForm of, TreeReduce reduce) {
    var known = formRunners;
    if (known == null) {
      known = of.runners(reduce.inputs, capacity(rowsOfForm));
      formRunners = known;
    }
    return known;
  }

  @Override
  public void run(TreeReduce reduce) {
    var output = reduce.output;
    var results = plan.positions(outer, output);
    var x = reduce.inputs.getFirst();
    int resultStep = output.strides()[column];
    boolean isEven = rowStride != ReducePlan.NONE;
    if (isEven && rows > 0 && reduce.isArrayOfBytes()) {
      byte[] bytes = x.buffer().bytes();
      byte[] sums = output.buffer().bytes();
      var starts = plan.positions(outer, x);
      reduce
          .byteFold()
          .columns(bytes, starts, rowStride, (int) rows, width, sums, results, resultStep);
      return;
    }
    try (var scratch = new Scratch()) {
      Object partial =
          scratch.values(reduce.lane, Math.multiplyExact(results.count() * parts, room));
      var run = new Run(reduce, results.count(), partial);
      if (isEven && reduce.isArrayOfLane()) {
        run.inPlace(plan.positions(outer, x));
      } else {
        run.computed();
      }
      run.finish(results, resultStep);
    }
  }

  private int firstColumn(int task) {
    return task % chunks * chunk;
  }

  private long firstRow(int task) {
    return task / chunks % parts * rowsOfPart;
  }

  private long endRow(int task) {
    return Math.min(rows, firstRow(task) + rowsOfPart);
  }

  private int target(int task) {
    return task / chunks * room + firstColumn(task);
  }

  /** A reduction of some matrices. */
  private final class Run {

    private final TreeReduce reduce;
    private final int tasks;
    private final Object partial;

    Run(TreeReduce reduce, int matrices, Object partial) {
      this.reduce = reduce;
      this.tasks = matrices * parts * chunks;
      this.partial = partial;
    }

    /** The least number of parts and chunks worth a handover to another thread. */
    private int grain() {
      long points = Math.max(1, Math.min(rows, rowsOfPart)) * Math.min(chunk, width);
      return (int) Math.max(1, reduce.grain / points);
    }

    /** Reduces the first input in place. */
    void inPlace(StridedIndex starts) {
      Object x = reduce.inputs.getFirst().buffer().storage();
      Parallel.forRange(
          tasks,
          grain(),
          (from, to) -> {
            var fold = reduce.fold();
            for (int task = from; task < to; task++) {
              int n = clear(fold, task);
              if (n > 0) {
                long start = starts.position(task / chunks / parts) + firstColumn(task);
                int at = Math.toIntExact(start + firstRow(task) * rowStride);
                int count = (int) (endRow(task) - firstRow(task));
                fold.columnsWithRoom(partial, target(task), x, at, rowStride, count, n);
              }
            }
          });
    }

    /** Reduces the values that the body computes. */
    void computed() {
      var byRows = reduce.isCompiled(form, space) ? form : null;
      int height = byRows == null ? together : rowsOfForm;
      RunnerTask.Body body =
          (runner, from, to) -> {
            var fold = reduce.fold();
            for (int task = from; task < to; task++) {
              int n = clear(fold, task);
              long first = task / chunks / parts * rows;
              for (long row = firstRow(task); row < endRow(task) && n > 0; row += height) {
                int count = (int) Math.min(height, endRow(task) - row);
                var block = runner.evaluate((first + row) * width + firstColumn(task), count * n);
                Object x = block.array(runner.result());
                int at = block.offset(runner.result());
                fold.columnsWithRoom(partial, target(task), x, at, n, count, n);
              }
            }
          };
      Parallel.forRange(
          tasks,
          grain(),
          byRows == null
              ? reduce.task(runners, body)
              : reduce.task(byRows, runners(byRows, reduce), body));
    }

    /** Clears the accumulators of a task. {@return their number, which may be 0 or negative} */
    private int clear(LaneFold fold, int task) {
      int n = Math.min(chunk, width - firstColumn(task));
      fold.clear(partial, target(task), target(task) + Math.max(n, 0));
      return n;
    }

    /** Adds the parts of each matrix, and stores the results. */
    void finish(StridedIndex results, int step) {
      var fold = reduce.fold();
      var target = reduce.output.buffer();
      for (int matrix = 0; matrix < results.count(); matrix++) {
        int from = matrix * parts * room;
        fold.combineRows(partial, from, parts, room);
        Transfers.store(partial, from, target, results.position(matrix), 0, 1, step, width);
      }
    }
  }
}
