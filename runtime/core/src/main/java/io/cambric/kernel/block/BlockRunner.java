package io.cambric.kernel.block;

import io.cambric.kernel.Operand;
import io.cambric.kernel.ScalarOp;
import io.cambric.kernel.block.IterationSpace.Extent;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Evaluates a loop body block by block: loads the inputs of a block, runs each instruction over it,
 * and stores the results. Mutable; used by one thread. Closing a runner returns its memory to the
 * pool of the thread; any thread may then open it again.
 */
public final class BlockRunner implements AutoCloseable, IdlePool.Reusable {

  private static final long[] NO_PHASES = {};
  private static final int[] NONE = {};

  private final LoopProgram program;
  private final BlockOps ops;
  private final IterationSpace space;
  private final Extent extent;
  private final int capacity;
  private final Block block;
  private final Object[] arrays;
  private final BlockMoves moves;
  private final int rowLength;
  private final @Nullable RowFold[] folds;

  /** For each periodic value, the position in its period at which the points of its array begin. */
  private long[] phases = NO_PHASES;

  /** For each periodic value, the number of points in its array. */
  private int[] loaded = NONE;

  private CompiledSegments code;
  private BlockMemory memory = BlockMemory.ofThread();
  private List<Operand> inputs = List.of();
  private List<Operand> outputs = List.of();
  private @Nullable ValuePlacement known;

  /**
   * Creates a runner over a space with the strides of {@link LoopProgram#operandStrides}. The
   * runner must be opened before it runs.
   *
   * @param extent the part of the space that contains all points of a block
   * @param capacity points of the longest block
   */
  public BlockRunner(
      LoopProgram program, BlockOps ops, IterationSpace space, Extent extent, int capacity) {
    this.program = program;
    this.ops = ops;
    this.space = space;
    this.extent = extent;
    this.capacity = capacity;
    this.block = new Block(program.values, capacity);
    this.arrays = new Object[program.values];
    this.moves = new BlockMoves(space, block, arrays, ops.halves());
    this.rowLength = space.rank() == 0 ? 1 : space.dim(space.rank() - 1);
    this.code = new CompiledSegments(program, List.of(), rowLength);
    this.folds = new RowFold[program.values];
    for (int v = program.inputs; v < program.values; v++) {
      ScalarOp op = program.code[v - program.inputs].op();
      if (op.isRowReduction()) {
        folds[v] = new RowFold(ops, op, program.dtypes[v], rowLength);
      }
    }
  }

  @Override
  public boolean runs(BlockOps others) {
    return ops == others;
  }

  /** Prepares a run on operands with the strides of the space, and counts it. */
  void open(List<Operand> inputs, List<Operand> outputs) {
    this.inputs = inputs;
    this.outputs = outputs;
    memory = BlockMemory.ofThread();
    var codes = program.codes(ops, rowLength, space.points());
    if (!code.isAllOf(codes)) {
      code = new CompiledSegments(program, codes, rowLength);
    }
    var placement = known;
    if (placement == null || !placement.fits(code, inputs, outputs)) {
      placement = new ValuePlacement(program, space, code, extent, inputs, outputs);
      known = placement;
    }
    takeArrays(placement);
    fillInvariants(placement);
    if (placement.hasPeriods()) {
      phases = new long[program.values];
      loaded = new int[program.values];
    }
  }

  private void takeArrays(ValuePlacement placement) {
    for (int v : placement.inside()) {
      int first = placement.firstInArray(v);
      arrays[v] = first == v ? memory.take(program.lanes[v], capacity) : arrays[first];
      block.setInside(v, arrays[v]);
    }
  }

  private ValuePlacement placement() {
    return Objects.requireNonNull(known, "a runner is opened before it runs");
  }

  /**
   * {@return whether consecutive blocks may run as one block of any length} The overhead of a block
   * is then paid once. Such a run needs memory for the points of one block at most.
   */
  boolean takesAnyLength() {
    return placement().takesAnyLength();
  }

  private void fillInvariants(ValuePlacement placement) {
    for (int v : placement.scalars()) {
      Operand operand = inputs.get(v);
      Transfers.load(operand.buffer(), operand.offset(), 0, 1, 0, capacity, arrays[v], 0);
    }
    for (int v : placement.literals()) {
      double literal = program.code[v - program.inputs].immediate();
      Conversions.fill(program.dtypes[v], literal, arrays[v], capacity);
    }
  }

