package io.cambric.kernels.simd.codegen;

import io.cambric.kernel.LoopBody;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * A schedule for a run of instructions with row reductions: few passes over each row, which stays
 * in the cache between them.
 *
 * <p>A pass does all reductions whose operands are known, and stores values that are read outside
 * as early as possible. A value that a later pass reads is recomputed if it is cheap, and stored
 * otherwise. Row values that points depend on are computed between two passes over points; all
 * other row values are computed last.
 */
final class RowPlan {

  /** The most vector operations that are recomputed rather than stored and loaded. */
  private static final int CHEAP = 3;

  /** Cost of a division or a square root, in additions. */
  private static final int SLOW = 8;

  /**
   * One pass over a row, or over row values.
   *
   * @param ofRows whether its points are points of rows, not row values
   * @param rowReads row values that are read at all points of their row
   * @param reads values loaded at each point
   * @param points instructions at each point
   * @param stores values stored at each point
   * @param folds reductions of the row, stored as row values
   * @param cost vector operations at each point
   */
  record Pass(
      boolean ofRows,
      List<Integer> rowReads,
      List<Integer> reads,
      List<Integer> points,
      List<Integer> stores,
      List<Integer> folds,
      int cost) {

    /**
     * {@return a pass over points of a body without rows, or over row values}
     *
     * @param points the instructions
     * @param stores the values among them that are read elsewhere
     */
    static Pass overPoints(LoopBody body, List<Integer> points, List<Integer> stores, int cost) {
      var reads =
          points.stream()
              .flatMap(value -> body.instr(value).args().stream())
              .filter(arg -> !body.isLiteral(arg) && !points.contains(arg))
              .distinct()
              .toList();
      return new Pass(false, List.of(), reads, List.copyOf(points), stores, List.of(), cost);
    }

    /** {@return the number of values that are loaded or stored} */
    int operands() {
      return rowReads.size() + reads.size() + stores.size() + folds.size();
    }
  }

  private final LoopBody body;
  private final int from;
  private final int to;
  private final boolean[] rows;

  /** The first pass that can compute each value, or can read it if it is a row value. */
  private final int[] first;

  /** Whether points depend on each row value. */
  private final boolean[] awaited;

  private final int[] storedBy;
  private final List<Draft> drafts = new ArrayList<>();

  /** A pass over rows under construction, in the order of the values. */
  private static final class Draft {
    private final Set<Integer> rowReads = new TreeSet<>();
    private final Set<Integer> reads = new TreeSet<>();
    private final Set<Integer> points = new TreeSet<>();
    private final Set<Integer> stores = new TreeSet<>();
    private final Set<Integer> folds = new TreeSet<>();
  }

  private RowPlan(LoopBody body, int from, int to, Set<Integer> readOutside) {
    this.body = body;
    this.from = from;
    this.to = to;
    rows = body.rowValues();
    first = new int[to];
    awaited = new boolean[to];
    for (int value = to - 1; value >= from; value--) {
      for (int arg : body.instr(value).args()) {
        awaited[arg] |= !rows[value] || awaited[value];
      }
    }
    storedBy = new int[to];
    Arrays.fill(storedBy, -1);
    int last = 0;
    for (int value = from; value < to; value++) {
      boolean folds = body.instr(value).op().isRowReduction();
      for (int arg : body.instr(value).args()) {
        first[value] = Math.max(first[value], folds ? first[arg] + 1 : first[arg]);
      }
      last = Math.max(last, rows[value] ? first[value] - 1 : first[value]);
    }
    for (int pass = 0; pass <= last; pass++) {
      drafts.add(new Draft());
    }
    draft(readOutside);
  }

  /**
   * {@return the passes for the values numbered {@code from} to {@code to - 1}}
   *
   * @param readOutside the values among them that are results or operands of other instructions
   */
  static List<Pass> of(LoopBody body, int from, int to, Set<Integer> readOutside) {
    var plan = new RowPlan(body, from, to, readOutside);
    var passes = new ArrayList<Pass>();
    for (int number = 0; number <= plan.drafts.size(); number++) {
      int now = number;
      plan.addPasses(value -> plan.awaited[value] && plan.first[value] == now, readOutside, passes);
      if (number < plan.drafts.size()) {
        var pass = plan.pass(plan.drafts.get(number));
        if (!pass.stores.isEmpty() || !pass.folds.isEmpty()) {
          passes.add(pass);
        }
      }
    }
    plan.addPasses(value -> !plan.awaited[value], readOutside, passes);
    return passes;
  }

  /** {@return the passes over row values that no points depend on} */
  static List<Pass> last(List<Pass> passes) {
    int end = passes.size();
    while (end > 0 && !passes.get(end - 1).ofRows()) {
      end--;
    }
    return passes.subList(end, passes.size());
  }

