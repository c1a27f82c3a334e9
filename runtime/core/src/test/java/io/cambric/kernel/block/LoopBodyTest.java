package io.cambric.kernel.block;

import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.array.DType;
import io.cambric.kernel.LoopBody;
import io.cambric.kernel.ScalarOp;
import io.cambric.testing.Garbage;
import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LoopBodyTest {

  private static final int OFTEN = 1 << 22;

  private static LoopBody sine() {
    return LoopBody.of(ScalarOp.SIN, DType.F32, 0, List.of(DType.F32));
  }

  private static LoopBody rowSums() {
    return LoopBody.of(ScalarOp.ROW_SUM, DType.F32, 0, List.of(DType.F32));
  }

  @Test
  void bodies_are_equal_by_what_they_compute() {
    assertThat(sine()).isEqualTo(sine()).hasSameHashCodeAs(sine()).hasToString(sine().toText());
    assertThat(sine())
        .isNotEqualTo(LoopBody.of(ScalarOp.COS, DType.F32, 0, List.of(DType.F32)))
        .isNotEqualTo(LoopBody.of(ScalarOp.SIN, DType.F64, 0, List.of(DType.F64)));
    assertThat(sine().withoutRuns()).isEqualTo(sine());
  }

  @Test
  void state_shared_by_runs_is_collected_with_the_body() throws InterruptedException {
    var body = sine();
    var program = new WeakReference<>(LoopProgram.of(body));
    System.gc();
    assertThat(program.get()).isSameAs(LoopProgram.of(body)).isNotNull();

    var copy = body.withoutRuns();
    body = null;
    assertThat(Garbage.takes(program)).isTrue();
    Reference.reachabilityFence(copy);
  }

  @Test
  void code_is_compiled_once_per_row_length() {
    var compiled = new ArrayList<Integer>();
    var ops =
        new BlockOps() {
          @Override
          protected boolean isWorthCompiling(LoopBody body, long points) {
            return points >= OFTEN;
          }

          @Override
          protected List<BlockCode> compile(LoopBody body, int rowLength) {
            compiled.add(rowLength);
            return new ArrayList<>();
          }
        };
    var program = LoopProgram.of(rowSums());

    var shorter = program.codes(ops, 32, OFTEN);
    var longer = program.codes(ops, 64, OFTEN);

    assertThat(program.codes(ops, 32, OFTEN)).isSameAs(shorter);
    assertThat(program.codes(ops, 64, OFTEN)).isSameAs(longer);
    assertThat(compiled).containsExactly(32, 64);
  }
}
