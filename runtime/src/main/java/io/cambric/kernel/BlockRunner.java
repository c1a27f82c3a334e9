package io.cambric.kernel;

import io.cambric.array.Buffer;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Evaluates a loop body block by block: brings the inputs of a run of points together, runs each
 * instruction over the run, and stores results. Mutable; used by one thread, which closes it so
 * that its memory serves again. It may be opened again then, by any thread.
 */
final class BlockRunner implements AutoCloseable {

  private static final Lane[] LANES = Lane.values();

  private final LoopProgram program;
  private final BlockOps ops;
  private final IterationSpace space;
  private final boolean rowsOnly;
  private final int capacity;
  private final Block block;
  private final Object[] home;
  private final boolean[] invariant;
  private final boolean[] inPlace;
  private final int[] directOutput;

  /** The index of the first point of a block. */
  private final int[] first;

  private final int[] index;

  private final @Nullable Object[][] temporaries;
  private final int rowLength;
  private final @Nullable RowFold[] folds;
  private UsedCode code;
  private BlockMemory memory = BlockMemory.ofThread();
  private List<Operand> inputs = List.of();
  private List<Operand> outputs = List.of();
  private boolean takesAnyLength;

  /**
   * Makes a runner over a space whose strides are those of {@link LoopProgram#operandStrides}. It
   * is opened before it runs.
   *
   * @param rowsOnly whether every block lies within a row of the innermost dim
   * @param capacity points of the longest block
   */
  BlockRunner(
      LoopProgram program, BlockOps ops, IterationSpace space, boolean rowsOnly, int capacity) {
    this.program = program;
    this.ops = ops;
    this.space = space;
    this.rowsOnly = rowsOnly;
    this.capacity = capacity;
    this.block = new Block(program.values);
    this.home = new Object[program.values];
    this.invariant = new boolean[program.values];
    this.inPlace = new boolean[program.inputs];
    this.directOutput = new int[program.values];
    this.first = new int[space.rank()];
    this.index = new int[space.rank()];
    this.temporaries = new Object[LANES.length][];
    this.rowLength = space.rank() == 0 ? 1 : space.dim(space.rank() - 1);
    this.code = new UsedCode(program, List.of(), rowLength);
    this.folds = new RowFold[program.values];
    for (int v = program.inputs; v < program.values; v++) {
      ScalarOp op = program.code[v - program.inputs].op();
      if (op.isRowReduction()) {
        folds[v] = new RowFold(ops, op, rowLength);
      }
    }
    placeTemporaries();
  }

