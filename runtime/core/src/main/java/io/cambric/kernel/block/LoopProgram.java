package io.cambric.kernel.block;

import io.cambric.array.DType;
import io.cambric.kernel.Instr;
import io.cambric.kernel.LoopBody;
import io.cambric.kernel.Operand;
import io.cambric.kernel.ScalarOp;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The form of a loop body for evaluation in blocks. It has lanes, argument lists, and an assignment
 * of values to temporaries by live range.
 */
public final class LoopProgram {

  /** The number of cached forms by rows. */
  private static final int FORMS = 64;

  final LoopBody body;
  final int inputs;
  final int values;
  final Lane[] lanes;
  final DType[] dtypes;
  public final Instr[] code;
  final int[][] args;
  public final int[] results;

  /** For each value, whether it is a per-row value. */
  final boolean[] rows;

  /** Whether the body reduces rows. */
  final boolean hasRows;

  /** For each value, its temporary, numbered within its lane. */
  final int[] temporary;

  /** For each ordinal of a lane, the number of its temporaries. */
  final int[] temporaries = new int[Lane.values().length];

  /** For each value, the number of the last value computed from it; the largest int for results. */
  final int[] lastUse;

  /** The number of points that the body has run for; races lose some. */
  private long points;

  /** Compiled code by row length, one entry if the body has no rows; races lose some. */
  private volatile Compiled[] compiled = {};

  private final PlanCache<LoopPlan> plans = new PlanCache<>();
  private final PlanCache<ReducePlan> reductions = new PlanCache<>();

  /** Forms by rows that reductions use; races lose some. */
  private volatile RowForm[] rowForms = {};

  private record Compiled(BlockOps ops, int rowLength, List<BlockCode> codes) {}

  /** {@return the program of a body, which is kept in the body} */
  public static LoopProgram of(LoopBody body) {
    return body.prepared(LoopProgram.class, LoopProgram::new);
  }

  private LoopProgram(LoopBody body) {
    this.body = body;
    inputs = body.inputs().size();
    values = body.valueCount();
    lanes = new Lane[values];
    dtypes = new DType[values];
    for (int v = 0; v < values; v++) {
      dtypes[v] = body.dtype(v);
      lanes[v] = Lane.of(dtypes[v]);
    }
    code = body.code().toArray(Instr[]::new);
    args = new int[code.length][];
    for (int i = 0; i < code.length; i++) {
      args[i] = code[i].args().stream().mapToInt(Integer::intValue).toArray();
    }
    results = body.results().stream().mapToInt(Integer::intValue).toArray();
    rows = body.rowValues();
    hasRows = body.hasRows();
    lastUse = lastUses();
    temporary = assignTemporaries();
  }

  /** {@return the plan for blocks of all points, from the cache if possible} */
  LoopPlan plan(int[] dims, List<Operand> inputs, List<Operand> outputs) {
    return plan(false, dims, inputs, outputs);
  }

  /** {@return the plan for points that callers choose} */
  LoopPlan planOfParts(int[] dims, List<Operand> inputs, List<Operand> outputs) {
    return plan(true, dims, inputs, outputs);
  }

  private LoopPlan plan(boolean inParts, int[] dims, List<Operand> inputs, List<Operand> outputs) {
    var last = plans.latest();
    if (last != null && last.fits(inParts, dims, inputs, outputs)) {
      return last;
    }
    return plans.get(
        () -> LoopPlan.hash(inParts, dims, inputs, outputs),
        plan -> plan.fits(inParts, dims, inputs, outputs),
        () -> new LoopPlan(this, inParts, dims, inputs, outputs));
  }

  /** {@return the plan of a reduction, from the cache if possible} */
  ReducePlan reducePlan(int[] dims, int kept, List<Operand> inputs, Operand output) {
    var last = reductions.latest();
    if (last != null && last.fits(dims, kept, inputs, output)) {
      return last;
    }
    return reductions.get(
        () -> ReducePlan.hash(dims, kept, inputs, output),
        plan -> plan.fits(dims, kept, inputs, output),
        () -> new ReducePlan(this, dims, kept, inputs, output));
  }

