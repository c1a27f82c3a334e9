package io.cambric.kernels.simd;

import io.cambric.kernel.Instr;
import io.cambric.kernel.LoopBody;
import java.lang.invoke.MethodHandle;
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
  private static final int MOST = PointLoops.FEW / PointLoops.PLACES;

  private JoinedPass() {}

  /** {@return whether two passes are worth joining} */
  static boolean isWorthwhile(RowPlan.Pass last, RowPlan.Pass first) {
    return last.ofRows() && first.ofRows() && last.cost() + first.cost() <= MOST;
  }

  /**
   * {@return the code of two passes}
   *
   * @param operands what arrays and places stand for: these of the former rows, then again these of
   *     the later ones
   */
  static MethodHandle write(
      LoopBody body,
      RowPlan.Pass last,
      RowPlan.Pass first,
      List<Integer> operands,
      RowLengths lengths) {
    int inputs = body.inputs().size();
    int computed = body.code().size();
    IntUnaryOperator former = value -> value < inputs ? value : value + inputs;
    IntUnaryOperator later = value -> value < inputs ? value + inputs : value + inputs + computed;
    var twice =
        new LoopBody(
            join(body.inputs(), body.inputs()),
            join(renumber(body.code(), former), renumber(body.code(), later)),
            List.of());
    var pass =
        new RowPlan.Pass(
            true,
            join(map(last.rowReads(), former), map(first.rowReads(), later)),
            join(map(last.reads(), former), map(first.reads(), later)),
            join(map(last.points(), former), map(first.points(), later)),
            join(map(last.stores(), former), map(first.stores(), later)),
            join(map(last.folds(), former), map(first.folds(), later)),
            last.cost() + first.cost());
    return RowWriter.write(twice, pass, join(map(operands, former), map(operands, later)), lengths);
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
