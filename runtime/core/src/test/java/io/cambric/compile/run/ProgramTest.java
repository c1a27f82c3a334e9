package io.cambric.compile.run;

import static io.cambric.testing.Staged.f32;
import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.compile.Compiler;
import io.cambric.core.Array;
import io.cambric.core.Jaxpr;
import io.cambric.core.NdArray;
import io.cambric.core.RunArguments;
import io.cambric.core.ShapedArray;
import io.cambric.core.Trace;
import io.cambric.lax.Lax;
import io.cambric.lax.dims.DotDims;
import io.cambric.testing.Seeds;
import io.cambric.testing.Staged;
import io.cambric.testing.TestArrays;
import io.cambric.testing.TestOps;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Fusion and memory, read off the printed program and its results. */
class ProgramTest {

  private static final DotDims MATMUL = new DotDims(Axes.of(1), Axes.of(0), Axes.of(), Axes.of());

  private static String text(Jaxpr jaxpr) {
    return Compiler.program(jaxpr).toText();
  }

  private static List<String> run(Jaxpr jaxpr, NdArray... arguments) {
    return TestArrays.exact(Compiler.program(jaxpr).run(RunArguments.of(List.of(arguments))));
  }

  private static void assertLikeEvaluation(Jaxpr jaxpr, NdArray... arguments) {
    assertThat(run(jaxpr, arguments))
        .as(() -> jaxpr + "\n" + text(jaxpr))
        .isEqualTo(TestArrays.exact(jaxpr.eval(List.of(arguments))));
  }

  private static NdArray whole(int... dims) {
    return TestArrays.whole(Seeds.generator(7), DType.F32, Shape.of(dims), 4);
  }

  private static Array number(double value) {
    return NdArray.scalar(DType.F32, value);
  }

  private static Array transposed(Array x) {
    return Lax.transpose(x, Axes.of(1, 0));
  }

  @Test
  void a_program_prints_its_steps_with_the_memory_they_need() {
    var jaxpr =
        Staged.of(
            List.of(f32(2, 3), f32(3, 4)),
            x -> {
              var hidden = Lax.dotGeneral(x.get(0), x.get(1), MATMUL);
              return List.of(Lax.max(Lax.mul(hidden, number(0.5)), number(0)));
            });

    assertThat(text(jaxpr))
        .isEqualTo(
            """
            program of 2 arguments, 1 steps, 0 buffers of 0 bytes
              out0:f32[2,4] out0:f32[2,4] = dot_general then loop[2, 4]{v1:f32 = const 0.5; v2:f32 = mul v0 v1; v3:f32 = const 0.0; v4:f32 = max v2 v3; store v4} arg0:f32[2,3] arg1:f32[3,4] out0:f32[2,4]
            """);
  }

  @Test
  void elementwise_equations_of_one_shape_are_one_loop() {
    var jaxpr = Staged.of(f32(3), x -> Lax.mul(Lax.exp(x), Lax.neg(Lax.add(x, x))));

    assertThat(Compiler.program(jaxpr).stepCount()).isEqualTo(1);
  }

  @Test
  void a_loop_that_only_a_reduction_reads_becomes_part_of_it() {
    var jaxpr = Staged.of(f32(2, 3), x -> Lax.reduceSum(Lax.mul(Lax.neg(x), x), Axes.of(0)));

    assertThat(text(jaxpr))
        .isEqualTo(
            """
            program of 1 arguments, 1 steps, 0 buffers of 0 bytes
              out0:f32[3] = reduce_sum[3, 2]{v1:f32 = neg v0; v2:f32 = mul v1 v0; store v2} arg0:f32[3,2]
            """);
    assertLikeEvaluation(jaxpr, whole(2, 3));
  }

  @Test
  void a_loop_with_another_reader_is_stored_for_both() {
    var jaxpr =
        Staged.of(
            List.of(f32(2, 3)),
            x -> {
              var negated = Lax.neg(x.getFirst());
              return List.of(Lax.reduceSum(negated, Axes.of(0)), negated);
            });

    assertThat(Compiler.program(jaxpr).stepCount()).isEqualTo(2);
    assertLikeEvaluation(jaxpr, whole(2, 3));
  }

