package io.cambric.kernel.block;

import io.cambric.array.Buffer;
import io.cambric.kernel.Operand;
import io.cambric.kernel.ScalarOp;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Evaluates a loop body block by block: loads the inputs of a block, runs each instruction over it,
 * and stores the results. Mutable; used by one thread. Closing a runner returns its memory to the
 * pool of the thread; afterwards any thread may open it again.
 */
public final class BlockRunner implements AutoCloseable {

  private static final Lane[] LANES = Lane.values();

  private final LoopProgram program;
  private final BlockOps ops;
  private final IterationSpace space;
  private final boolean rowsOnly;
  private final int capacity;
  private final Block block;
  private final Object[] arrays;
  private final boolean[] invariant;
  private final boolean[] inPlace;
  private final int[] directOutput;

  private final BlockMoves moves;
  private final @Nullable Object[][] temporaries;
  private final int rowLength;
  private final @Nullable RowFold[] folds;
  private CompiledSegments code;
  private BlockMemory memory = BlockMemory.ofThread();
  private List<Operand> inputs = List.of();
  private List<Operand> outputs = List.of();
  private boolean takesAnyLength;

  /**
   * Creates a runner over a space with the strides of {@link LoopProgram#operandStrides}. The
   * runner must be opened before it runs.
   *
   * @param rowsOnly whether every block lies within a row of the innermost dim
   * @param capacity points of the longest block
   */
  public BlockRunner(
      LoopProgram program, BlockOps ops, IterationSpace space, boolean rowsOnly, int capacity) {
    this.program = program;
    this.ops = ops;
    this.space = space;
    this.rowsOnly = rowsOnly;
    this.capacity = capacity;
    this.block = new Block(program.values);
    this.arrays = new Object[program.values];
    this.invariant = new boolean[program.values];
    this.inPlace = new boolean[program.inputs];
    this.directOutput = new int[program.values];
    this.moves = new BlockMoves(space, block, arrays);
    this.temporaries = new Object[LANES.length][];
    this.rowLength = space.rank() == 0 ? 1 : space.dim(space.rank() - 1);
    this.code = new CompiledSegments(program, List.of(), rowLength);
    this.folds = new RowFold[program.values];
    for (int v = program.inputs; v < program.values; v++) {
      ScalarOp op = program.code[v - program.inputs].op();
      if (op.isRowReduction()) {
        folds[v] = new RowFold(ops, op, rowLength);
      }
    }
    placeTemporaries();
  }

  /** Creates a runner that is open for these operands. */
  public BlockRunner(
      LoopProgram program,
      BlockOps ops,
      IterationSpace space,
      List<Operand> inputs,
      List<Operand> outputs,
      boolean rowsOnly,
      int capacity) {
    this(program, ops, space, rowsOnly, capacity);
    open(inputs, outputs);
  }

  /** Prepares a run on operands with the strides of the space, and counts it. */
  void open(List<Operand> inputs, List<Operand> outputs) {
    this.inputs = inputs;
    this.outputs = outputs;
    memory = BlockMemory.ofThread();
    var codes = program.codes(ops, rowLength, space.points());
    if (!code.isAllOf(codes)) {
      code = new CompiledSegments(program, codes, rowLength);
      placeTemporaries();
    }
    placeValues();
    fillInvariants();
    takesAnyLength = program.hasRows ? needsBlocksOfCodeOnly() : needsNoTemporaries();
  }

  private void placeTemporaries() {
    for (int lane = 0; lane < LANES.length; lane++) {
      int count = code.sharesArrays() ? program.temporaries[lane] : program.values;
      temporaries[lane] = new Object[count];
    }
  }

  private void placeValues() {
    boolean share = code.sharesArrays();
    for (int v = 0; v < program.values; v++) {
      if (v < program.inputs) {
        inPlace[v] = isUsableInPlace(v) && Lane.isStored(program.dtypes[v]) && !isOverwritten(v);
      }
      if (code.needs(v) && (v >= program.inputs || !inPlace[v])) {
        @Nullable Object[] pool = temporaries[program.lanes[v].ordinal()];
        int t = share ? program.temporary[v] : v;
        var array = pool[t] == null ? memory.take(program.lanes[v], capacity) : pool[t];
        pool[t] = array;
        arrays[v] = array;
        block.setInside(v, arrays[v]);
      }
      directOutput[v] = -1;
    }
    for (int k = 0; k < outputs.size(); k++) {
      int v = program.results[k];
      if (v >= program.inputs
          && !program.isConstant(v)
          && !program.isIndex(v)
          && !program.rows[v]
          && directOutput[v] < 0
          && isUsableInPlace(program.inputs + k)
          && Lane.isStored(program.dtypes[v])
          && isSafeToWriteEarly(v, outputs.get(k).buffer())) {
        directOutput[v] = k;
      }
    }
  }

  /** {@return whether instructions can read or write an operand in place} */
  private boolean isUsableInPlace(int operand) {
    return space.isLinear(operand, rowsOnly) || (code.isOneByRows() && space.isByRows(operand));
  }

