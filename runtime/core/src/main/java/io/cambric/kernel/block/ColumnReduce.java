package io.cambric.kernel.block;

import io.cambric.kernel.block.IterationSpace.Extent;
import io.cambric.kernel.thread.Parallel;
import java.util.Arrays;

/**
 * Reductions of columns: neighbours are kept, and rows of them are added to as many accumulators.
 * Long columns are reduced in parts of rows, wide rows in chunks of columns.
 */
final class ColumnReduce {

  private final TreeReduce reduce;
  private final long rows;
  private final int width;
  private final int chunks;
  private final int chunk;
  private final long rowsOfPart;
  private final int parts;

  /** Accumulators of a part: whole groups of them for each chunk. */
  private final int room;

  private final Object partial;

  private ColumnReduce(TreeReduce reduce, Scratch scratch, int matrices, long rows, int width) {
    this.reduce = reduce;
    this.rows = rows;
    this.width = width;
    chunks = (width - 1) / Block.SIZE + 1;
    chunk = ((width - 1) / chunks / LaneFold.GROUP + 1) * LaneFold.GROUP;
    rowsOfPart = Math.max(1, TreeReduce.PART / Math.min(chunk, width));
    parts = Math.toIntExact(Math.max(1, (rows - 1) / rowsOfPart + 1));
    room = chunks * chunk;
    partial = scratch.values(reduce.lane, Math.multiplyExact(matrices * parts, room));
  }

  static void run(TreeReduce reduce, int[] dims, int kept, int column) {
    int[] outer =
        Arrays.stream(reduce.bySteps(dims, 0, kept)).filter(axis -> axis != column).toArray();
    int[] reduced = reduce.bySteps(dims, kept, dims.length);
    long rows = TreeReduce.product(dims, kept, dims.length);
    var output = reduce.output;
    var results = TreeReduce.positions(dims, outer, output);
    var x = reduce.inputs.getFirst();
    int rowStride = x.strides()[column] == 1 ? reduce.step(dims, reduced) : TreeReduce.NONE;
    var starts = TreeReduce.positions(dims, outer, x);
    int resultStep = output.strides()[column];
    if (rowStride != TreeReduce.NONE && rows > 0 && reduce.isArrayOfBytes()) {
      byte[] bytes = x.buffer().bytes();
      byte[] sums = output.buffer().bytes();
      reduce
          .byteFold()
          .columns(bytes, starts, rowStride, (int) rows, dims[column], sums, results, resultStep);
      return;
    }
    try (var scratch = new Scratch()) {
      var columns = new ColumnReduce(reduce, scratch, results.count(), rows, dims[column]);
      if (rowStride != TreeReduce.NONE && reduce.isArrayOfLane()) {
        columns.inPlace(results.count(), starts, rowStride);
      } else {
        int[] order = TreeReduce.joined(TreeReduce.joined(outer, reduced), new int[] {column});
        columns.computed(results.count(), dims, reduce.space(dims, order));
      }
      columns.finish(results, resultStep);
    }
  }

  /** Parts and chunks that are worth the hand-over to another thread. */
  private int grain() {
    long points = Math.max(1, Math.min(rows, rowsOfPart)) * Math.min(chunk, width);
    return (int) Math.max(1, reduce.grain / points);
  }

  /** Reduces the first input where it is. */
  private void inPlace(int matrices, StridedIndex starts, int rowStride) {
    Object x = reduce.inputs.getFirst().buffer().storage();
    Parallel.forRange(
        matrices * parts * chunks,
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

  /** Reduces what the body computes. */
  private void computed(int matrices, int[] dims, IterationSpace space) {
    int used = Math.min(chunk, width);
    var form = chunks == 1 ? reduce.byRows(dims, space, rows, width) : null;
    int points = form == null ? Block.SIZE : TreeReduce.RUN;
    int together = chunks == 1 ? Math.max(1, points / width) : 1;
    RunnerTask.Body body =
        (runner, from, to) -> {
          var fold = reduce.fold();
          for (int task = from; task < to; task++) {
            int n = clear(fold, task);
            long outer = task / chunks / parts * rows;
            for (long row = firstRow(task); row < endRow(task) && n > 0; row += together) {
              int count = (int) Math.min(together, endRow(task) - row);
              var block = runner.evaluate((outer + row) * width + firstColumn(task), count * n);
              Object x = block.array(runner.result());
              int at = block.offset(runner.result());
              fold.columnsWithRoom(partial, target(task), x, at, n, count, n);
            }
          }
        };
    int capacity = together * used + LaneFold.GROUP;
    Parallel.forRange(
        matrices * parts * chunks,
        grain(),
        form == null
            ? reduce.task(space, chunks > 1 ? Extent.ROW : Extent.SPACE, capacity, body)
            : reduce.task(form, capacity, body));
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

  /** Clears the accumulators of a task. {@return their number, which may be 0 or less} */
  private int clear(LaneFold fold, int task) {
    int n = Math.min(chunk, width - firstColumn(task));
    fold.clear(partial, target(task), target(task) + Math.max(n, 0));
    return n;
  }

  /** Adds the parts of each matrix, and stores the results. */
  private void finish(StridedIndex results, int step) {
    var fold = reduce.fold();
    var target = reduce.output.buffer();
    for (int matrix = 0; matrix < results.count(); matrix++) {
      int from = matrix * parts * room;
      fold.combineRows(partial, from, parts, room);
      Transfers.store(partial, from, target, results.position(matrix), 0, 1, step, width);
    }
  }
}
