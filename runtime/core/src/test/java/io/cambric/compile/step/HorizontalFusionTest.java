package io.cambric.compile.step;

import static io.cambric.testing.Staged.f32;
import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.compile.Compiler;
import io.cambric.core.Array;
import io.cambric.core.Jaxpr;
import io.cambric.core.NdArray;
import io.cambric.core.ProgramCompiler;
import io.cambric.core.RunArguments;
import io.cambric.lax.Lax;
import io.cambric.testing.Seeds;
import io.cambric.testing.Staged;
import io.cambric.testing.TestArrays;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Horizontal fusion: loops of one body run as one step. The steps are read off printed programs.
 */
class HorizontalFusionTest {

  private static Array number(double value) {
    return NdArray.scalar(DType.F32, value);
  }

  private static Array updated(Array x, Array gradient) {
    return Lax.sub(x, Lax.mul(gradient, number(0.5)));
  }

  private static List<NdArray> arguments(Jaxpr jaxpr) {
    var random = Seeds.generator(11);
    return jaxpr.inputAvals().stream()
        .map(aval -> TestArrays.whole(random, DType.F32, aval.shape(), 4))
        .toList();
  }

  private static void assertLikeEvaluation(Jaxpr jaxpr) {
    var arguments = arguments(jaxpr);
    assertThat(TestArrays.exact(Compiler.program(jaxpr).run(RunArguments.of(arguments))))
        .isEqualTo(TestArrays.exact(jaxpr.eval(arguments)));
  }

  @Test
  void the_updates_of_all_leaves_are_one_step_whatever_their_shapes() {
    var jaxpr =
        Staged.of(
            List.of(f32(2, 3), f32(2, 3), f32(5), f32(5), f32(4, 1, 2), f32(4, 1, 2)),
            x ->
                List.of(
                    updated(x.get(0), x.get(1)),
                    updated(x.get(2), x.get(3)),
                    updated(x.get(4), x.get(5))));

    assertThat(Compiler.program(jaxpr).toText())
        .isEqualTo(
            """
            program of 6 arguments, 1 steps, 0 buffers of 0 bytes
              out0:f32[2,3] out1:f32[5] out2:f32[4,1,2] = loops[2, 3][5][4, 1, 2]{v2:f32 = const 0.5; v3:f32 = mul v0 v2; v4:f32 = sub v1 v3; store v4} arg1:f32[2,3] arg0:f32[2,3] arg3:f32[5] arg2:f32[5] arg5:f32[4,1,2] arg4:f32[4,1,2]
            """);
    assertLikeEvaluation(jaxpr);
  }

  @Test
  void leaves_of_one_shape_are_separate_loops_before_they_are_merged() {
    var jaxpr =
        Staged.of(
            Collections.nCopies(40, f32(3)),
            x -> {
              var results = new ArrayList<Array>();
              for (int i = 0; i < 40; i += 2) {
                results.add(updated(x.get(i), x.get(i + 1)));
              }
              return results;
            });

    assertThat(Compiler.program(jaxpr).stepCount()).isEqualTo(1);
    assertThat(Compiler.program(jaxpr).temporaryBytes()).isZero();
    assertLikeEvaluation(jaxpr);
  }

  @Test
  void groups_with_a_common_reader_are_merged() {
    var jaxpr =
        Staged.of(
            List.of(f32(3), f32(3)),
            x -> List.of(Lax.add(Lax.exp(x.get(0)), Lax.neg(Lax.abs(x.get(1))))));

    assertThat(Compiler.program(jaxpr).stepCount()).isEqualTo(1);
  }

  @Test
  void a_loop_that_reads_the_result_of_another_comes_after_it() {
    var jaxpr =
        Staged.of(
            List.of(f32(2, 3), f32(4)),
            x -> {
              var first = updated(x.get(0), x.get(0));
              var sum = Lax.reduceSum(first, Axes.of(0, 1));
              var spread = Lax.broadcastInDim(sum, Shape.of(4), Axes.of());
              return List.of(first, updated(x.get(1), x.get(1)), updated(spread, spread));
            });

    assertLikeEvaluation(jaxpr);
  }

  @Test
  void donated_memory_is_not_overwritten_while_another_of_the_merged_loops_reads_it() {
    var jaxpr =
        Staged.of(
            List.of(f32(5), f32(5), f32(6), f32(6)),
            x ->
                List.of(
                    updated(x.get(0), x.get(1)),
                    updated(x.get(1), x.get(0)),
                    updated(x.get(2), x.get(3))));
    var arguments = arguments(jaxpr);
    var expected = TestArrays.exact(jaxpr.eval(arguments));
    var owned =
        arguments.stream()
            .map(array -> {
              var buffer = io.cambric.array.Buffer.allocate(DType.F32, array.size());
              buffer.copyFrom(0, array.buffer(), array.offset(), array.size());
              return NdArray.of(array.aval(), buffer);
            })
            .toList();

    var results =
        ProgramCompiler.get()
            .run(jaxpr, RunArguments.of(owned).withDonated(Collections.nCopies(4, true)));

    assertThat(TestArrays.exact(results)).isEqualTo(expected);
    assertThat(results.get(2).buffer()).isIn(owned.get(2).buffer(), owned.get(3).buffer());
  }
}
