package io.cambric.kernel;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * A loop body over one iteration space: what follows from dims and strides, which equal runs share,
 * and the runners of earlier ones. Used by many threads, each with a runner of its own.
 */
final class LoopPlan {

  /** Instruction evaluations worth handing to another thread: some microseconds. */
  private static final int GRAIN = 1 << 15;

  /** Runners that are kept; where more threads run at once, some make theirs anew. */
  private static final int KEPT = 8;

  private final LoopProgram program;
  private final boolean inParts;
  private final int[] dims;
  private final int[][] strides;
  private final IterationSpace space;

  /** Rows of a block where the body combines rows, else 0. */
  private final int together;

  private final AtomicReferenceArray<@Nullable Blocks> idle = new AtomicReferenceArray<>(KEPT);

  /**
   * Prepares to run over a space.
   *
   * @param inParts whether runs choose the points themselves, at most {@link Block#SIZE} a time
   */
  LoopPlan(
      LoopProgram program,
      boolean inParts,
      int[] dims,
      List<Operand> inputs,
      List<Operand> outputs) {
    this.program = program;
    this.inParts = inParts;
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
      together = Block.rowsOf(length);
    } else {
      space = IterationSpace.of(dims, all);
      together = 0;
    }
  }

  private static IterationSpace spaceOfRows(int[] dims, List<int[]> all) {
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

  /** {@return a number that is the same for equal dims and strides} */
  static int hash(boolean inParts, int[] dims, List<Operand> inputs, List<Operand> outputs) {
    int hash = 31 * Arrays.hashCode(dims) + (inParts ? 1 : 0);
    int operands = inputs.size() + outputs.size();
    for (int k = 0; k < operands; k++) {
      hash = 31 * hash + Arrays.hashCode(stridesOf(k, inputs, outputs));
    }
    return hash ^ hash >>> 16;
  }

  /** {@return whether it is the plan for these dims and strides} */
  boolean fits(boolean inParts, int[] dims, List<Operand> inputs, List<Operand> outputs) {
    if (this.inParts != inParts
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
    if (together == 0) {
      return space.blocks();
    }
    return (rows() + together - 1) / together;
  }

  private int rows() {
    return Math.toIntExact(space.points() / rowLength());
  }

  private int rowLength() {
    return dims[dims.length - 1];
  }

  /** {@return the most points of a block} */
  int capacity() {
    return inParts ? Block.SIZE : together == 0 ? space.blockCapacity() : together * rowLength();
  }

  /** {@return the blocks worth handing to another thread, if they have so many points} */
  int grain(int capacity) {
    return Math.max(
        1, GRAIN / Math.max(1, capacity * (program.code.length + program.results.length)));
  }

  private long startOf(int block) {
    return together > 0 ? (long) block * together * rowLength() : space.blockStart(block);
  }

  private int lengthOf(int block) {
    return together > 0
        ? Math.min(together, rows() - block * together) * rowLength()
        : space.blockLength(block);
  }

  /** {@return the number after the last block that may run as one with a block, if any may} */
  private int end(int block) {
    // Row values of so many blocks take half of the memory that is there for the points of one.
    return together > 0 ? block + Math.clamp(rowLength() / 2, 1, Block.SIZE) : space.rowEnd(block);
  }

  private boolean isInRows() {
    return !inParts && (together == 0 ? space.hasRowBlocks() : together == 1);
  }

  /** Runs all blocks, in parallel. */
  void run(BlockOps ops, List<Operand> inputs, List<Operand> outputs) {
    Parallel.forRange(blocks(), grain(capacity()), new Task(ops, inputs, outputs));
  }

  /** {@return what runs blocks or parts in one thread, which closes it} */
  Blocks open(BlockOps ops, List<Operand> inputs, List<Operand> outputs) {
    var blocks = lend(ops);
    blocks.inputs = inputs;
    blocks.outputs = outputs;
    return blocks;
  }

  private Blocks lend(BlockOps ops) {
    for (int i = 0; i < KEPT; i++) {
      // Read before it is taken: most places are empty.
      if (idle.getPlain(i) != null) {
        var taken = idle.getAndSet(i, null);
        if (taken != null && taken.ops == ops) {
          return taken;
        }
      }
    }
    return new Blocks(ops);
  }

  private void takeBack(Blocks blocks) {
    for (int i = 0; i < KEPT; i++) {
      if (idle.getPlain(i) == null && idle.compareAndSet(i, null, blocks)) {
        return;
      }
    }
  }

  /** A run of all blocks. */
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

  /** What runs blocks or parts in one thread; others use it after it was closed. */
  final class Blocks implements RangeTask, AutoCloseable {

    private final BlockOps ops;
    private final BlockRunner runner;
    private List<Operand> inputs = List.of();
    private List<Operand> outputs = List.of();
    private boolean isOpen;

    private Blocks(BlockOps ops) {
      this.ops = ops;
      runner = new BlockRunner(program, ops, space, isInRows(), capacity());
    }

    /** {@return the runner, made ready: a thread that comes too late for a block needs none} */
    BlockRunner runner() {
      if (!isOpen) {
        isOpen = true;
        runner.open(inputs, outputs);
      }
      return runner;
    }

    /** Runs the blocks from one number on, below another. */
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
      takeBack(this);
    }
  }
}