  private void draft(Set<Integer> readOutside) {
    for (int value = from; value < to; value++) {
      if (!rows[value] && readOutside.contains(value)) {
        storedBy[value] = first[value];
        drafts.get(first[value]).stores.add(value);
      }
    }
    int[] computedBy = new int[to];
    Arrays.fill(computedBy, -1);
    for (int number = 0; number < drafts.size(); number++) {
      var draft = drafts.get(number);
      for (int value = from; value < to; value++) {
        if (body.instr(value).op().isRowReduction() && first[value] - 1 == number) {
          draft.folds.add(value);
        }
      }
      for (int fold : draft.folds) {
        addPoint(body.instr(fold).args().getFirst(), number, computedBy);
      }
      for (int store : List.copyOf(draft.stores)) {
        addPoint(store, number, computedBy);
      }
      for (int value : draft.points) {
        computedBy[value] = computedBy[value] < 0 ? number : computedBy[value];
      }
    }
  }

  /** Adds a value to the points of a pass, which loads it or computes it from its operands. */
  private void addPoint(int value, int number, int[] computedBy) {
    var draft = drafts.get(number);
    if (body.isLiteral(value) || draft.points.contains(value)) {
      return;
    }
    boolean before = value >= from && computedBy[value] >= 0;
    if (before && storedBy[value] < 0 && costAgain(value, draft) > CHEAP) {
      storedBy[value] = computedBy[value];
      drafts.get(computedBy[value]).stores.add(value);
    }
    if (value < from || (storedBy[value] >= 0 && storedBy[value] < number)) {
      draft.reads.add(value);
      return;
    }
    draft.points.add(value);
    for (int arg : body.instr(value).args()) {
      if (!rows[arg]) {
        addPoint(arg, number, computedBy);
      } else {
        draft.rowReads.add(arg);
      }
    }
  }

  /**
   * {@return the operations to compute a value in a pass from values that the pass knows or can
   * load}
   */
  private int costAgain(int value, Draft draft) {
    if (value < from
        || body.isLiteral(value)
        || rows[value]
        || storedBy[value] >= 0
        || draft.points.contains(value)) {
      return 0;
    }
    int cost =
        switch (body.instr(value).op()) {
          case DIV, SQRT -> SLOW;
          default -> cost(value);
        };
    for (int arg : body.instr(value).args()) {
      cost += costAgain(arg, draft);
    }
    return cost;
  }

  private int cost(int value) {
    return Fusion.costInRows(body, value);
  }

  private Pass pass(Draft draft) {
    return new Pass(
        true,
        List.copyOf(draft.rowReads),
        List.copyOf(draft.reads),
        List.copyOf(draft.points),
        List.copyOf(draft.stores),
        List.copyOf(draft.folds),
        draft.points.stream().mapToInt(this::cost).sum() + draft.folds.size());
  }

  /** Adds passes over the selected row values. */
  private void addPasses(IntPredicate which, Set<Integer> readOutside, List<Pass> passes) {
    var values = new ArrayList<Integer>();
    int cost = 0;
    for (int value = from; value < to; value++) {
      if (rows[value] && !body.instr(value).op().isRowReduction() && which.test(value)) {
        if (cost + cost(value) > Fusion.LARGEST && !values.isEmpty()) {
          passes.add(rowPass(values, readOutside, cost));
          values.clear();
          cost = 0;
        }
        values.add(value);
        cost += cost(value);
      }
    }
    if (!values.isEmpty()) {
      passes.add(rowPass(values, readOutside, cost));
    }
  }

  private Pass rowPass(List<Integer> values, Set<Integer> readOutside, int cost) {
    var stores =
        values.stream()
            .filter(value -> readOutside.contains(value) || isReadOutside(value, values))
            .toList();
    return Pass.overPoints(body, values, stores, cost);
  }

  /** {@return whether an instruction outside {@code except} reads a value} */
  private boolean isReadOutside(int value, List<Integer> except) {
    return IntStream.range(from, to)
        .anyMatch(reader -> !except.contains(reader) && body.instr(reader).args().contains(value));
  }

  /**
   * A class of row lengths that share generated code.
   *
   * @param accumulators accumulators of a reduction; a row has at least twice as many elements
   * @param ragged whether rows may have any length; else the accumulators divide it
   */
  record Lengths(int accumulators, boolean ragged) {

    /**
     * The shortest row of a class. A shorter row would have fewer accumulators than a vector has
     * lanes.
     */
    static final int SHORTEST = 32;

    /** {@return the class of a length, with a number of accumulators} */
    static Lengths of(int length, int accumulators) {
      return new Lengths(accumulators, length % accumulators != 0);
    }

    /** {@return a length of this class, the shortest one that runs all code} */
    int sample() {
      return 2 * accumulators + (ragged ? accumulators - 3 : 0);
    }
  }
}
