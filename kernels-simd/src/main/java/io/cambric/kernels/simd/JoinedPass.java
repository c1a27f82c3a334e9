package io.cambric.kernels.simd;

import io.cambric.kernel.Instr;
import io.cambric.kernel.LoopBody;
import java.lang.invoke.MethodHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.stream.Stream;

/**
 * The last pass over some rows and the first one over as many later rows, as one pass: while
 * results are written the next rows are read, so that memory is waited for once, not twice.
 *
 * <p>It is a pass of a body that has all values twice, for the former rows and for the later ones.
 */
final class JoinedPass {

  /** With more vector operations at each point, accumulators do not stay in registers. */
  private static final int MOST = RowWriter.FEW / RowWriter.PLACES;

  private JoinedPass() {}

  /** {@return whether the first of these passes are worth joining} */
  static boolean isWorthwhile(List<RowPlan.Pass> former, List<RowPlan.Pass> later) {
    var last = former.getFirst();
    var first = later.getFirst();
    return last.ofRows() && first.ofRows() && last.cost() + first.cost() <= MOST;
  }

  /**
   * {@return the code of passes of which the first ones are joined}
   *
   * @param former the last pass over rows, and passes over values of these rows
   * @param later the first pass over rows, and passes over values of these rows
   * @param operands what arrays and offsets stand for: these of the former rows, then again these
   *     of the later ones
   */
  static MethodHandle write(
      LoopBody body,
      List<RowPlan.Pass> former,
      List<RowPlan.Pass> later,
      List<Integer> operands,
      RowLengths lengths) {
    int inputs = body.inputs().size();
    int computed = body.code().size();
    IntUnaryOperator first = value -> value < inputs ? value : value + inputs;
    IntUnaryOperator second = value -> value < inputs ? value + inputs : value + inputs + computed;
    var twice =
        new LoopBody(
            join(body.inputs(), body.inputs()),
            join(renumber(body.code(), first), renumber(body.code(), second)),
            List.of());
    var passes = new ArrayList<RowPlan.Pass>();
    passes.add(join(renumber(former.getFirst(), first), renumber(later.getFirst(), second)));
    former.stream().skip(1).forEach(pass -> passes.add(renumber(pass, first)));
    later.stream().skip(1).forEach(pass -> passes.add(renumber(pass, second)));
    return RowWriter.write(
        twice, passes, join(map(operands, first), map(operands, second)), lengths);
  }

  private static RowPlan.Pass renumber(RowPlan.Pass pass, IntUnaryOperator numbers) {
    return new RowPlan.Pass(
        pass.ofRows(),
        map(pass.rowReads(), numbers),
        map(pass.reads(), numbers),
        map(pass.points(), numbers),
        map(pass.stores(), numbers),
        map(pass.folds(), numbers),
        pass.cost());
  }

  private static RowPlan.Pass join(RowPlan.Pass one, RowPlan.Pass other) {
    return new RowPlan.Pass(
        true,
        join(one.rowReads(), other.rowReads()),
        join(one.reads(), other.reads()),
        join(one.points(), other.points()),
        join(one.stores(), other.stores()),
        join(one.folds(), other.folds()),
        one.cost() + other.cost());
  }

  private static List<Instr> renumber(List<Instr> code, IntUnaryOperator numbers) {
    return code.stream()
        .map(instr ->
            new Instr(instr.op(), instr.dtype(), map(instr.args(), numbers), instr.immediate()))
        .toList();
  }

  private static List<Integer> map(List<Integer> values, IntUnaryOperator numbers) {
    return values.stream().map(value -> numbers.applyAsInt(value)).toList();
  }

  private static <T> List<T> join(List<T> one, List<T> other) {
    return Stream.concat(one.stream(), other.stream()).toList();
  }
}
