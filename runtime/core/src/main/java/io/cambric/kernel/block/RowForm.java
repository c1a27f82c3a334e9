package io.cambric.kernel.block;

import io.cambric.array.Buffer;
import io.cambric.array.DType;
import io.cambric.kernel.Instr;
import io.cambric.kernel.LoopBody;
import io.cambric.kernel.Operand;
import io.cambric.kernel.ScalarOp;
import io.cambric.kernel.block.IterationSpace.Extent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A loop body without row reductions, rewritten to run row by row over a space of several rows. An
 * operand that is constant along rows becomes a per-row value, and an index becomes an operand.
 * Compiled code then computes many rows in a call, at any distances between them.
 *
 * <p>Example: the sum of a column and a row. Each row of the result is a pass over the row, with
 * one element of the column in all lanes.
 */
final class RowForm {

  /** The shortest row for which a call of compiled code is worth its time. */
  private static final int SHORTEST = 32;

  private final int[] dims;
  private final int[][] strides;
  private final int inputs;
  private final int outputs;
  private final @Nullable ScalarOp fold;
  private final LoopProgram program;

  /** For each index an operand with the numbers along its axis. */
  private final List<Operand> indices;

  private RowForm(LoopProgram points, int[] dims, IterationSpace space, @Nullable ScalarOp fold) {
    this.fold = fold;
    inputs = points.inputs;
    this.dims = new int[space.rank()];
    Arrays.setAll(this.dims, space::dim);
    strides = new int[space.operands()][space.rank()];
    outputs = strides.length - inputs - points.indices();
    for (int k = 0; k < strides.length; k++) {
      for (int d = 0; d < space.rank(); d++) {
        strides[k][d] = space.stride(k, d);
      }
    }
    indices = new ArrayList<>();
    for (var instr : points.code) {
      if (instr.op() == ScalarOp.INDEX) {
        int[] along = strides[inputs + outputs + indices.size()];
        indices.add(numbers(instr.dtype(), dims[(int) instr.immediate()], along));
      }
    }
    program = LoopProgram.of(new Builder(points.body).build());
  }

  /**
   * {@return the form of a body for a space, or null if its rows do not qualify}
   *
   * @param dims sizes of the iteration space, along which indices count
   * @param space the same iteration in canonical form
   * @param fold the reduction of each row of the first result, if there is one
   */
  static @Nullable RowForm of(
      LoopProgram program, int[] dims, IterationSpace space, @Nullable ScalarOp fold) {
    int last = space.rank() - 1;
    if (program.hasRows
        || last < 1
        || space.dim(last) < SHORTEST
        || space.dim(last) > Block.LONGEST_ROW
        || Arrays.stream(dims).anyMatch(dim -> dim > Block.LONGEST_ROW) && program.indices() > 0) {
      return null;
    }
    int indices = space.operands() - program.indices();
    for (int k = 0; k < space.operands(); k++) {
      boolean isOutput = k >= program.inputs && k < indices;
      int stride = space.stride(k, last);
      if (stride != 1 && (isOutput || stride != 0)) {
        return null;
      }
    }
    return new RowForm(program, dims, space, fold);
  }

  private static Operand numbers(DType dtype, int length, int[] strides) {
    Object lane = Lane.of(dtype).allocate(length);
    Conversions.ramp(0, 0, 1, 1, length, lane, 0);
    Conversions.round(dtype, lane, 0, length);
    var buffer = Buffer.allocate(dtype, length);
    Transfers.store(lane, 0, buffer, 0, 0, 1, 1, length);
    return new Operand(buffer, 0, strides);
  }

  /**
   * {@return whether a single segment of compiled code runs the whole body; the first calls request
   * it}
   */
  boolean isCompiled(BlockOps ops, long points) {
    var codes = program.codes(ops, dims[dims.length - 1], points);
    return codes.size() == 1
        && codes.getFirst().isByRows()
        && codes.getFirst().isReady()
        && program.isWhole(codes.getFirst());
  }

  /** {@return whether this is the form for a space} */
  boolean fits(IterationSpace space, @Nullable ScalarOp fold) {
    boolean same = this.fold == fold && dims.length == space.rank();
    for (int d = 0; d < dims.length && same; d++) {
      same = dims[d] == space.dim(d);
      for (int k = 0; k < strides.length && same; k++) {
        same = strides[k][d] == space.stride(k, d);
      }
    }
    return same;
  }

  /** {@return the number of rows of a plane, which are evenly spaced in every operand} */
  int rowsOfPlane() {
    return dims[dims.length - 2];
  }

