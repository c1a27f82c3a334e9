package io.cambric.kernel.block;

import io.cambric.array.DType;
import io.cambric.kernel.LoopBody;
import io.cambric.kernel.Operand;
import io.cambric.kernel.ReduceOp;
import io.cambric.kernel.thread.Parallel;
import io.cambric.kernel.thread.RangeTask;
import java.util.Arrays;
import java.util.List;

/**
 * Reductions of float values by fixed trees ({@link FloatFold}). The body is evaluated in blocks.
 * Reduced elements that are contiguous are folded along rows; kept elements that are contiguous are
 * folded by columns. A long reduction is split into parts whose bounds depend on the shape only,
 * and the parts are folded pairwise.
 */
public final class FloatReduce {

  /** Points of a part of a long reduction. */
  private static final int PART = 1 << 15;

  /** Points that are worth the hand-over to another thread. */
  private static final int GRAIN = 1 << 15;

  private static final int NONE = Integer.MIN_VALUE;

  private final LoopProgram program;
  private final BlockOps ops;
  private final ReduceOp op;
  private final List<Operand> inputs;
  private final Operand output;
  private final int value;
  private final long grain;

  private FloatReduce(
      LoopProgram program, BlockOps ops, ReduceOp op, List<Operand> inputs, Operand output) {
    this.program = program;
    this.ops = ops;
    this.op = op;
    this.inputs = inputs;
    this.output = output;
    this.value = program.results[0];
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
    var reduce = new FloatReduce(program, ops, op, inputs, output);
    int column = reduce.columnAxis(dims, kept);
    if (column < 0) {
      reduce.byRows(dims, kept);
    } else {
      reduce.byColumns(dims, kept, column);
    }
  }

  /**
   * {@return the kept axis along which most elements of the inputs are contiguous, or -1 if a
   * reduced axis is better}
   *
   * <p>Inputs vote with their number of elements, so a per-row input hardly counts.
   */
  private int columnAxis(int[] dims, int kept) {
    int best = -1;
    long most = 0;
    for (int d = 0; d < dims.length; d++) {
      long together = 0;
      for (var input : inputs) {
        together += dims[d] > 1 && input.strides()[d] == 1 ? elements(dims, input) : 0;
      }
      if (together > most || (together == most && together > 0 && d >= kept)) {
        most = together;
        best = d;
      }
    }
    return best < kept ? best : -1;
  }

  private static long elements(int[] dims, Operand input) {
    long count = 1;
    for (int d = 0; d < dims.length; d++) {
      count *= input.strides()[d] == 0 ? 1 : dims[d];
    }
    return count;
  }

  private IterationSpace space(int[] dims, int[] order) {
    var strides = program.operandStrides(dims.length, inputs, List.of());
    return IterationSpace.of(
        select(dims, order), strides.stream().map(s -> select(s, order)).toList());
  }

  private static int[] select(int[] values, int[] order) {
    int[] selected = new int[order.length];
    for (int i = 0; i < selected.length; i++) {
      selected[i] = values[order[i]];
    }
    return selected;
  }

  private RangeTask task(
      IterationSpace space, boolean rowsOnly, int capacity, RunnerTask.Body body) {
    return new RunnerTask(
        () -> new BlockRunner(program, ops, space, inputs, List.of(), rowsOnly, capacity), body);
  }

  private static long product(int[] dims, int from, int to) {
    long product = 1;
    for (int d = from; d < to; d++) {
      product *= dims[d];
    }
    return product;
  }

  private void store(int position, float result) {
    output.buffer().setDouble(position, result);
  }

  private void byRows(int[] dims, int kept) {
    var results = StridedIndex.of(dims, kept, output);
    long length = product(dims, kept, dims.length);
    var space = IterationSpace.of(dims, program.operandStrides(dims.length, inputs, List.of()));
    if (length <= Block.SIZE) {
      shortRows(space, results, (int) length);
    } else {
      longRows(space, results, length);
    }
  }

  private void shortRows(IterationSpace space, StridedIndex results, int length) {
    int together = Block.SIZE / Math.max(1, length);
    int rowStride = FloatFold.foldsTogether(length) ? rowStride(space, length) : NONE;
    int groups = (results.count() + together - 1) / together;
    Parallel.forRange(
        groups,
        (int) Math.max(1, grain / ((long) together * Math.max(1, length))),
        task(
            space,
            false,
            together * length,
            (runner, from, to) -> {
              var fold = new FloatFold(ops, op);
              int end = Math.min(to * together, results.count());
              int first = from * together;
              if (rowStride != NONE) {
                first = wholeRows(fold, results, first, end, rowStride, length);
              }
              for (int last; first < end; first = last) {
                last = Math.min((first / together + 1) * together, end);
                if (length == 0) {
                  for (int r = first; r < last; r++) {
                    store(results.position(r), fold.identity());
                  }
                  continue;
                }
                Block block = runner.evaluate((long) first * length, (last - first) * length);
                float[] values = block.floats(value);
                for (int r = first; r < last; r++) {
                  int at = block.offset(value) + (r - first) * length;
                  store(results.position(r), fold.fold(values, at, length));
                }
              }
            }));
  }

  /** Reduces rows in place, at four places at once. {@return the first remaining row} */
  private int wholeRows(
      FloatFold fold, StridedIndex results, int first, int end, int stride, int length) {
    var input = inputs.getFirst();
    float[] x = (float[]) input.buffer().storage();
    float[] folded = new float[FloatFold.PLACES * FloatFold.ROWS];
    int share = (end - first) / FloatFold.PLACES;
    for (int done = 0, rows; done < share; done += rows) {
      rows = Math.min(FloatFold.ROWS, share - done);
      int at = input.offset() + (first + done) * stride;
      fold.foldTogether(x, at, share * stride, stride, rows, length, folded);
      for (int place = 0; place < FloatFold.PLACES; place++) {
        int row = first + done + place * share;
        results.store(folded, place * rows, output.buffer(), row, rows);
      }
    }
    return first + share * FloatFold.PLACES;
  }

