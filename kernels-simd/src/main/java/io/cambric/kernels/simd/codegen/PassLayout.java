package io.cambric.kernels.simd.codegen;

import io.cambric.array.DType;
import io.cambric.kernel.LoopBody;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The memory that the values of some passes are read from and written to.
 *
 * @param lengths row lengths that the code must handle; null for a body without rows
 * @param stored values that are stored in arrays
 * @param operands values with an array and a position: all values that passes load or store, except
 *     the kept ones
 * @param kept row values that only their own row reads; they are stored after the accumulators
 * @param accumulators accumulators of all reductions of a pass
 * @param vectors the elements that fill a vector: doubles, if a value is one
 */
record PassLayout(
    LoopBody body,
    List<RowPlan.Pass> passes,
    RowPlan.@Nullable Lengths lengths,
    Set<Integer> stored,
    List<Integer> operands,
    List<Integer> kept,
    int accumulators,
    LaneType vectors) {

  /**
   * {@return the layout of passes}
   *
   * @param readOutside values that are results or operands of other instructions
   */
  static PassLayout of(
      LoopBody body,
      List<RowPlan.Pass> passes,
      Set<Integer> readOutside,
      RowPlan.@Nullable Lengths lengths) {
    boolean[] rows = body.rowValues();
    var stored = new TreeSet<Integer>();
    var operands = new TreeSet<Integer>();
    int folds = 1;
    for (var pass : passes) {
      stored.addAll(pass.stores());
      stored.addAll(pass.folds());
      operands.addAll(pass.reads());
      operands.addAll(pass.rowReads());
      folds = Math.max(folds, pass.folds().size());
    }
    var others = new TreeSet<>(readOutside);
    for (var pass : RowPlan.last(passes)) {
      others.addAll(pass.reads());
      others.addAll(pass.stores());
    }
    var kept =
        stored.stream()
            .filter(value -> rows[value] && body.dtype(value) == DType.F32)
            .filter(value -> !others.contains(value))
            .toList();
    stored.removeAll(kept);
    operands.addAll(stored);
    operands.removeAll(kept);
    return new PassLayout(
        body,
        passes,
        lengths,
        stored,
        List.copyOf(operands),
        kept,
        lengths == null ? 0 : folds * lengths.accumulators(),
        passes.stream()
                .flatMap(pass -> pass.points().stream())
                .anyMatch(value -> VectorCosts.isOfDoubles(body, value))
            ? LaneType.F64
            : LaneType.F32);
  }

  /**
   * {@return the points that vectors of operands reach beyond the last vector of points} These
   * points are only read.
   */
  int reach() {
    return operands.stream()
            .anyMatch(value -> LaneType.of(body.dtype(value)).bits() != vectors.bits())
        ? vectors.lanes()
        : 0;
  }

  /** {@return the floats of working memory: the accumulators, followed by the kept row values} */
  int lanes() {
    return accumulators + kept.size() * RowWriter.GROUP;
  }
}
