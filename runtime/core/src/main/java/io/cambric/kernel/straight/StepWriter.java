package io.cambric.kernel.straight;

import static java.lang.constant.ConstantDescs.CD_float;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_void;

import io.cambric.array.DType;
import io.cambric.kernel.FloatFunction;
import io.cambric.kernel.Instr;
import io.cambric.kernel.LoopBody;
import io.cambric.kernel.ReduceOp;
import io.cambric.kernel.ScalarOp;
import io.cambric.kernel.block.LaneFold;
import io.cambric.kernel.block.TreeSum;
import io.cambric.kernel.straight.PointLoops.Cursor;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Writes the code of one small step: loops over its points, with each computed value in a local
 * variable.
 *
 * <p>A body that reduces rows makes several passes over a row. A pass computes the values that need
 * the reductions of earlier passes, and then its own reductions. Values that later passes read are
 * kept in working memory.
 */
final class StepWriter {

  private static final ClassDesc FUNCTION = ClassDesc.of(FloatFunction.class.getName());

  private static final MethodTypeDesc APPLY =
      MethodTypeDesc.of(
          CD_void, CD_float.arrayType(), CD_int, CD_float.arrayType(), CD_int, CD_int);

  private static final ClassDesc TREE_SUM = ClassDesc.of(TreeSum.class.getName());

  private final CodeBuilder code;
  private final LoopBody body;
  private final List<Access> inputs;
  private final PointLoops loops;
  private final int[] dims;
  private final WorkingMemory memory;
  private final ScalarEmitter emitter;

  /** For each value, the local that holds it, or -1. */
  private final int[] locals;

  /** For each value, whether it is one value for all points of a row. */
  private final boolean[] rows;

  private StepWriter(
      CodeBuilder code,
      LoopBody body,
      List<Access> inputs,
      WorkingMemory memory,
      PointLoops loops) {
    this.code = code;
    this.body = body;
    this.inputs = inputs;
    this.memory = memory;
    this.loops = loops;
    dims = loops.dims();
    rows = body.rowValues();
    locals = new int[body.valueCount()];
    Arrays.fill(locals, -1);
    emitter = new ScalarEmitter(code, body, this::get);
  }

  /**
   * Writes a step.
   *
   * @param memory takes the working memory that the step needs
   * @param arrays for each number of an array, the local into which an earlier step of the method
   *     loaded it; takes the arrays of this step
   */
  static void write(
      CodeBuilder code, SmallStep step, WorkingMemory memory, Map<Integer, Integer> arrays) {
    var loops = new PointLoops(code, step.dims(), arrays);
    switch (step) {
      case SmallStep.Loop(var body, _, var inputs, var outputs) -> {
        var writer = new StepWriter(code, body, inputs, memory, loops);
        if (body.hasRows()) {
          writer.byRows(outputs);
        } else {
          writer.byPoints(outputs);
        }
      }
      case SmallStep.Reduce reduce ->
          new StepWriter(code, reduce.body(), reduce.inputs(), memory, loops).reduce(reduce);
      case SmallStep.Product product -> new ProductWriter(code, product, loops).write();
      case SmallStep.Copy copy -> new CopyWriter(code, copy, loops).write();
      case SmallStep.Apply apply -> apply(code, apply, loops);
      case SmallStep.Search search -> new SearchWriter(code, search, loops).write();
    }
  }

  /** Calls a function. */
  private static void apply(CodeBuilder code, SmallStep.Apply apply, PointLoops loops) {
    var argument = loops.cursor(apply.argument());
    var result = loops.cursor(apply.result());
    code.aload(StraightWriter.ARRAYS).loadConstant(apply.function()).aaload();
    code.checkcast(FUNCTION);
    loops.place(argument);
    loops.place(result);
    code.loadConstant(apply.count()).invokeinterface(FUNCTION, "apply", APPLY);
  }

  /** Loads the local of a value. */
  private void get(int value) {
    code.loadLocal(ScalarEmitter.kind(body.dtype(value)), locals[value]);
  }

  /** Stores the value on the stack in its local. */
  private void set(int value) {
    var kind = ScalarEmitter.kind(body.dtype(value));
    if (locals[value] < 0) {
      locals[value] = code.allocateLocal(kind);
    }
    code.storeLocal(kind, locals[value]);
  }

  private Instr instr(int value) {
    return body.instr(value);
  }

  private boolean isInput(int value) {
    return value < body.inputs().size();
  }

