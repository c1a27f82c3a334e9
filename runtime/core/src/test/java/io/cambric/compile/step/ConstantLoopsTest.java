package io.cambric.compile.step;

import static io.cambric.testing.Staged.f32;
import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.compile.Compiler;
import io.cambric.compile.run.Program;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.core.RunArguments;
import io.cambric.core.ShapedArray;
import io.cambric.lax.Lax;
import io.cambric.testing.Staged;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class ConstantLoopsTest {

  private static final List<ShapedArray> AVALS = List.of(f32(4));
  private static final List<NdArray> ARGUMENTS = List.of(NdArray.of(Shape.of(4), 1, 2, 3, 4));

  private static Program program(Function<List<Array>, List<Array>> function) {
    return Compiler.program(Staged.of(AVALS, function));
  }

  private static float[] result(Program program) {
    return program.run(RunArguments.of(ARGUMENTS)).getFirst().toFloats();
  }

  private static Array zero() {
    return NdArray.scalar(DType.I32, 0);
  }

  @Test
  void a_scalar_that_a_kernel_reads_is_a_constant_without_a_step() {
    var program =
        program(x ->
            List.of(
                Lax.dynamicUpdateSlice(
                    x.get(0), Lax.slice(x.get(0), Axes.of(3), Axes.of(4)), List.of(zero()))));

    assertThat(program.toText())
        .contains("1 steps")
        .contains("dynamic_update_slice arg0:f32[4] arg0:f32[1] const:i32[]");
    assertThat(result(program)).containsExactly(4, 2, 3, 4);
  }

  @Test
  void a_small_loop_over_constants_alone_is_computed_once() {
    var program = program(x -> List.of(Lax.cumsum(iota(4), 0, false)));

    assertThat(program.toText())
        .isEqualTo(
            """
            program of 1 arguments, 1 steps, 0 buffers of 0 bytes
              out0:f32[4] = cumsum const:f32[4]
            """);
    assertThat(result(program)).containsExactly(0, 1, 3, 6);
    assertThat(result(program)).containsExactly(0, 1, 3, 6);
  }

  @Test
  void a_large_loop_over_constants_runs_each_time() {
    assertThat(program(x -> List.of(Lax.cumsum(iota(4096), 0, false))).toText())
        .contains("1 steps");
    assertThat(program(x -> List.of(Lax.cumsum(iota(4097), 0, false))).toText())
        .contains("2 steps");
  }

  @Test
  void a_result_that_is_constant_is_a_fresh_array_of_each_run() {
    var program =
        program(x -> List.of(iota(4), Lax.broadcastInDim(zero(), Shape.of(2), Axes.of())));

    var first = program.run(RunArguments.of(ARGUMENTS));
    var second = program.run(RunArguments.of(ARGUMENTS));

    assertThat(first.get(0).toFloats()).containsExactly(0, 1, 2, 3);
    assertThat(first.get(0).buffer()).isNotSameAs(second.get(0).buffer());
    assertThat(first.get(1).buffer()).isNotSameAs(second.get(1).buffer());
  }

  @Test
  void a_constant_that_a_kernel_updates_stays_as_it_is() {
    var program = program(x -> List.of(Lax.dynamicUpdateSlice(iota(8), x.get(0), List.of(zero()))));

    assertThat(program.toText()).contains("2 steps, 0 buffers");
    assertThat(result(program)).containsExactly(1, 2, 3, 4, 4, 5, 6, 7);
    assertThat(result(program)).containsExactly(1, 2, 3, 4, 4, 5, 6, 7);
  }

  private static Array iota(int length) {
    return Lax.iota(DType.F32, length);
  }
}
