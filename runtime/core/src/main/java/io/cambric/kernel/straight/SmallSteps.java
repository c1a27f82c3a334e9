package io.cambric.kernel.straight;

import io.cambric.array.DType;
import io.cambric.kernel.Instr;
import io.cambric.kernel.LoopBody;
import io.cambric.kernel.ScalarOp;
import io.cambric.kernel.block.Block;
import java.util.List;

/** Which steps are so small that straight code is faster than a call of a kernel. */
public final class SmallSteps {

  /** Operations on single values that take as long as the call of a kernel. */
  private static final int MOST_WORK = 2000;

  /** Instructions of a body whose code is written. */
  private static final int MOST_CODE = 100;

  /** Operations of a root or a transcendental function. */
  private static final int FUNCTION = 12;

  private SmallSteps() {}

  /** {@return whether straight code of a step has the bits of the kernel, and is faster} */
  public static boolean takes(SmallStep step) {
    var body = step.body();
    return body.code().size() <= MOST_CODE
        && body.inputs().stream().allMatch(ScalarEmitter::holds)
        && body.code().stream().allMatch(instr -> ScalarEmitter.supports(body, instr))
        && isSmall(step)
        && (!(step instanceof SmallStep.Reduce reduce) || takes(reduce));
  }

  private static boolean takes(SmallStep.Reduce reduce) {
    var dtype = reduce.output().dtype();
    int length = 1;
    for (int d = reduce.kept(); d < reduce.dims().length; d++) {
      length *= reduce.dims()[d];
    }
    var step = Instr.of(FoldOrder.step(reduce.op(), dtype), dtype, 0, 1);
    var pair = new LoopBody(List.of(dtype, dtype), List.of(step), List.of(2));
    return ScalarEmitter.supports(pair, step) && FoldOrder.isKnown(reduce, length);
  }

  private static boolean isSmall(SmallStep step) {
    long points = 1;
    for (int size : step.dims()) {
      points *= size;
    }
    return points > 0 && points <= Block.SIZE && points * work(step.body()) <= MOST_WORK;
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
