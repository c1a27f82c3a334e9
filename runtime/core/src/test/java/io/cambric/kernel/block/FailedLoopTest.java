package io.cambric.kernel.block;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cambric.array.Buffer;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.kernel.Instr;
import io.cambric.kernel.LoopBody;
import io.cambric.kernel.LoopRun;
import io.cambric.kernel.Operand;
import io.cambric.kernel.ScalarOp;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A loop whose preparation fails. */
class FailedLoopTest {

  private static final LoopBody BODY =
      new LoopBody(
          List.of(DType.F32, DType.F32),
          List.of(Instr.of(ScalarOp.MUL, DType.F32, 0, 1), Instr.of(ScalarOp.SQRT, DType.F32, 2)),
          List.of(3));

  /** Operations whose first compilation fills the stack, as deep recursion of a caller does. */
  private static final class DeepOnce extends BlockOps {

    private boolean isDeep = true;

    @Override
    protected boolean isWorthCompiling(LoopBody body, long points) {
      if (isDeep) {
        isDeep = false;
        throw new StackOverflowError("compile");
      }
      return false;
    }
  }

  @Test
  void an_error_of_its_compilation_reaches_the_caller_and_the_next_run_succeeds() {
    var ops = new DeepOnce();
    var shape = Shape.of(3);
    var out = Buffer.allocate(DType.F32, 3);
    var run =
        new LoopRun(
            shape, List.of(operand(1, 4, 9), operand(4, 4, 1)), List.of(Operand.dense(out, shape)));

    assertThatThrownBy(() -> BlockLoop.run(ops, BODY, List.of(run)))
        .isInstanceOf(StackOverflowError.class)
        .hasMessage("compile");
    BlockLoop.run(ops, BODY, List.of(run));

    assertThat((float[]) out.storage()).containsExactly(2, 4, 3);
  }

  private static Operand operand(float... elements) {
    return Operand.dense(Buffer.wrap(elements), Shape.of(elements.length));
  }
}