  /**
   * {@return runners of the body on {@link #operands}, for whole rows of a plane}
   *
   * @param reads inputs of the iteration
   * @param capacity points of the longest block
   */
  RunnerPool runners(List<Operand> reads, int capacity) {
    var all = operands(reads);
    var rows = LoopPlan.spaceOfRows(dims, program.operandStrides(dims.length, all, List.of()));
    return new RunnerPool(program, rows, Extent.PLANE, capacity);
  }

  /** {@return the operands of the body for inputs of the iteration} */
  List<Operand> operands(List<Operand> reads) {
    var all = canonical(reads, 0);
    all.addAll(indices);
    return all;
  }

  /** Runs the body on operands of the iteration. */
  void run(BlockOps ops, List<Operand> reads, List<Operand> written) {
    var all = operands(reads);
    var outputs = canonical(written, inputs);
    program.plan(dims, all, outputs).run(ops, all, outputs);
  }

  private List<Operand> canonical(List<Operand> operands, int first) {
    var result = new ArrayList<Operand>(operands.size() + indices.size());
    for (int k = 0; k < operands.size(); k++) {
      var operand = operands.get(k);
      result.add(new Operand(operand.buffer(), operand.offset(), strides[first + k]));
    }
    return result;
  }

  /** Renumbers the values of a body: indices become inputs, and per-row values are broadcast. */
  private final class Builder {

    private final LoopBody body;
    private final List<DType> dtypes;
    private final Set<Integer> rowInputs = new HashSet<>();
    private final List<Instr> code = new ArrayList<>();

    /** For each old value its per-row value, or -1; for a literal, the literal itself. */
    private final int[] rowValues;

    /** For each old value its value at points, or -1. */
    private final int[] pointValues;

    Builder(LoopBody body) {
      this.body = body;
      dtypes = new ArrayList<>(body.inputs());
      rowValues = new int[body.valueCount()];
      pointValues = new int[body.valueCount()];
      Arrays.fill(rowValues, -1);
      Arrays.fill(pointValues, -1);
    }

    LoopBody build() {
      for (int v = 0; v < inputs; v++) {
        input(v, v, v);
      }
      for (int v = inputs; v < body.valueCount(); v++) {
        if (body.instr(v).op() == ScalarOp.INDEX) {
          dtypes.add(body.dtype(v));
          int number = dtypes.size() - 1;
          input(v, number, number + outputs);
        }
      }
      boolean[] read = read();
      for (int v = inputs; v < body.valueCount(); v++) {
        if (read[v] && body.instr(v).op() != ScalarOp.INDEX) {
          add(v, body.instr(v));
        }
      }
      var results = body.results().stream().map(this::point).toList();
      if (fold != null) {
        int first = results.getFirst();
        results = List.of(emit(Instr.of(fold, body.dtype(body.results().getFirst()), first)));
      }
      return LoopBody.byRows(dtypes, code, results, rowInputs);
    }

    /** {@return for each value, whether a result depends on it} */
    private boolean[] read() {
      boolean[] read = new boolean[body.valueCount()];
      body.results().forEach(result -> read[result] = true);
      for (int v = body.valueCount() - 1; v >= inputs; v--) {
        if (read[v]) {
          body.instr(v).args().forEach(arg -> read[arg] = true);
        }
      }
      return read;
    }

    private void input(int old, int number, int operand) {
      if (strides[operand][dims.length - 1] == 0) {
        rowInputs.add(number);
        rowValues[old] = number;
      } else {
        pointValues[old] = number;
      }
    }

    private void add(int old, Instr instr) {
      boolean isLiteral = instr.args().isEmpty();
      boolean isOfRow = instr.args().stream().allMatch(arg -> rowValues[arg] >= 0);
      var args = instr.args().stream().map(arg -> isOfRow ? rowValues[arg] : point(arg)).toList();
      int number = emit(new Instr(instr.op(), instr.dtype(), args, instr.immediate()));
      if (isOfRow || isLiteral) {
        rowValues[old] = number;
      }
      if (!isOfRow || isLiteral) {
        pointValues[old] = number;
      }
    }

    /** {@return the new number of a value at points; a per-row value is broadcast first} */
    private int point(int old) {
      if (pointValues[old] < 0) {
        pointValues[old] = emit(Instr.of(ScalarOp.ROW_SPREAD, body.dtype(old), rowValues[old]));
      }
      return pointValues[old];
    }

    private int emit(Instr instr) {
      code.add(instr);
      return dtypes.size() + code.size() - 1;
    }
  }
}
