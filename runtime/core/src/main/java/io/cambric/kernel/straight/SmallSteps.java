package io.cambric.kernel.straight;

import io.cambric.array.DType;
import io.cambric.kernel.Instr;
import io.cambric.kernel.LoopBody;
import io.cambric.kernel.ScalarOp;
import io.cambric.kernel.block.Block;
import io.cambric.kernel.block.LaneFold;
import java.util.List;
import java.util.stream.Stream;

/** The decision which steps are so small that straight code is faster than the call of a kernel. */
public final class SmallSteps {

  /**
   * The largest number of scalar operations of a step; with more, the call of a vector kernel is
   * faster. The call of a reduction takes longer.
   */
  private static final int MOST_WORK = 1600;

  /** The limit if no points are adjacent in memory; kernels then also load elements one by one. */
  private static final int MOST_SCATTERED_WORK = 6400;

  private static final int MOST_WORK_OF_REDUCTION = 7200;

  /** Operations per value of a reduction, which waits for the value before. */
  private static final int COMBINATION = 4;

  /** The largest number of multiplications of a product. */
  private static final int MOST_MULTIPLICATIONS = 4000;

  /** The number of operations that a root or a transcendental function counts as. */
  private static final int FUNCTION = 12;

  private SmallSteps() {}

  /** {@return whether straight code of a step has the same bits as the kernel and is faster} */
  public static boolean takes(SmallStep step) {
    if (step.values() > StraightWriter.MOST_VALUES) {
      return false;
    }
    return switch (step) {
      case SmallStep.Loop loop ->
          takes(loop.body(), loop.dims(), 0, isScattered(loop) ? MOST_SCATTERED_WORK : MOST_WORK);
      case SmallStep.Reduce reduce ->
          takes(reduce.body(), reduce.dims(), COMBINATION, MOST_WORK_OF_REDUCTION)
              && isOrdered(reduce);
      case SmallStep.Product product -> takes(product);
      case SmallStep.Copy copy -> takes(copy);
      case SmallStep.Apply _ -> true;
      case SmallStep.Search search ->
          SearchWriter.compares(search.input().dtype())
              && product(search.dims(), 0) * COMBINATION <= MOST_WORK_OF_REDUCTION;
    };
  }

  /** {@return whether no operand has adjacent elements along the innermost axis} */
  private static boolean isScattered(SmallStep.Loop loop) {
    int last = loop.dims().length - 1;
    while (last >= 0 && loop.dims()[last] == 1) {
      last--;
    }
    int inner = last;
    return inner >= 0
        && Stream.concat(loop.inputs().stream(), loop.outputs().stream())
            .allMatch(access -> Math.abs(access.strides()[inner]) != 1)
        && loop.outputs().stream().anyMatch(access -> access.strides()[inner] != 0);
  }

  private static boolean takes(SmallStep.Copy copy) {
    long points = product(copy.dims(), 0);
    return ScalarEmitter.holds(copy.from().dtype()) && points > 0 && 2 * points <= MOST_WORK;
  }

  private static boolean takes(LoopBody body, int[] dims, int more, int most) {
    long points = product(dims, 0);
    return body.inputs().stream().allMatch(ScalarEmitter::holds)
        && body.code().stream().allMatch(instr -> ScalarEmitter.supports(body, instr))
        && points > 0
        && points <= Block.SIZE
        && points * (work(body) + more) <= most;
  }

  private static boolean isOrdered(SmallStep.Reduce reduce) {
    var dtype = reduce.output().dtype();
    var step = Instr.of(LaneFold.step(reduce.op(), dtype), dtype, 0, 1);
    var pair = new LoopBody(List.of(dtype, dtype), List.of(step), List.of(2));
    int length = (int) product(reduce.dims(), reduce.kept());
    return ScalarEmitter.supports(pair, step) && FoldOrder.isKnown(reduce, length);
  }

  private static boolean takes(SmallStep.Product product) {
    int[] dims = product.dims();
    return dims[dims.length - 1] > 0
        && (long) dims[0] * dims[1] * product.columns() * dims[dims.length - 1]
            <= MOST_MULTIPLICATIONS;
  }

  private static long product(int[] dims, int from) {
    long product = 1;
    for (int d = from; d < dims.length; d++) {
      product *= dims[d];
    }
    return product;
  }

  private static long work(LoopBody body) {
    long work = body.inputs().size() + body.results().size();
    for (var instr : body.code()) {
      work += instr.op() == ScalarOp.CONST ? 0 : cost(instr);
    }
    return work;
  }

  private static int cost(Instr instr) {
    boolean isFunction = instr.op().isTranscendental() || instr.op() == ScalarOp.POW;
    return isFunction && instr.dtype() != DType.BOOL ? FUNCTION : 1;
  }
}
