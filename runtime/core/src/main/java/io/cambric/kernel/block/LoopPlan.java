package io.cambric.kernel.block;

import io.cambric.kernel.Operand;
import io.cambric.kernel.block.IterationSpace.Extent;
import io.cambric.kernel.thread.Parallel;
import io.cambric.kernel.thread.RangeTask;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The execution plan of a loop body over one iteration space. It has the blocks, which follow from
 * dims and strides and serve all equal runs, and idle runners of earlier runs. Thread-safe: each
 * thread has a runner of its own.
 */
final class LoopPlan {

  /** The least number of instruction evaluations worth a handover to another thread. */
  private static final int GRAIN = 1 << 15;

  /** The number of cached idle runners. More concurrent threads create runners of their own. */
  private static final int CACHED = 8;

  private final LoopProgram program;
  private final boolean byChosenPoints;
  private final int[] dims;
  private final int[][] strides;
  private final IterationSpace space;

  /** The copy without blocks, if the body is a copy. */
  private final @Nullable DirectCopy copy;

  /** Whether the body is an operation on bytes that needs no blocks. */
  private final boolean isOfBytes;

  /** The form that runs row by row, if the rows are not contiguous. */
  private final @Nullable RowForm rowForm;

  /** Rows of a block if the body reduces rows, else 0. */
  private final int rowsPerBlock;

  private final IdlePool<Blocks> idle = new IdlePool<>(CACHED);

  /**
   * Creates a plan for a space.
   *
   * @param byChosenPoints whether callers choose the points of each evaluation, at most {@link
   *     Block#SIZE}
   */
  LoopPlan(
      LoopProgram program,
      boolean byChosenPoints,
      int[] dims,
      List<Operand> inputs,
      List<Operand> outputs) {
    this.program = program;
    this.byChosenPoints = byChosenPoints;
    this.dims = dims.clone();
    strides = new int[inputs.size() + outputs.size()][];
    for (int k = 0; k < strides.length; k++) {
      strides[k] = stridesOf(k, inputs, outputs);
    }
    var all = program.operandStrides(dims.length, inputs, outputs);
    if (program.hasRows) {
      int length = dims[dims.length - 1];
      if (length < 2 || length > Block.LONGEST_ROW) {
        throw new IllegalArgumentException(
            "rows have 2 to %d points, not %d".formatted(Block.LONGEST_ROW, length));
      }
      space = spaceOfRows(dims, all);
      rowsPerBlock = Block.rowsOf(length);
    } else {
      space = IterationSpace.of(dims, all);
      rowsPerBlock = 0;
    }
    copy = program.isCopy() && !byChosenPoints ? new DirectCopy(space) : null;
    isOfBytes = !byChosenPoints && ByteLoop.fits(program, space);
    rowForm = byChosenPoints || copy != null ? null : RowForm.of(program, dims, space, null);
  }

  /** {@return a space whose innermost dim remains the dim of the rows} */
  static IterationSpace spaceOfRows(int[] dims, List<int[]> all) {
    int last = dims.length - 1;
    return IterationSpace.nested(
        IterationSpace.of(
            Arrays.copyOf(dims, last),
            all.stream().map(strides -> Arrays.copyOf(strides, last)).toList()),
        IterationSpace.of(
            new int[] {dims[last]},
            all.stream().map(strides -> new int[] {strides[last]}).toList()),
        all.size());
  }

  private static int[] stridesOf(int operand, List<Operand> inputs, List<Operand> outputs) {
    int n = inputs.size();
    return (operand < n ? inputs.get(operand) : outputs.get(operand - n)).strides();
  }

  /** {@return a hash of dims and strides} */
  static int hash(boolean byChosenPoints, int[] dims, List<Operand> inputs, List<Operand> outputs) {
    int hash = 31 * Arrays.hashCode(dims) + (byChosenPoints ? 1 : 0);
    int operands = inputs.size() + outputs.size();
    for (int k = 0; k < operands; k++) {
      hash = 31 * hash + Arrays.hashCode(stridesOf(k, inputs, outputs));
    }
    return hash ^ hash >>> 16;
  }

  /** {@return whether this is the plan for these dims and strides} */
  boolean fits(boolean byChosenPoints, int[] dims, List<Operand> inputs, List<Operand> outputs) {
    if (this.byChosenPoints != byChosenPoints
        || strides.length != inputs.size() + outputs.size()
        || !Arrays.equals(this.dims, dims)) {
      return false;
    }
    for (int k = 0; k < strides.length; k++) {
      if (!Arrays.equals(strides[k], stridesOf(k, inputs, outputs))) {
        return false;
      }
    }
    return true;
  }

