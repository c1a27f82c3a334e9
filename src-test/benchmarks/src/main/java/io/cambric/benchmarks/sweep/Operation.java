package io.cambric.benchmarks.sweep;

import io.cambric.array.DType;
import io.cambric.benchmarks.sweep.Spec.Range;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/**
 * A row of the table: an operation of the library with the operands that it takes.
 *
 * @param name as users call it, with the class in front: {@code lax.exp}
 * @param family the group of operations that share a line in summaries
 * @param dtypes of cases, the first twice as frequent
 * @param ranges sizes of a case by their letters, in order
 * @param most largest product of the sizes of a case
 * @param operands of a case
 * @param isDifferentiable whether there are cases of its gradient
 * @param isStrided whether there are cases with strided operands
 */
record Operation(
    String name,
    String family,
    List<DType> dtypes,
    Map<String, Range> ranges,
    long most,
    Function<Case, List<CaseOperand>> operands,
    Body body,
    boolean isDifferentiable,
    boolean isStrided) {

  /**
   * {@return a case with drawn sizes and dtype}
   *
   * @param gradient whether it is of the gradient
   * @param limit a bound of the product of its sizes below that of the operation
   */
  Case draw(RandomGenerator random, boolean gradient, long limit) {
    var dtype = dtypes.get(Math.max(0, random.nextInt(dtypes.size() + 1) - 1));
    if (gradient && !dtype.isFloating()) {
      dtype = dtypes.getFirst();
    }
    boolean strided = isStrided && random.nextInt(4) == 0;
    var sizes = SizeDraw.draw(random, ranges, Math.min(limit, most));
    var drawn = new Case(this, gradient, strided, dtype, sizes);
    return strided && drawn.operands().stream().noneMatch(operand -> operand.shape().rank() > 1)
        ? new Case(this, gradient, false, dtype, sizes)
        : drawn;
  }
}