  /** {@return whether compiled code computes all results directly in the outputs} */
  private boolean needsNoTemporaries() {
    for (int v = 0; v < program.values; v++) {
      boolean placed = v < program.inputs ? inPlace[v] : directOutput[v] >= 0;
      boolean computed = v < program.inputs || program.isConstant(v) || code.covers(v);
      if (!computed || (code.needs(v) && !placed)) {
        return false;
      }
    }
    for (int k = 0; k < outputs.size(); k++) {
      if (directOutput[program.results[k]] != k) {
        return false;
      }
    }
    return true;
  }

  /**
   * {@return whether compiled code reads and writes all rows in place, so that only the code itself
   * keeps points in memory of the block}
   */
  private boolean needsBlocksOfCodeOnly() {
    if (!code.isOneByRows()) {
      return false;
    }
    for (int v = 0; v < program.inputs; v++) {
      if (!invariant[v] && !(inPlace[v] && space.isByRows(v))) {
        return false;
      }
    }
    for (int k = 0; k < outputs.size(); k++) {
      int v = program.results[k];
      if (!program.rows[v] && !(directOutput[v] == k && space.isByRows(program.inputs + k))) {
        return false;
      }
    }
    return true;
  }

  /**
   * {@return whether consecutive blocks may run as one block of any length} The overhead of a block
   * is then paid once. Points need no memory of the block in such a run, or that of one block.
   */
  boolean takesAnyLength() {
    return takesAnyLength;
  }

  /** An output may share its buffer with an input, which must not be read after it is written. */
  private boolean isSafeToWriteEarly(int value, Buffer output) {
    for (int i = 0; i < program.inputs; i++) {
      if (code.readsAfter(i, value) && sameStorage(inputs.get(i).buffer(), output)) {
        return false;
      }
    }
    return true;
  }

  /** An input that is also a result must be kept while other results are stored over it. */
  private boolean isOverwritten(int input) {
    if (program.lastUse[input] != Integer.MAX_VALUE) {
      return false;
    }
    var storage = inputs.get(input).buffer();
    for (int k = 0; k < outputs.size(); k++) {
      if (sameStorage(outputs.get(k).buffer(), storage)) {
        return true;
      }
    }
    return false;
  }

  private static boolean sameStorage(Buffer a, Buffer b) {
    return a.storage() == b.storage();
  }

  private void fillInvariants() {
    Arrays.fill(invariant, false);
    for (int v = 0; v < program.values; v++) {
      if (v < program.inputs) {
        if (!inPlace[v] && space.isScalar(v)) {
          invariant[v] = true;
          Operand operand = inputs.get(v);
          Transfers.load(operand.buffer(), operand.offset(), 0, 1, 0, capacity, arrays[v], 0);
        }
      } else if (program.isConstant(v)) {
        invariant[v] = true;
        if (code.needs(v)) {
          double literal = program.code[v - program.inputs].immediate();
          Conversions.fill(program.dtypes[v], literal, arrays[v], capacity);
        }
      }
    }
  }

  /** Evaluates the body at {@code n} points from {@code start} on. */
  public Block evaluate(long start, int n) {
    moves.startAt(start);
    int indexOperand = program.inputs + outputs.size();
    for (int v = 0; v < program.values; v++) {
      if (v < program.inputs) {
        load(v, n);
      } else if (code.runnerFrom(v) instanceof BlockCode.Runner runner) {
        int end = code.end(v);
        for (int w = v; w < end; w++) {
          direct(w);
        }
        runner.run(block, n);
        v = end - 1;
      } else if (program.isIndex(v)) {
        moves.ramp(indexOperand++, v, n);
        Conversions.round(program.dtypes[v], arrays[v], 0, n);
      } else if (!invariant[v]) {
        direct(v);
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

  /** Lets an instruction compute a value directly in its output, if the layout permits. */
  private void direct(int v) {
    int k = directOutput[v];
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
    for (int k = 0; k < outputs.size(); k++) {
      int v = program.results[k];
      Operand out = outputs.get(k);
      if (program.rows[v]) {
        for (int row = 0; row < n / rowLength; row++) {
          int position = moves.position(program.inputs + k, out, start + (long) row * rowLength);
          int from = block.offset(v) + row;
          Transfers.store(block.array(v), from, out.buffer(), position, 0, 1, 0, 1);
        }
      } else if (directOutput[v] != k) {
        moves.store(program.inputs + k, out, v, n);
      }
    }
  }

  @Override
  public void close() {
    for (int lane = 0; lane < LANES.length; lane++) {
      @Nullable Object[] pool = temporaries[lane];
      for (int t = 0; t < pool.length; t++) {
        if (pool[t] != null) {
          memory.give(LANES[lane], pool[t]);
          pool[t] = null;
        }
      }
    }
    // Idle runners must not keep the arrays of their last operands alive.
    Arrays.fill(arrays, null);
    block.clear();
    code.release();
    inputs = List.of();
    outputs = List.of();
  }

  private void load(int v, int n) {
    if (invariant[v]) {
      return;
    }
    Operand operand = inputs.get(v);
    if (inPlace[v]) {
      int position = moves.position(v, operand);
      block.setOutside(v, operand.buffer().storage(), position, space.rowStep(v));
    } else {
      moves.load(v, operand, v, n);
    }
  }
}