  @Test
  void a_value_of_the_loop_that_is_read_later_keeps_the_loop_out_of_a_reduction() {
    var jaxpr =
        Staged.of(
            List.of(f32(2, 3)),
            x -> {
              var negated = Lax.neg(x.getFirst());
              var sum = Lax.reduceSum(Lax.mul(negated, negated), Axes.of(0, 1));
              return List.of(Lax.mul(negated, sum));
            });

    assertLikeEvaluation(jaxpr, whole(2, 3));
  }

  @Test
  void views_are_read_without_a_copy() {
    var jaxpr =
        Staged.of(
            List.of(f32(2, 3), f32(3)),
            x -> {
              var rows = Lax.broadcastInDim(x.get(1), Shape.of(2, 3), Axes.of(1));
              var backwards = Trace.bind(new TestOps.Reversed(1), x.get(0));
              return List.of(transposed(Lax.add(backwards, rows)));
            });

    assertThat(text(jaxpr))
        .isEqualTo(
            """
            program of 2 arguments, 2 steps, 1 buffers of 24 bytes
              buf0:f32[2,3] = loop[2, 3]{v2:f32 = add v0 v1; store v2} arg0:f32[2,3] arg1:f32[2,3]
              out0:f32[3,2] = loop[3, 2]{store v0} buf0:f32[3,2]
            """);
    assertLikeEvaluation(jaxpr, whole(2, 3), whole(3));
  }

  @Test
  void reshaping_a_transposed_operand_copies_it_first() {
    var jaxpr = Staged.of(f32(2, 3), x -> Lax.neg(Lax.reshape(transposed(x), Shape.of(6))));

    assertThat(text(jaxpr)).contains("buf0:f32[3,2] = loop[3, 2]{store v0} arg0:f32[3,2]");
    assertLikeEvaluation(jaxpr, whole(2, 3));
  }

  @Test
  void axes_of_one_element_come_and_go_without_a_copy() {
    var jaxpr = Staged.of(f32(2, 3), x -> Lax.neg(Lax.reshape(transposed(x), Shape.of(3, 1, 2))));

    assertThat(Compiler.program(jaxpr).stepCount()).isEqualTo(1);
    assertLikeEvaluation(jaxpr, whole(2, 3));
  }

  @Test
  void broadcast_literals_are_constants_of_the_loop_that_reads_them() {
    var jaxpr =
        Staged.of(
            f32(2, 3), x -> Lax.mul(x, Lax.broadcastInDim(number(3), Shape.of(2, 3), Axes.of())));

    assertThat(text(jaxpr)).contains("{v1:f32 = const 3.0; v2:f32 = mul v0 v1; store v2}");
  }

  @Test
  void a_literal_read_as_another_dtype_is_converted_bit_by_bit() {
    var jaxpr =
        Staged.of(
            List.of(new ShapedArray(Shape.of(2), DType.U32)),
            x -> {
              var ones = Trace.bind(new TestOps.SameBits(DType.U32), NdArray.scalar(DType.I32, -1));
              return List.of(Lax.max(x.getFirst(), ones), ones);
            });

    assertThat(run(jaxpr, TestArrays.of(DType.U32, Shape.of(2), 1, 2)))
        .containsExactly("u32[2] 4.294967295E9 4.294967295E9", "u32[] 4.294967295E9");
  }

  @Test
  void results_may_be_inputs_literals_duplicates_and_views() {
    var jaxpr =
        Staged.of(
            List.of(f32(2, 3)),
            x -> {
              var input = x.getFirst();
              var negated = Lax.neg(input);
              return List.of(
                  input,
                  number(2),
                  negated,
                  negated,
                  Lax.reshape(negated, Shape.of(6)),
                  transposed(negated),
                  transposed(input),
                  Lax.broadcastInDim(number(5), Shape.of(2), Axes.of()));
            });

    assertLikeEvaluation(jaxpr, whole(2, 3));
  }