  /** {@return the number of blocks} */
  int blocks() {
    if (rowsPerBlock == 0) {
      return space.blocks();
    }
    return (rows() + rowsPerBlock - 1) / rowsPerBlock;
  }

  private int rows() {
    return Math.toIntExact(space.points() / rowLength());
  }

  private int rowLength() {
    return dims[dims.length - 1];
  }

  /** {@return the points of the largest block} */
  int capacity() {
    return byChosenPoints
        ? Block.SIZE
        : rowsPerBlock == 0 ? space.blockCapacity() : rowsPerBlock * rowLength();
  }

  /**
   * {@return the least number of blocks worth a handover to another thread}
   *
   * @param capacity the points of a block
   */
  int grain(int capacity) {
    return Math.max(
        1, GRAIN / Math.max(1, capacity * (program.code.length + program.results.length)));
  }

  private long startOf(int block) {
    return rowsPerBlock > 0 ? (long) block * rowsPerBlock * rowLength() : space.blockStart(block);
  }

  private int lengthOf(int block) {
    return rowsPerBlock > 0
        ? Math.min(rowsPerBlock, rows() - block * rowsPerBlock) * rowLength()
        : space.blockLength(block);
  }

  /** {@return one past the last block that may be evaluated together with a block} */
  private int end(int block) {
    // The per-row values of these blocks take half of the memory for the points of one block.
    return rowsPerBlock > 0
        ? block + Math.clamp(rowLength() / 2, 1, Block.SIZE)
        : space.rowEnd(block);
  }

  private Extent extent() {
    boolean inRows = rowsPerBlock == 0 ? space.hasRowBlocks() : rowsPerBlock == 1;
    return !byChosenPoints && inRows ? Extent.ROW : Extent.SPACE;
  }

  /** Runs all blocks, in parallel. */
  void run(BlockOps ops, List<Operand> inputs, List<Operand> outputs) {
    if (copy != null) {
      copy.run(ops.panels(), inputs.getFirst(), outputs.getFirst());
      return;
    }
    if (isOfBytes) {
      ByteLoop.run(program, space.points(), inputs, outputs.getFirst());
      return;
    }
    if (rowForm != null && rowForm.isCompiled(ops, space.points())) {
      rowForm.run(ops, inputs, outputs);
      return;
    }
    Parallel.forRange(blocks(), grain(capacity()), new Task(ops, inputs, outputs));
  }

  /** {@return a task that evaluates blocks on one thread, which closes it} */
  Blocks open(BlockOps ops, List<Operand> inputs, List<Operand> outputs) {
    var waiting = idle.take(ops);
    var blocks = waiting == null ? new Blocks(ops) : waiting;
    blocks.inputs = inputs;
    blocks.outputs = outputs;
    return blocks;
  }

  /** The task of a run over all blocks. */
  private final class Task implements RangeTask {

    private final BlockOps ops;
    private final List<Operand> inputs;
    private final List<Operand> outputs;

    Task(BlockOps ops, List<Operand> inputs, List<Operand> outputs) {
      this.ops = ops;
      this.inputs = inputs;
      this.outputs = outputs;
    }

    @Override
    public RangeTask open() {
      return LoopPlan.this.open(ops, inputs, outputs);
    }

    @Override
    public void run(int from, int to) {
      throw new IllegalStateException("a task is opened before it runs");
    }
  }

  /** The task of one thread, with its runner. Other threads reuse a closed task. */
  final class Blocks implements RangeTask, AutoCloseable, IdlePool.Reusable {

    private final BlockOps ops;
    private final BlockRunner runner;
    private List<Operand> inputs = List.of();
    private List<Operand> outputs = List.of();
    private boolean isOpen;

    private Blocks(BlockOps ops) {
      this.ops = ops;
      runner = new BlockRunner(program, ops, space, extent(), capacity());
    }

    @Override
    public boolean runs(BlockOps others) {
      return ops == others;
    }

    /** {@return the runner, opened for the first block, because a late thread may get no block} */
    BlockRunner runner() {
      if (!isOpen) {
        runner.open(inputs, outputs);
        isOpen = true;
      }
      return runner;
    }

    /** Evaluates the blocks of a range. */
    @Override
    public void run(int from, int to) {
      var ready = runner();
      for (int block = from; block < to; ) {
        int end = ready.takesAnyLength() ? Math.min(to, end(block)) : block + 1;
        long start = startOf(block);
        int n = 0;
        for (; block < end; block++) {
          n += lengthOf(block);
        }
        if (n > 0) {
          ready.run(start, n);
        }
      }
    }

    @Override
    public void close() {
      if (isOpen) {
        isOpen = false;
        runner.close();
      }
      inputs = List.of();
      outputs = List.of();
      idle.give(this);
    }
  }
}
