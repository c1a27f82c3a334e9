package io.cambric.kernels.simd.codegen;

import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.array.DType;
import io.cambric.kernel.Instr;
import io.cambric.kernel.LoopBody;
import io.cambric.kernel.ScalarOp;
import io.cambric.kernel.block.BlockCode;
import io.cambric.kernels.simd.jit.WarmUp;
import io.cambric.testing.Garbage;
import java.lang.ref.WeakReference;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Loops are shared, and stay or go with the programs that use them, at any width of vectors. */
@Tag("any-width")
class FusionTest {

  private final Fusion fusion = new Fusion();

  private final boolean skipsWaiting = WarmUp.skipsWaiting();

  @BeforeEach
  void waitForCode() {
    WarmUp.skipWaiting(false);
  }

  @AfterEach
  void waitAsBefore() {
    WarmUp.skipWaiting(skipsWaiting);
  }

  /** A number times the sum of two values. */
  private static LoopBody body(double number) {
    return new LoopBody(
        List.of(DType.F32, DType.F32),
        List.of(
            Instr.constant(DType.F32, number),
            Instr.of(ScalarOp.ADD, DType.F32, 0, 1),
            Instr.of(ScalarOp.MUL, DType.F32, 3, 2)),
        List.of(4));
  }

  private List<BlockCode> loops(double number) {
    return fusion.of(body(number), 1, 1);
  }

  @Test
  void equal_bodies_share_their_loops() {
    assertThat(loops(1)).isSameAs(loops(1)).hasSize(1);
    assertThat(loops(2)).isNotSameAs(loops(1));
  }

  @Test
  void loops_that_wait_to_be_compiled_go_with_the_programs_that_use_them()
      throws InterruptedException {
    var codes = loops(3);
    var code = new WeakReference<>(codes.getFirst());
    assertThat(codes.getFirst().isReady()).isFalse();

    codes = null;
    assertThat(Garbage.takes(code)).isTrue();
    assertThat(loops(3)).hasSize(1);
  }

  @Test
  void loops_that_are_compiled_stay_for_the_next_program() throws InterruptedException {
    var codes = loops(4);
    var code = new WeakReference<>(codes.getFirst());
    ((GeneratedCode) codes.getFirst()).warmUp().await();
    // The loops are kept a moment after they are compiled.
    while (WarmUp.isBusy()) {
      Thread.sleep(1);
    }

    codes = null;
    System.gc();
    assertThat(code.get()).isNotNull().isSameAs(loops(4).getFirst());
    assertThat(loops(4).getFirst().isReady()).isTrue();
  }
}