  /** {@return the number of the first result} */
  int result() {
    return program.results[0];
  }

  /** Evaluates the body at {@code n} points, starting at {@code start}. */
  public Block evaluate(long start, int n) {
    var placement = placement();
    moves.startAt(start);
    int indexOperand = program.inputs + outputs.size();
    for (int v = 0; v < program.values; v++) {
      if (v < program.inputs) {
        load(placement, v, start, n);
      } else if (code.runnerFrom(v) instanceof BlockCode.Runner runner) {
        int end = code.end(v);
        for (int w = v; w < end; w++) {
          direct(placement, w);
        }
        runner.run(block, n);
        v = end - 1;
      } else if (program.isIndex(v)) {
        if (!isLoaded(placement.period(v), v, start, n)) {
          moves.ramp(indexOperand, v, n);
          Conversions.round(program.dtypes[v], arrays[v], 0, n);
        }
        indexOperand++;
      } else if (!placement.isInvariant(v)) {
        direct(placement, v);
        compute(v, n);
      }
    }
    return block;
  }

  private void compute(int v, int n) {
    var instr = program.code[v - program.inputs];
    int[] args = program.args[v - program.inputs];
    var fold = folds[v];
    if (fold != null) {
      fold.run(block, args[0], v, n / rowLength);
    } else if (instr.op() == ScalarOp.ROW_SPREAD) {
      RowFold.spread(block, args[0], v, n / rowLength, rowLength);
    } else {
      ops.run(instr, args, v, program, block, program.rows[v] ? n / rowLength : n);
    }
  }

  /** Lets an instruction compute a value directly in its output, if the layout allows it. */
  private void direct(ValuePlacement placement, int v) {
    int k = placement.directOutput(v);
    if (k >= 0) {
      Operand out = outputs.get(k);
      int number = program.inputs + k;
      int position = moves.position(number, out);
      block.setOutside(v, out.buffer().storage(), position, space.rowStep(number));
    }
  }

  /** Evaluates the body and stores its results. */
  void run(long start, int n) {
    evaluate(start, n);
    var placement = placement();
    for (int k = 0; k < outputs.size(); k++) {
      int v = program.results[k];
      Operand out = outputs.get(k);
      if (program.rows[v]) {
        int number = program.inputs + k;
        int rows = n / rowLength;
        int together = space.hasEvenRows(number, Extent.SPACE) ? rows : 1;
        for (int row = 0; row < rows; row += together) {
          int position = moves.position(number, out, start + (long) row * rowLength);
          int from = block.offset(v) + row;
          int step = space.rowStep(number);
          Transfers.store(block.array(v), from, out.buffer(), position, 0, 1, step, together);
        }
      } else if (placement.directOutput(v) != k) {
        moves.store(program.inputs + k, out, v, n);
      }
    }
  }

  @Override
  public void close() {
    var placement = placement();
    for (int v : placement.inside()) {
      if (placement.firstInArray(v) == v) {
        memory.give(program.lanes[v], arrays[v]);
      }
    }
    // Idle runners must not keep the arrays of their last operands alive.
    Arrays.fill(arrays, null);
    block.clear();
    code.release();
    inputs = List.of();
    outputs = List.of();
  }

  private void load(ValuePlacement placement, int v, long start, int n) {
    if (placement.isInvariant(v)) {
      return;
    }
    Operand operand = inputs.get(v);
    if (program.rows[v] && !placement.isInPlace(v)) {
      int rows = n / rowLength;
      int together = space.hasEvenRows(v, extent) ? rows : 1;
      for (int row = 0; row < rows; row += together) {
        int position = moves.position(v, operand, start + (long) row * rowLength);
        int step = space.rowStep(v);
        Transfers.load(operand.buffer(), position, 0, 1, step, together, arrays[v], row);
      }
    } else if (placement.isInPlace(v)) {
      int position = moves.position(v, operand);
      block.setOutside(v, operand.buffer().storage(), position, space.rowStep(v));
    } else if (!isLoaded(placement.period(v), v, start, n)) {
      moves.load(v, operand, v, n);
    }
  }

  /** {@return whether an array already has the next elements of a periodic input} */
  private boolean isLoaded(int period, int v, long start, int n) {
    if (period == 0) {
      return false;
    }
    boolean same = start % period == phases[v] && n <= loaded[v];
    phases[v] = start % period;
    loaded[v] = same ? loaded[v] : n;
    return same;
  }
}