  private void compute(int value) {
    var instr = instr(value);
    if (instr.op() == ScalarOp.INDEX) {
      code.iload(loops.counter((int) instr.immediate()));
      var kind = ScalarEmitter.kind(instr.dtype());
      if (kind != TypeKind.INT) {
        code.conversion(TypeKind.INT, kind);
      }
    } else if (instr.op() == ScalarOp.ROW_SPREAD) {
      get(instr.args().getFirst());
    } else {
      emitter.emit(instr);
    }
    set(value);
  }

  private void byPoints(List<Access> outputs) {
    var all = new ArrayList<>(loops.cursors(inputs));
    all.addAll(loops.cursors(outputs));
    loops.nest(
        0,
        dims.length,
        all,
        cursors -> {
          evaluate(cursors);
          for (int k = 0; k < outputs.size(); k++) {
            int result = body.results().get(k);
            loops.store(cursors.get(inputs.size() + k), () -> get(result));
          }
        });
  }

  /** Computes all values of a point. */
  private void evaluate(List<Cursor> cursors) {
    for (int v = 0; v < body.valueCount(); v++) {
      if (isInput(v)) {
        loops.load(cursors.get(v));
        set(v);
      } else {
        compute(v);
      }
    }
  }

  private void byRows(List<Access> outputs) {
    int last = dims.length - 1;
    int[] passes = passes();
    int end = IntStream.of(passes).max().orElse(0);
    var kept = new HashMap<Integer, Cursor>();
    kept(passes, end).forEach(value -> kept.put(value, loops.cursor(piece(value))));
    var all = new ArrayList<>(loops.cursors(inputs));
    all.addAll(loops.cursors(outputs));
    loops.nest(
        0,
        last,
        all,
        cursors -> {
          rowInputs(cursors);
          for (int pass = 0; pass <= end; pass++) {
            rowValues(pass, passes);
            pass(pass, end, passes, kept, cursors);
            reductions(pass, passes, kept);
          }
          for (int k = 0; k < outputs.size(); k++) {
            int result = body.results().get(k);
            if (rows[result]) {
              loops.store(cursors.get(inputs.size() + k), () -> get(result));
            }
          }
        });
  }

  /** {@return working memory for a value of all points of a row} */
  private Access piece(int value) {
    int[] strides = new int[dims.length];
    strides[dims.length - 1] = 1;
    return memory.add(body.dtype(value), dims[dims.length - 1], strides);
  }

  private void rowInputs(List<Cursor> cursors) {
    for (int v = 0; v < inputs.size(); v++) {
      if (rows[v]) {
        loops.load(cursors.get(v));
        set(v);
      }
    }
  }

  /** {@return for each value, the pass that computes it; a reduction follows its pass} */
  private int[] passes() {
    int[] passes = new int[body.valueCount()];
    for (int v = inputs.size(); v < passes.length; v++) {
      for (int arg : instr(v).args()) {
        int after = isReduction(arg) ? 1 : 0;
        passes[v] = Math.max(passes[v], passes[arg] + after);
      }
    }
    return passes;
  }

  private boolean isReduction(int value) {
    return !isInput(value) && instr(value).op().isRowReduction();
  }

  /** {@return the values that working memory keeps, for a reduction or a later pass} */
  private Set<Integer> kept(int[] passes, int end) {
    var kept = new TreeSet<Integer>();
    for (int v = inputs.size(); v < passes.length; v++) {
      for (int arg : instr(v).args()) {
        if (isReduction(v) || isComputed(arg) && passes[v] > passes[arg]) {
          kept.add(arg);
        }
      }
    }
    body.results().stream()
        .filter(result -> isComputed(result) && passes[result] < end)
        .forEach(kept::add);
    return kept;
  }

  /** {@return whether a value is computed at each point} */
  private boolean isComputed(int value) {
    return !isInput(value) && !rows[value] && !body.isLiteral(value);
  }

  /** {@return the point values that a pass loads or computes} */
  private boolean[] needed(int pass, int end, int[] passes, Map<Integer, Cursor> kept) {
    boolean[] needed = new boolean[passes.length];
    kept.keySet().forEach(value -> needed[value] = passes[value] == pass);
    body.results().forEach(result -> needed[result] |= pass == end && !rows[result]);
    for (int v = passes.length - 1; v >= inputs.size(); v--) {
      if (needed[v] && passes[v] == pass) {
        instr(v).args().forEach(arg -> needed[arg] |= !rows[arg]);
      }
    }
    return needed;
  }

