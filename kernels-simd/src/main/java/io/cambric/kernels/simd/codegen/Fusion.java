package io.cambric.kernels.simd.codegen;

import io.cambric.array.DType;
import io.cambric.kernel.Instr;
import io.cambric.kernel.LoopBody;
import io.cambric.kernel.ScalarOp;
import io.cambric.kernel.block.BlockCode;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Partitions a loop body into runs of instructions, generates a loop for each run, and caches the
 * loops. Equal bodies share their loops.
 */
public final class Fusion {

  /**
   * The most vector operations of one generated loop. C2 compiles longer loops without boxing
   * vectors, too, but needs seconds for them.
   */
  static final int LARGEST = 80;

  /**
   * The most values that a pass over rows loads or stores. Each value takes two method arguments,
   * and the JVM allows 255. A pass that computes row values takes their operands, too.
   */
  static final int MAX_OPERANDS = 80;

  private static final int CACHED = 256;

  /**
   * The cache key.
   *
   * @param lengths row lengths of a body that combines rows. Null for other bodies, and for rows
   *     too short for passes.
   */
  private record Key(LoopBody body, RowPlan.@Nullable Lengths lengths) {}

  /**
   * The cached loops of a body. Compiled loops are held strongly, because compiling takes long.
   * Until then they are held weakly: once their programs are collected, they are never compiled.
   */
  private static final class Loops {

    private final WeakReference<List<BlockCode>> used;
    private int unfinished;

    /** Null until the JIT has compiled all of them. */
    private @Nullable List<BlockCode> compiled;

    /**
     * Caches loops.
     *
     * @param used the list that programs hold
     * @param codes the same loops
     */
    Loops(List<BlockCode> used, List<GeneratedCode> codes) {
      this.used = new WeakReference<>(used);
      unfinished = codes.size();
      codes.forEach(code -> code.warmUp().whenDone(this::finished));
    }

    private synchronized void finished() {
      unfinished--;
      if (unfinished == 0) {
        compiled = used.get();
      }
    }

    /** {@return the loops, or null if they have been collected} */
    synchronized @Nullable List<BlockCode> get() {
      return compiled == null ? used.get() : compiled;
    }
  }

