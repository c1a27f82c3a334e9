package io.cambric.kernel;

import io.cambric.array.DType;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A loop body made ready for blocks: lanes, argument lists, and temporaries that values share once
 * earlier ones have had their last use.
 */
final class LoopProgram {

  /** A place for each space over which a body runs again and again. */
  private static final int PLANS = 64;

  final LoopBody body;
  final int inputs;
  final int values;
  final Lane[] lanes;
  final DType[] dtypes;
  final Instr[] code;
  final int[][] args;
  final int[] results;

  /** For each value whether there is one for all points of a row. */
  final boolean[] rows;

  /** Whether it combines rows. */
  final boolean hasRows;

  /** For each value the temporary it may use, numbered within its lane. */
  final int[] temporary;

  /** How many temporaries each lane needs, by ordinal. */
  final int[] temporaries = new int[Lane.values().length];

  /** For each value the number of the last value computed from it, the largest int for results. */
  final int[] lastUse;

  /** Points for which the body ran so far; a race loses some. */
  private long points;

  /** For each length of rows it ran over, and one if it has none; a race loses some. */
  private volatile Compiled[] compiled = {};

  private final @Nullable LoopPlan[] plans = new LoopPlan[PLANS];

  private record Compiled(BlockOps ops, int rowLength, List<BlockCode> codes) {}

  /** Prepares a body, which keeps it: see {@link LoopBody#program}. */
  /** {@return the program of a body, which keeps it} */
  static LoopProgram of(LoopBody body) {
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

  /** {@return the plan for blocks of all points, kept from an earlier call where possible} */
  LoopPlan plan(int[] dims, List<Operand> inputs, List<Operand> outputs) {
    return plan(false, dims, inputs, outputs);
  }

  /** {@return the plan for points that the run chooses} */
  LoopPlan planOfParts(int[] dims, List<Operand> inputs, List<Operand> outputs) {
    return plan(true, dims, inputs, outputs);
  }

  private LoopPlan plan(boolean inParts, int[] dims, List<Operand> inputs, List<Operand> outputs) {
    int slot = LoopPlan.hash(inParts, dims, inputs, outputs) & (PLANS - 1);
    // A race loses an entry at worst: plans are immutable but for their runners.
    var known = plans[slot];
    if (known == null || !known.fits(inParts, dims, inputs, outputs)) {
      known = new LoopPlan(this, inParts, dims, inputs, outputs);
      plans[slot] = known;
    }
    return known;
  }

  /** {@return what a provider has compiled of this body, counting a run of it} */
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
      // What is filled once must not be overwritten by a value that had the temporary before it.
      boolean fresh = pool.isEmpty() || isInvariant(v);
      assigned[v] = fresh ? temporaries[lanes[v].ordinal()]++ : pool.pop();
      if (v >= inputs && lastUse[v] == 0) {
        lastUse[v] = v;
      }
      // The arguments are freed after the result is placed: an instruction never works in place.
      for (int arg :
          v < inputs ? new int[0] : Arrays.stream(args[v - inputs]).distinct().toArray()) {
        if (lastUse[arg] == v && !isInvariant(arg)) {
          free.computeIfAbsent(lanes[arg], _ -> new ArrayDeque<>()).push(assigned[arg]);
        }
      }
    }
    return assigned;
  }

  /** {@return whether a value is filled once and stays, so that its temporary is never shared} */
  private boolean isInvariant(int value) {
    // Inputs may turn out to be scalars, which are read once for all blocks.
    return value < inputs || isConstant(value);
  }

  /** {@return the strides of inputs, outputs and index values, in the order a space needs them} */
  List<int[]> operandStrides(int rank, List<Operand> reads, List<Operand> written) {
    var strides = new ArrayList<int[]>();
    reads.forEach(operand -> strides.add(operand.strides()));
    written.forEach(operand -> strides.add(operand.strides()));
    for (int v = inputs; v < values; v++) {
      if (isIndex(v)) {
        // An index is an operand too: the one that holds its own position along an axis.
        int[] axis = new int[rank];
        axis[(int) code[v - inputs].immediate()] = 1;
        strides.add(axis);
      }
    }
    return strides;
  }

  boolean isConstant(int value) {
    return value >= inputs && code[value - inputs].op() == ScalarOp.CONST;
  }

  boolean isIndex(int value) {
    return value >= inputs && code[value - inputs].op() == ScalarOp.INDEX;
  }
}
