package io.cambric.kernel.block;

import io.cambric.array.Buffer;
import io.cambric.array.Shape;
import io.cambric.kernel.LoopBody;
import io.cambric.kernel.Operand;
import io.cambric.kernel.ScalarOp;
import io.cambric.kernel.thread.Parallel;
import io.cambric.kernel.thread.RangeTask;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A run of a loop body over operands, some of them transposed. Transposed operands are copied into
 * the order of the iteration, slab by slab along the outermost axis. The body runs over each slab
 * while the copies are in the cache.
 */
final class StraightenedLoop {

  /** The points of a slab; a slab with a few long rows may have more. */
  private static final int POINTS = 1 << 14;

  /** Rows of a slab along a transposed axis: whole tiles of the smallest elements. */
  private static final int ROWS = 32;

  private final BlockOps ops;
  private final LoopBody body;
  private final int[] dims;
  private final List<Operand> inputs;
  private final List<Operand> outputs;

  /** The transposed inputs. */
  private final int[] transposed;

  /** The outermost axis. */
  private final int axis;

  /** Rows of a slab along that axis. */
  private final int rows;

  private StraightenedLoop(
      BlockOps ops,
      LoopBody body,
      int[] dims,
      List<Operand> inputs,
      List<Operand> outputs,
      int[] transposed) {
    this.ops = ops;
    this.body = body;
    this.dims = dims;
    this.inputs = inputs;
    this.outputs = outputs;
    this.transposed = transposed;
    int outermost = 0;
    while (dims[outermost] == 1) {
      outermost++;
    }
    axis = outermost;
    rows = canBeDivided() ? rowsOfSlab() : dims[axis];
  }

  /** {@return whether a body ran with copies; false if no input is transposed} */
  static boolean run(
      BlockOps ops, LoopBody body, int[] dims, List<Operand> inputs, List<Operand> outputs) {
    int first = 0;
    while (first < inputs.size() && !DirectCopy.isTransposed(dims, inputs.get(first))) {
      first++;
    }
    if (first == inputs.size()) {
      return false;
    }
    int[] transposed =
        IntStream.range(first, inputs.size())
            .filter(i -> DirectCopy.isTransposed(dims, inputs.get(i)))
            .toArray();
    new StraightenedLoop(ops, body, dims, inputs, outputs, transposed).run();
    return true;
  }

  /**
   * {@return whether slabs are possible} An index counts from the first row, and an output may
   * overwrite elements that a later slab reads.
   */
  private boolean canBeDivided() {
    return body.code().stream().noneMatch(instr -> instr.op() == ScalarOp.INDEX)
        && outputs.stream()
            .noneMatch(output ->
                IntStream.of(transposed)
                    .anyMatch(i -> inputs.get(i).buffer().storage() == output.buffer().storage()));
  }

  private int rowsOfSlab() {
    boolean movesColumns =
        IntStream.of(transposed).anyMatch(i -> inputs.get(i).strides()[axis] == 1);
    int least = movesColumns ? ROWS : 1;
    int fitting = POINTS / rowPoints() / least * least;
    return Math.min(dims[axis], Math.max(least, fitting));
  }

  private int rowPoints() {
    return Shape.of(dims).strides()[axis];
  }

  private void run() {
    Parallel.forRange((dims[axis] - 1) / rows + 1, 1, new Task());
  }

  /** The slabs of a thread; when opened, with memory for the copies. */
  private final class Task implements RangeTask {

    private final List<Buffer> copies = new ArrayList<>();

    @Override
    public RangeTask open() {
      var opened = new Task();
      for (int i : transposed) {
        var dtype = inputs.get(i).buffer().dtype();
        var copy = Buffer.uninitialized(dtype, Math.multiplyExact(rows, rowPoints()));
        copy.claim();
        opened.copies.add(copy);
      }
      return opened;
    }

    @Override
    public void run(int from, int to) {
      for (int slab = from; slab < to; slab++) {
        run(slab * rows);
      }
    }

    private void run(int first) {
      int[] part = dims.clone();
      part[axis] = Math.min(rows, dims[axis] - first);
      var reads = from(first, inputs);
      var writes = from(first, outputs);
      for (int k = 0; k < transposed.length; k++) {
        var copy = Operand.dense(copies.get(k), Shape.of(part));
        DirectCopy.copy(ops.panels(), part, reads.get(transposed[k]), copy);
        reads.set(transposed[k], copy);
      }
      LoopProgram.of(body).plan(part, reads, writes).run(ops, reads, writes);
    }

    /** {@return the operands, beginning at a row} */
    private List<Operand> from(int row, List<Operand> operands) {
      var moved = new ArrayList<Operand>();
      for (var operand : operands) {
        int offset = operand.offset() + row * operand.strides()[axis];
        moved.add(new Operand(operand.buffer(), offset, operand.strides()));
      }
      return moved;
    }

    @Override
    public void close() {
      copies.forEach(Buffer::giveBack);
    }
  }
}
