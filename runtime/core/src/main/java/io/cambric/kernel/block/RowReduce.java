package io.cambric.kernel.block;

import io.cambric.kernel.block.IterationSpace.Extent;
import io.cambric.kernel.thread.Parallel;

/** Reductions of rows: reduced elements are contiguous, or no elements are. */
final class RowReduce {

  private final TreeReduce reduce;

  private RowReduce(TreeReduce reduce) {
    this.reduce = reduce;
  }

  static void run(TreeReduce reduce, int[] dims, int kept) {
    new RowReduce(reduce).run(dims, kept);
  }

  private void run(int[] dims, int kept) {
    int[] reduced = reduce.bySteps(dims, kept, dims.length);
    long length = TreeReduce.product(dims, kept, dims.length);
    int[] outer = reduce.bySteps(dims, 0, kept);
    if (length > 0 && length <= Block.SIZE) {
      var planes = withLargePlanes(dims, outer, (int) length);
      var form = reduce.foldedRows(dims, planes, reduced);
      if (form != null) {
        foldedRows(form, TreeReduce.positions(dims, planes, reduce.output), (int) length);
        return;
      }
    }
    var results = TreeReduce.positions(dims, outer, reduce.output);
    int stride = TreeReduce.NONE;
    if (reduce.isArrayOfLane() && (length == 1 || reduce.step(dims, reduced) == 1)) {
      stride = reduce.step(dims, outer);
    }
    if (length == 0) {
      var none = reduce.fold();
      Object identity = reduce.lane.allocate(1);
      none.clear(identity, 0, 1);
      for (int row = 0; row < results.count(); row++) {
        results.store(identity, 0, reduce.output.buffer(), row, 1);
      }
      return;
    }
    if (reduce.isArrayOfBytes() && reduce.step(dims, reduced) == 1 && length <= TreeReduce.PART) {
      var x = reduce.inputs.getFirst();
      var starts = TreeReduce.positions(dims, outer, x);
      reduce
          .byteFold()
          .rows(x.buffer().bytes(), starts, (int) length, reduce.output.buffer().bytes(), results);
      return;
    }
    var space = reduce.space(dims, TreeReduce.joined(outer, reduced));
    if (length <= (stride == TreeReduce.NONE ? Block.SIZE : TreeReduce.RUN)) {
      shortRows(space, results, stride, (int) length);
    } else {
      longRows(space, results, stride, length);
    }
  }

  /**
   * {@return kept axes in an order whose last one has rows enough for a call of compiled code: the
   * longest one is last, if the last one is short}
   */
  private static int[] withLargePlanes(int[] dims, int[] outer, int length) {
    int last = outer.length - 1;
    int longest = last;
    for (int i = 0; i < last; i++) {
      longest = dims[outer[i]] > dims[outer[longest]] ? i : longest;
    }
    if (last < 1 || (long) dims[outer[last]] * length >= TreeReduce.RUN) {
      return outer;
    }
    int[] planes = outer.clone();
    System.arraycopy(outer, longest + 1, planes, longest, last - longest);
    planes[last] = outer[longest];
    return planes;
  }

  /** Reduces rows in compiled code, some rows of a plane at a time. */
  private void foldedRows(RowForm form, StridedIndex results, int length) {
    int plane = form.rowsOfPlane();
    int together = Math.min(plane, TreeReduce.RUN / length);
    int groups = (plane - 1) / together + 1;
    Parallel.forRange(
        results.count() / plane * groups,
        (int) Math.max(1, reduce.grain / ((long) together * length)),
        reduce.task(
            form,
            together * length,
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

  private void shortRows(IterationSpace space, StridedIndex results, int stride, int length) {
    // A group of rows is a block, or as many rows in place.
    int together = Math.max(1, Block.SIZE / length);
    int groups = (results.count() + together - 1) / together;
    int size = (int) Math.max(1, reduce.grain / ((long) together * length));
    Parallel.forRange(
        groups,
        size,
        stride == TreeReduce.NONE
            ? reduce.task(
                space,
                Extent.SPACE,
                together * length,
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

  private void longRows(IterationSpace space, StridedIndex results, int stride, long length) {
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
              System.arraycopy(inBlocks(fold, runner, start, n), 0, partial, task, 1);
            }
          };
      Parallel.forRange(
          tasks,
          size,
          stride == TreeReduce.NONE
              ? reduce.task(space, Extent.SPACE, reduce.longBlock(), blocks)
              : (from, to) -> {
                var fold = reduce.fold();
                var x = reduce.inputs.getFirst();
                for (int task = from; task < to; task++) {
                  long first = (long) (task % parts) * TreeReduce.PART;
                  int n = (int) Math.min(TreeReduce.PART, length - first);
                  int at = Math.toIntExact(x.offset() + (long) (task / parts) * stride + first);
                  Object sum = inPlace(fold, x.buffer().storage(), at, n);
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

  /** Reduces a part of a row. {@return an array that begins with the result} */
  private Object inPlace(LaneFold fold, Object x, int at, int n) {
    int whole = n / TreeReduce.RUN;
    int rest = n % TreeReduce.RUN;
    Object sums = reduce.lane.allocate(whole + 1);
    fold.rows(x, at, TreeReduce.RUN, whole, TreeReduce.RUN, sums, 0);
    fold.rows(x, at + n - rest, 0, Math.min(rest, 1), rest, sums, whole);
    fold.combineRows(sums, 0, whole + Math.min(rest, 1), 1);
    return sums;
  }

  /** Reduces a part of a row that the body computes. {@return as {@link #inPlace}} */
  private Object inBlocks(LaneFold fold, BlockRunner runner, long start, int n) {
    int runs = (n - 1) / TreeReduce.RUN + 1;
    Object sums = reduce.lane.allocate(runs);
    fold.open(runs);
    int most = reduce.longBlock();
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