  /** {@return the form by rows for a space, created once by {@link RowForm#of}} */
  @Nullable RowForm rowForm(int[] dims, IterationSpace space, @Nullable ScalarOp fold) {
    var known = rowForms;
    for (var form : known) {
      if (form.fits(space, fold)) {
        return form;
      }
    }
    var form = known.length < FORMS ? RowForm.of(this, dims, space, fold) : null;
    if (form != null) {
      var more = Arrays.copyOf(known, known.length + 1);
      more[known.length] = form;
      rowForms = more;
    }
    return form;
  }

  /** {@return the code that a provider has compiled for this body; counts the run} */
  List<BlockCode> codes(BlockOps ops, int rowLength, long points) {
    int length = hasRows ? rowLength : 0;
    var all = compiled;
    for (var known : all) {
      if (known.ops == ops && known.rowLength == length) {
        return known.codes;
      }
    }
    this.points += points;
    if (!ops.isWorthCompiling(body, this.points)) {
      return List.of();
    }
    var codes = ops.compile(body, length);
    var more = Arrays.copyOf(all, all.length + 1);
    more[all.length] = new Compiled(ops, length, codes);
    compiled = more;
    return codes;
  }

  private int[] lastUses() {
    int[] last = new int[values];
    for (int i = 0; i < code.length; i++) {
      for (int arg : args[i]) {
        last[arg] = inputs + i;
      }
    }
    for (int result : results) {
      last[result] = Integer.MAX_VALUE;
    }
    return last;
  }

  private int[] assignTemporaries() {
    int[] assigned = new int[values];
    Map<Lane, ArrayDeque<Integer>> free = new EnumMap<>(Lane.class);
    for (int v = 0; v < values; v++) {
      var pool = free.computeIfAbsent(lanes[v], _ -> new ArrayDeque<>());
      // A value that is filled once must not share its temporary.
      boolean fresh = pool.isEmpty() || isInvariant(v);
      assigned[v] = fresh ? temporaries[lanes[v].ordinal()]++ : pool.pop();
      if (v >= inputs && lastUse[v] == 0) {
        lastUse[v] = v;
      }
      // Arguments are freed after the result is placed, so no instruction works in place.
      for (int arg :
          v < inputs ? new int[0] : Arrays.stream(args[v - inputs]).distinct().toArray()) {
        if (lastUse[arg] == v && !isInvariant(arg)) {
          free.computeIfAbsent(lanes[arg], _ -> new ArrayDeque<>()).push(assigned[arg]);
        }
      }
    }
    return assigned;
  }

  /**
   * {@return whether a value may be filled once for all blocks; its temporary is then never shared}
   */
  private boolean isInvariant(int value) {
    // An input may be a scalar or periodic, and an index may be periodic.
    return value < inputs || isConstant(value) || isIndex(value);
  }

  /** {@return the strides of inputs, outputs and index values, in the order of a space} */
  public List<int[]> operandStrides(int rank, List<Operand> reads, List<Operand> written) {
    var strides = new ArrayList<int[]>();
    reads.forEach(operand -> strides.add(operand.strides()));
    written.forEach(operand -> strides.add(operand.strides()));
    for (int v = inputs; v < values; v++) {
      if (isIndex(v)) {
        // An index is also an operand: its element at a point is its position along an axis.
        int[] axis = new int[rank];
        axis[(int) code[v - inputs].immediate()] = 1;
        strides.add(axis);
      }
    }
    return strides;
  }

  /** {@return whether the body stores its only input} */
  boolean isCopy() {
    return code.length == 0 && inputs == 1 && results.length == 1;
  }

  /** {@return the number of index values} */
  int indices() {
    return (int) Arrays.stream(code).filter(instr -> instr.op() == ScalarOp.INDEX).count();
  }

  /** {@return whether compiled code computes all values except literals} */
  boolean isWhole(BlockCode compiled) {
    for (int v = inputs; v < values; v++) {
      if (!isConstant(v) && (v < compiled.from() || v >= compiled.to())) {
        return false;
      }
    }
    return true;
  }

  boolean isConstant(int value) {
    return value >= inputs && code[value - inputs].op() == ScalarOp.CONST;
  }

  boolean isIndex(int value) {
    return value >= inputs && code[value - inputs].op() == ScalarOp.INDEX;
  }
}