  private void longRows(IterationSpace space, StridedIndex results, long length) {
    int parts = Math.toIntExact((length - 1) / PART + 1);
    int tasks = Math.multiplyExact(results.count(), parts);
    try (var scratch = new Scratch()) {
      float[] partial = scratch.floats(tasks);
      Parallel.forRange(
          tasks,
          (int) Math.max(1, grain / Math.min(length, PART)),
          task(
              space,
              false,
              Block.SIZE,
              (runner, from, to) -> {
                var fold = new FloatFold(ops, op);
                float[] sums = new float[(PART - 1) / Block.SIZE + 1];
                for (int i = from; i < to; i++) {
                  long start = i / parts * length + (long) (i % parts) * PART;
                  long end = Math.min(start + PART, (i / parts + 1) * length);
                  partial[i] = foldRun(runner, fold, start, end, sums);
                }
              }));
      var fold = new FloatFold(ops, op);
      for (int r = 0; r < results.count(); r++) {
        fold.combineRows(partial, r * parts, parts, 1);
        store(results.position(r), partial[r * parts]);
      }
    }
  }

  private float foldRun(BlockRunner runner, FloatFold fold, long start, long end, float[] sums) {
    int count = 0;
    for (long at = start; at < end; at += Block.SIZE) {
      int n = (int) Math.min(Block.SIZE, end - at);
      Block block = runner.evaluate(at, n);
      sums[count++] = fold.fold(block.floats(value), block.offset(value), n);
    }
    fold.combineRows(sums, 0, count, 1);
    return sums[0];
  }

  /**
   * {@return the distance of the rows of an array that is reduced in place, or {@link #NONE} if the
   * body computes anything}
   */
  private int rowStride(IterationSpace space, int width) {
    if (program.code.length > 0 || inputs.getFirst().buffer().dtype() != DType.F32) {
      return NONE;
    }
    if (space.rank() == 1 && space.stride(0, 0) == 1) {
      return width;
    }
    boolean rows = space.rank() == 2 && space.dim(1) == width && space.stride(0, 1) == 1;
    return rows ? space.stride(0, 0) : NONE;
  }

  /**
   * Reduces by columns. The axes are ordered as: kept axes, reduced axes, then the kept axis along
   * which inputs are contiguous.
   */
  private void byColumns(int[] dims, int kept, int column) {
    int[] order = new int[dims.length];
    order[dims.length - 1] = column;
    for (int i = 0; i < dims.length - 1; i++) {
      order[i] = i < column ? i : i + 1;
    }
    int[] outer = Arrays.copyOf(order, kept - 1);
    var space = space(dims, order);
    int width = dims[column];
    long rows = product(dims, kept, dims.length);
    int[] outerDims = select(dims, outer);
    var results =
        StridedIndex.of(
            outerDims,
            outerDims.length,
            new Operand(output.buffer(), output.offset(), select(output.strides(), outer)));
    int chunks = (width - 1) / Block.SIZE + 1;
    int chunk = ((width - 1) / chunks / 16 + 1) * 16;
    int used = Math.min(chunk, width);
    long rowsOfPart = Math.max(1, PART / used);
    int parts = Math.toIntExact(Math.max(1, (rows - 1) / rowsOfPart + 1));
    boolean wholeRows = chunks == 1;
    int together = wholeRows ? Math.max(1, Block.SIZE / width) : 1;
    int rowStride = rowStride(space, width);
    int partials = Math.multiplyExact(results.count() * parts, width);
    try (var scratch = new Scratch()) {
      float[] partial = scratch.floats(partials);
      Parallel.forRange(
          results.count() * parts * chunks,
          (int) Math.max(1, grain / (Math.max(1, Math.min(rows, rowsOfPart)) * used)),
          task(
              space,
              !wholeRows,
              together * used,
              (runner, from, to) -> {
                var fold = new FloatFold(ops, op);
                for (int task = from; task < to; task++) {
                  int first = task % chunks * chunk;
                  int n = Math.min(chunk, width - first);
                  if (n <= 0) {
                    continue;
                  }
                  int part = task / chunks % parts;
                  long outerRow = task / chunks / parts * rows;
                  int to0 = task / chunks * width + first;
                  Arrays.fill(partial, to0, to0 + n, fold.identity());
                  long end = Math.min(rows, (part + 1) * rowsOfPart);
                  if (rowStride != NONE) {
                    long start = outerRow + part * rowsOfPart;
                    fold.combineColumns(
                        partial,
                        to0,
                        (float[]) inputs.getFirst().buffer().storage(),
                        Math.toIntExact(inputs.getFirst().offset() + start * rowStride) + first,
                        rowStride,
                        (int) (end - part * rowsOfPart),
                        n);
                    continue;
                  }
                  for (long row = part * rowsOfPart; row < end; row += together) {
                    int count = (int) Math.min(together, end - row);
                    Block block = runner.evaluate((outerRow + row) * width + first, count * n);
                    fold.combineColumns(
                        partial, to0, block.floats(value), block.offset(value), n, count, n);
                  }
                }
              }));
      int step = output.strides()[column];
      var fold = new FloatFold(ops, op);
      for (int o = 0; o < results.count(); o++) {
        fold.combineRows(partial, o * parts * width, parts, width);
        int from = o * parts * width;
        Transfers.store(partial, from, output.buffer(), results.position(o), 0, 1, step, width);
      }
    }
  }
}