  private final Map<Key, Loops> loops =
      new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, Loops> eldest) {
          return size() > CACHED;
        }
      };

  /**
   * {@return generated loops for runs of instructions of a body, in order} The caller holds the
   * list while it uses the loops.
   *
   * @param rowLength the points of a row, if the body combines rows
   * @param accumulators the accumulators of a row reduction
   */
  public synchronized List<BlockCode> of(LoopBody body, int rowLength, int accumulators) {
    var lengths =
        !body.hasRows() || rowLength < RowPlan.Lengths.SHORTEST
            ? null
            : RowPlan.Lengths.of(rowLength, accumulators);
    var key = new Key(body.withoutRuns(), lengths);
    var known = loops.get(key);
    var codes = known == null ? null : known.get();
    if (codes == null) {
      var generated = generate(key);
      codes = List.copyOf(generated);
      loops.put(key, new Loops(codes, generated));
    }
    return codes;
  }

  private static List<GeneratedCode> generate(Key key) {
    var body = key.body;
    var codes = new ArrayList<GeneratedCode>();
    boolean[] rows = body.rowValues();
    int inputs = body.inputs().size();
    int from = inputs;
    for (int value = inputs; value <= body.valueCount(); value++) {
      boolean ends =
          value == body.valueCount()
              || (key.lengths == null
                  ? rows[value] || cost(body, value) < 0
                  : costInRows(body, value) < 0);
      if (ends) {
        if (key.lengths == null || !addRows(body, key.lengths, rows, from, value, codes)) {
          addLoops(body, rows, from, value, codes);
        }
        from = value + 1;
      }
    }
    return codes;
  }

  /**
   * Adds passes over rows unless a pass would be too long. They compute values that depend on row
   * reductions, or all values of a body that has rows but no row values.
   */
  private static boolean addRows(
      LoopBody body,
      RowPlan.Lengths lengths,
      boolean[] rows,
      int from,
      int to,
      List<GeneratedCode> codes) {
    boolean any = hasPointsAlone(body, rows);
    var readOutside = new HashSet<Integer>();
    for (int value = from; value < to; value++) {
      var op = body.instr(value).op();
      any |= rows[value] || op == ScalarOp.ROW_SPREAD;
      if (op != ScalarOp.CONST && isReadFrom(body, value, to)) {
        readOutside.add(value);
      }
    }
    if (!any || !hasOneWidth(body, from, to, readOutside)) {
      return false;
    }
    var passes = RowPlan.of(body, from, to, readOutside);
    if (passes.stream().anyMatch(Fusion::isTooLarge)) {
      return false;
    }
    codes.add(new GeneratedCode(from, to, PassLayout.of(body, passes, readOutside, lengths)));
    return true;
  }

  /** {@return whether a body has rows only as places in memory: no value is a row value} */
  private static boolean hasPointsAlone(LoopBody body, boolean[] rows) {
    for (boolean row : rows) {
      if (row) {
        return false;
      }
    }
    return body.hasRows();
  }

  private static boolean reducesRows(LoopBody body) {
    return body.code().stream().anyMatch(instr -> instr.op().isRowReduction());
  }

  /**
   * {@return whether no value is a double, or every value except masks is one} The last vector of a
   * row has one mask. A mask for doubles does not fit values that have another width in memory.
   */
  private static boolean hasOneWidth(LoopBody body, int from, int to, Set<Integer> readOutside) {
    var values = IntStream.range(from, to).filter(v -> !body.isLiteral(v)).boxed().toList();
    boolean[] rows = body.rowValues();
    return values.stream().noneMatch(v -> VectorCosts.isOfDoubles(body, v))
        || values.stream()
            .allMatch(v ->
                (body.dtype(v) == DType.F64
                        || body.dtype(v) == DType.BOOL && !rows[v] && !readOutside.contains(v))
                    && body.instr(v).args().stream()
                        .allMatch(arg -> values.contains(arg) || body.dtype(arg) == DType.F64));
  }

  private static boolean isTooLarge(RowPlan.Pass pass) {
    return (pass.ofRows() && pass.cost() > LARGEST) || pass.operands() > MAX_OPERANDS;
  }

  /** Adds loops for the values that are not row values. */
  private static void addLoops(
      LoopBody body, boolean[] rows, int first, int end, List<GeneratedCode> codes) {
    int from = first;
    int cost = 0;
    LaneType vectors = null;
    for (int value = first; value <= end; value++) {
      int added = value < end && !rows[value] ? cost(body, value) : -1;
      var needed = added > 0 ? vectors(body, value) : null;
      boolean differs = vectors != null && needed != null && vectors != needed;
      if (added < 0 || (cost > 0 && cost + added > LARGEST) || differs) {
        add(body, from, value, codes);
        from = added < 0 ? value + 1 : value;
        cost = 0;
        vectors = null;
      }
      cost += Math.max(0, added);
      vectors = needed == null ? vectors : needed;
    }
  }

  /** {@return the elements of a loop that has an instruction; null if any elements are possible} */
  private static @Nullable LaneType vectors(LoopBody body, int value) {
    if (VectorCosts.isOfDoubles(body, value)) {
      return LaneType.F64;
    }
    boolean ofBools =
        body.dtype(value) == DType.BOOL
            && body.instr(value).args().stream().allMatch(arg -> body.dtype(arg) == DType.BOOL);
    return ofBools ? null : LaneType.F32;
  }

  /**
   * {@return the vector operations of a value in a pass over rows, or -1 if it has no vector code}
   */
  static int costInRows(LoopBody body, int value) {
    Instr instr = body.instr(value);
    if (instr.op() == ScalarOp.ROW_SPREAD) {
      return VectorCosts.holds(instr.dtype()) ? 0 : -1;
    }
    return VectorCosts.isOfDoubles(body, value) && reducesRows(body)
        ? -1
        : instr.op().isRowReduction() ? 1 : cost(body, value);
  }

  /** {@return the vector operations of a value: 0 for a literal, -1 if it has no vector code} */
  private static int cost(LoopBody body, int value) {
    Instr instr = body.instr(value);
    if (instr.op() == ScalarOp.CONST) {
      return VectorCosts.holds(instr.dtype()) ? 0 : -1;
    }
    if (instr.op() == ScalarOp.INDEX
        || !instr.args().stream().allMatch(arg -> VectorCosts.holds(body.dtype(arg)))) {
      return -1;
    }
    int argument = instr.op() == ScalarOp.SELECT ? 1 : 0;
    int cost = VectorCosts.cost(instr, body.dtype(instr.args().get(argument)));
    return cost == 0 ? -1 : cost;
  }

  private static void add(LoopBody body, int from, int to, List<GeneratedCode> codes) {
    var layout = loop(body, from, to);
    if (!layout.stored().isEmpty()) {
      codes.add(new GeneratedCode(from, to, layout));
    }
  }

  /** {@return the layout of a loop over points for all instructions of a body} */
  static PassLayout loop(LoopBody body) {
    return loop(body, body.inputs().size(), body.valueCount());
  }

  private static PassLayout loop(LoopBody body, int from, int to) {
    var points = IntStream.range(from, to).filter(v -> !body.isLiteral(v)).boxed().toList();
    var stores = points.stream().filter(value -> isReadFrom(body, value, to)).toList();
    var pass = RowPlan.Pass.overPoints(body, points, stores, 0);
    return PassLayout.of(body, List.of(pass), Set.of(), null);
  }

  /** {@return whether a value is a result, or an operand of an instruction from {@code to} on} */
  private static boolean isReadFrom(LoopBody body, int value, int to) {
    int inputs = body.inputs().size();
    return body.results().contains(value)
        || body.code().subList(to - inputs, body.code().size()).stream()
            .anyMatch(instr -> instr.args().contains(value));
  }
}