  @Test
  void indices_along_an_axis_survive_a_reduction_that_permutes_the_axes() {
    var jaxpr =
        Staged.of(
            f32(2, 3),
            x ->
                Lax.reduceSum(
                    Lax.mul(x, Trace.bind(new TestOps.Positions(Shape.of(2, 3), 1), new Array[0])),
                    Axes.of(0)));

    assertLikeEvaluation(jaxpr, whole(2, 3));
  }

  @Test
  void indices_alone_are_stored() {
    var jaxpr =
        Staged.of(
            List.of(),
            _ -> List.of(Trace.bind(new TestOps.Positions(Shape.of(2, 3), 1), new Array[0])));

    assertThat(run(jaxpr)).containsExactly("f32[2,3] 0.0 1.0 2.0 0.0 1.0 2.0");
  }

  @Test
  void groups_end_before_they_outgrow_near_caches() {
    Function<Array, Array> longChain =
        x -> {
          var y = x;
          for (int i = 0; i < 130; i++) {
            y = Lax.neg(y);
          }
          return y;
        };

    assertThat(Compiler.program(Staged.of(f32(3), longChain)).stepCount()).isEqualTo(3);
  }

  @Test
  void a_loop_overwrites_an_operand_whose_live_range_ends_in_it() {
    var jaxpr =
        Staged.of(
            f32(4, 4),
            x -> {
              var product = Lax.dotGeneral(x, x, MATMUL);
              return Lax.dotGeneral(Lax.neg(product), x, MATMUL);
            });

    assertThat(text(jaxpr))
        .isEqualTo(
            """
            program of 1 arguments, 2 steps, 1 buffers of 64 bytes
              buf0:f32[4,4] buf0:f32[4,4] = dot_general then loop[4, 4]{v1:f32 = neg v0; store v1} arg0:f32[4,4] arg0:f32[4,4] buf0:f32[4,4]
              out0:f32[4,4] = dot_general buf0:f32[4,4] arg0:f32[4,4]
            """);
  }

  @Test
  void a_loop_does_not_overwrite_an_operand_that_it_reads_in_another_order() {
    var jaxpr =
        Staged.of(
            f32(50, 50),
            x -> {
              var product = Lax.dotGeneral(x, x, MATMUL);
              var sum = Lax.add(product, transposed(product));
              return Lax.dotGeneral(sum, x, MATMUL);
            });

    assertThat(text(jaxpr)).contains("buf1:f32[50,50] = loop");
    assertLikeEvaluation(jaxpr, whole(50, 50));
  }

  @Test
  void buffers_are_reused_once_their_last_reader_has_run() {
    var jaxpr =
        Staged.of(
            f32(4, 4),
            x -> {
              var y = x;
              for (int i = 0; i < 6; i++) {
                y = Lax.dotGeneral(y, x, MATMUL);
              }
              return y;
            });

    assertThat(Compiler.program(jaxpr).temporaryBytes()).isEqualTo(2 * 4 * 4 * 4);
  }

  @Test
  void empty_arrays_are_viewed_and_reduced_as_others_are() {
    var jaxpr =
        Staged.of(
            List.of(f32(2, 0)),
            x ->
                List.of(
                    Lax.reshape(x.getFirst(), Shape.of(0, 3)),
                    Lax.reduceSum(Lax.neg(x.getFirst()), Axes.of(1)),
                    Lax.reshape(transposed(x.getFirst()), Shape.of(0))));

    assertThat(run(jaxpr, whole(2, 0))).containsExactly("f32[0,3]", "f32[2] 0.0 0.0", "f32[0]");
    assertLikeEvaluation(jaxpr, whole(2, 0));
  }

  @Test
  void arguments_are_read_from_their_offset_in_the_buffer() {
    var jaxpr = Staged.of(f32(2), x -> Lax.neg(x));
    var whole = TestArrays.vector(1, 2, 3, 4);
    var half = NdArray.of(f32(2), whole.buffer(), 2);

    assertThat(run(jaxpr, half)).containsExactly("f32[2] -3.0 -4.0");
  }
}