  /** Makes a runner that is open for these operands. */
  BlockRunner(
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

  /** Prepares to run on operands with the strides of the space, and counts the run. */
  void open(List<Operand> inputs, List<Operand> outputs) {
    this.inputs = inputs;
    this.outputs = outputs;
    memory = BlockMemory.ofThread();
    var codes = program.codes(ops, rowLength, space.points());
    if (!code.isAllOf(codes)) {
      code = new UsedCode(program, codes, rowLength);
      placeTemporaries();
    }
    placeValues();
    fillInvariants();
    takesAnyLength = needsNoTemporaries();
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
        inPlace[v] =
            space.isLinear(v, rowsOnly) && Lane.isStored(program.dtypes[v]) && !isOverwritten(v);
      }
      if (code.needs(v) && (v >= program.inputs || !inPlace[v])) {
        @Nullable Object[] pool = temporaries[program.lanes[v].ordinal()];
        int t = share ? program.temporary[v] : v;
        var array = pool[t] == null ? memory.take(program.lanes[v], capacity) : pool[t];
        pool[t] = array;
        home[v] = array;
        block.set(v, home[v], 0);
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
          && space.isLinear(program.inputs + k, rowsOnly)
          && Lane.isStored(program.dtypes[v])
          && isSafeToWriteEarly(v, outputs.get(k).buffer())) {
        directOutput[v] = k;
      }
    }
  }

  /** {@return whether code of the provider computes all results where they are to lie} */
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
   * {@return whether blocks of a row may run as one, of any length} They need no memory of their
   * own then, and what a block costs beside its points is paid once.
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
          Transfers.load(operand.buffer(), operand.offset(), 0, 1, 0, capacity, home[v], 0);
        }
      } else if (program.isConstant(v)) {
        invariant[v] = true;
        if (code.needs(v)) {
          double literal = program.code[v - program.inputs].immediate();
          Conversions.fill(program.dtypes[v], literal, home[v], capacity);
        }
      }
    }
  }

  /** Evaluates the body at {@code n} points from {@code start} on. */
  Block evaluate(long start, int n) {
    moveTo(start, first);
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
        walk(indexOperand++, null, 0, v, false, n);
        Conversions.round(program.dtypes[v], home[v], 0, n);
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

  /** Has a value computed where it is to be stored, if it can be. */
  private void direct(int v) {
    int k = directOutput[v];
    if (k >= 0) {
      Operand out = outputs.get(k);
      block.set(v, out.buffer().storage(), position(program.inputs + k, out.offset(), first));
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
          moveTo(start + (long) row * rowLength, index);
          int position = position(program.inputs + k, out.offset(), index);
          int from = block.offset(v) + row;
          Transfers.store(block.array(v), from, out.buffer(), position, 0, 1, 0, 1);
        }
      } else if (directOutput[v] != k) {
        walk(program.inputs + k, out.buffer(), out.offset(), v, true, n);
      }
    }
  }

  @Override
  public void close() {
    for (int lane = 0; lane < LANES.length; lane++) {
      @Nullable Object[] arrays = temporaries[lane];
      for (int t = 0; t < arrays.length; t++) {
        if (arrays[t] != null) {
          memory.give(LANES[lane], arrays[t]);
          arrays[t] = null;
        }
      }
    }
    // What it ran on is held by nobody else, maybe, and lives no longer than its owners want.
    Arrays.fill(home, null);
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
      block.set(v, operand.buffer().storage(), position(v, operand.offset(), first));
    } else {
      walk(v, operand.buffer(), operand.offset(), v, false, n);
    }
  }

  /** Sets an index to that of a point. */
  private void moveTo(long point, int[] to) {
    long rest = point;
    for (int d = to.length - 1; d > 0; d--) {
      to[d] = (int) (rest % space.dim(d));
      rest /= space.dim(d);
    }
    if (to.length > 0) {
      to[0] = (int) rest;
    }
  }

  /** {@return where an operand holds the point of an index} */
  private int position(int operand, int offset, int[] at) {
    int position = offset;
    for (int d = 0; d < at.length; d++) {
      position += at[d] * space.stride(operand, d);
    }
    return position;
  }

  /**
   * Moves the points of the block between a buffer and a value, as few and as large pieces as can
   * be.
   */
  private void walk(
      int operand, @Nullable Buffer buffer, int offset, int value, boolean store, int n) {
    System.arraycopy(first, 0, index, 0, index.length);
    int position = position(operand, offset, index);
    int last = space.rank() - 1;
    if (last < 0) {
      move(buffer, position, 0, 1, 0, n, value, 0, store);
      return;
    }
    int inner = space.dim(last);
    int stride = space.stride(operand, last);
    for (int done = 0; done < n; ) {
      int axis;
      int by;
      if (last > 0 && index[last] == 0 && n - done >= inner) {
        axis = last - 1;
        by = Math.min((n - done) / inner, space.dim(axis) - index[axis]);
        move(buffer, position, space.stride(operand, axis), by, stride, inner, value, done, store);
        done += by * inner;
      } else {
        axis = last;
        by = Math.min(n - done, inner - index[last]);
        move(buffer, position, 0, 1, stride, by, value, done, store);
        done += by;
      }
      position += by * space.stride(operand, axis);
      index[axis] += by;
      while (axis > 0 && index[axis] == space.dim(axis)) {
        position += space.stride(operand, axis - 1) - index[axis] * space.stride(operand, axis);
        index[axis--] = 0;
        index[axis]++;
      }
    }
  }

  private void move(
      @Nullable Buffer buffer,
      int position,
      int rowStride,
      int rows,
      int stride,
      int columns,
      int value,
      int at,
      boolean store) {
    if (buffer == null) {
      Conversions.ramp(position, rowStride, rows, stride, columns, home[value], at);
    } else if (store) {
      int from = block.offset(value) + at;
      Transfers.store(block.array(value), from, buffer, position, rowStride, rows, stride, columns);
    } else {
      Transfers.load(buffer, position, rowStride, rows, stride, columns, home[value], at);
    }
  }
}