  /** Computes the point values of a pass, and stores results of points in the last one. */
  private void pass(
      int pass, int end, int[] passes, Map<Integer, Cursor> kept, List<Cursor> outer) {
    boolean[] needed = needed(pass, end, passes, kept);
    if (IntStream.range(0, needed.length).noneMatch(v -> needed[v])) {
      return;
    }
    var keeping = List.copyOf(kept.keySet());
    var all = new ArrayList<>(outer);
    keeping.forEach(value -> all.add(kept.get(value)));
    loops.nest(
        dims.length - 1,
        dims.length,
        all,
        cursors -> {
          for (int v = 0; v < needed.length; v++) {
            if (needed[v]) {
              var piece =
                  kept.containsKey(v) ? cursors.get(outer.size() + keeping.indexOf(v)) : null;
              point(v, passes[v] < pass, cursors, piece);
            }
          }
          for (int k = 0; k < body.results().size() && pass == end; k++) {
            int result = body.results().get(k);
            if (!rows[result]) {
              loops.store(cursors.get(inputs.size() + k), () -> get(result));
            }
          }
        });
  }

  /**
   * Loads or computes a value of a point.
   *
   * @param isEarlier whether an earlier pass computed it
   * @param piece the working memory that keeps it, or null
   */
  private void point(int value, boolean isEarlier, List<Cursor> cursors, @Nullable Cursor piece) {
    if (isInput(value)) {
      loops.load(cursors.get(value));
      set(value);
    } else if (isEarlier && piece != null) {
      loops.load(piece);
      set(value);
    } else {
      compute(value);
    }
    if (!isEarlier && piece != null) {
      loops.store(piece, () -> get(value));
    }
  }

  /** Computes the values of a row that depend on reductions of earlier passes. */
  private void rowValues(int pass, int[] passes) {
    for (int v = inputs.size(); v < body.valueCount(); v++) {
      boolean isOfRow = rows[v] && !isReduction(v);
      if (passes[v] == pass && (isOfRow || body.isLiteral(v))) {
        compute(v);
      }
    }
  }

  /** Reduces the values of a pass over a row. */
  private void reductions(int pass, int[] passes, Map<Integer, Cursor> kept) {
    for (int v = inputs.size(); v < body.valueCount(); v++) {
      if (isReduction(v) && passes[v] == pass) {
        var op =
            switch (instr(v).op()) {
              case ROW_SUM -> ReduceOp.SUM;
              case ROW_MAX -> ReduceOp.MAX;
              default -> ReduceOp.MIN;
            };
        var row = Objects.requireNonNull(kept.get(instr(v).args().getFirst()));
        fold(op, row, dims[dims.length - 1]);
        set(v);
      }
    }
  }

  /** Leaves the reduction of consecutive floats on the stack. */
  private void fold(ReduceOp op, Cursor row, int length) {
    loops.place(row);
    code.loadConstant(length);
    var name =
        switch (op) {
          case SUM -> "sum";
          case MAX -> "max";
          default -> "min";
        };
    code.invokestatic(
        TREE_SUM, name, MethodTypeDesc.of(CD_float, CD_float.arrayType(), CD_int, CD_int));
  }

  private void reduce(SmallStep.Reduce reduce) {
    int result = body.results().getFirst();
    var dtype = body.dtype(result);
    int kept = reduce.kept();
    int length = 1;
    for (int d = kept; d < dims.length; d++) {
      length *= dims[d];
    }
    boolean byTree = FoldOrder.isTree(reduce, length);
    var row = byTree ? loops.cursor(memory.add(dtype, length, new int[dims.length])) : null;
    var all = new ArrayList<>(loops.cursors(inputs));
    all.add(loops.cursor(reduce.output()));
    int points = length;
    loops.nest(
        0,
        kept,
        all,
        outer -> {
          if (row == null) {
            inOrder(reduce, dtype, result, outer);
            return;
          }
          int place = code.allocateLocal(TypeKind.INT);
          code.iload(row.local()).istore(place);
          loops.nest(
              kept,
              dims.length,
              outer,
              cursors -> {
                evaluate(cursors);
                loops.store(new Cursor(row.access(), place), () -> get(result));
                code.iinc(place, 1);
              });
          loops.store(outer.getLast(), () -> fold(reduce.op(), row, points));
        });
  }

  /** Combines the reduced values one after another. */
  private void inOrder(SmallStep.Reduce reduce, DType dtype, int result, List<Cursor> outer) {
    var kind = ScalarEmitter.kind(dtype);
    int sum = code.allocateLocal(kind);
    emitter.constant(dtype, reduce.op().identity(dtype));
    code.storeLocal(kind, sum);
    loops.nest(
        reduce.kept(),
        dims.length,
        outer,
        cursors -> {
          evaluate(cursors);
          code.loadLocal(kind, sum);
          get(result);
          emitter.combine(LaneFold.step(reduce.op(), dtype), dtype);
          code.storeLocal(kind, sum);
        });
    loops.store(outer.getLast(), () -> code.loadLocal(kind, sum));
  }
}
