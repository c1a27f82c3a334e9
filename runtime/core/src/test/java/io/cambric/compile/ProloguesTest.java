package io.cambric.compile;

import static io.cambric.testing.Staged.f32;
import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.array.Axes;
import io.cambric.array.Buffer;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.compile.run.Program;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.core.RunArguments;
import io.cambric.core.ShapedArray;
import io.cambric.lax.Lax;
import io.cambric.lax.dims.DotDims;
import io.cambric.testing.Staged;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/**
 * Pointwise loops that compute an operand of a product panel by panel; plain kernels take every
 * prologue.
 */
class ProloguesTest {

  private static final Axes NONE = Axes.of();
  private static final List<ShapedArray> AVALS = List.of(f32(2, 3), f32(3, 2), f32(3));
  private static final List<NdArray> ARGUMENTS =
      List.of(
          NdArray.of(Shape.of(2, 3), 1, -2, 3, 4, -5, 6),
          NdArray.of(Shape.of(3, 2), 1, 2, 3, 4, 5, 6),
          NdArray.of(Shape.of(3), 1, 1, -1));

  private static Array dot(Array x, Array y) {
    return Lax.dotGeneral(x, y, new DotDims(Axes.of(1), Axes.of(0), NONE, NONE));
  }

  private static Array relu(Array x) {
    return Lax.max(x, Lax.fullLike(x, 0));
  }

  private static Program program(Function<List<Array>, List<Array>> function) {
    return Compiler.program(Staged.of(AVALS, function));
  }

  private static float[] result(Program program) {
    return program.run(RunArguments.of(ARGUMENTS)).getFirst().toFloats();
  }

  @Test
  void a_bias_and_an_activation_before_a_product_are_its_prologue_and_have_no_buffer() {
    var program =
        program(x -> {
          var bias = Lax.broadcastInDim(x.get(2), Shape.of(2, 3), Axes.of(1));
          return List.of(dot(relu(Lax.add(x.get(0), bias)), x.get(1)));
        });

    assertThat(program.toText())
        .contains("dot_general of loop[2, 3]")
        .contains("1 steps, 0 buffers of 0 bytes");
    assertThat(Explanation.of(program))
        .contains("3 arguments, 1 step, 0 buffers of 0 B")
        .contains("dot_general of add, max  60 B     16 B     36          0  f32[2,2] result 0");
    assertThat(result(program)).containsExactly(2 + 10, 4 + 12, 5 + 25, 10 + 30);
  }

  @Test
  void a_prologue_of_the_right_factor_and_an_epilogue_are_fused_too() {
    var program = program(x -> List.of(Lax.neg(dot(x.get(0), Lax.square(Lax.neg(x.get(1)))))));

    assertThat(program.toText()).contains("dot_general of loop[3, 2]").contains(" then loop[2, 2]");
    assertThat(result(program)).containsExactly(-58, -80, -109, -152);
  }

  @Test
  void the_product_may_read_a_slice_of_the_prologue_in_another_order() {
    var program =
        program(x -> {
          var made = Lax.neg(x.get(0));
          var part = Lax.slice(made, Axes.of(0, 1), Axes.of(2, 3));
          return List.of(dot(Lax.transpose(part, Axes.of(1, 0)), part));
        });
    var once =
        program(x -> {
          var made = Lax.transpose(Lax.neg(x.get(0)), Axes.of(1, 0));
          var part = Lax.slice(made, Axes.of(1, 0), Axes.of(3, 2));
          return List.of(dot(part, Lax.slice(x.get(1), Axes.of(0, 0), Axes.of(2, 2))));
        });

    assertThat(program.toText()).as("read twice").doesNotContain("dot_general of");
    assertThat(result(program)).containsExactly(29, -36, -36, 45);
    assertThat(once.toText()).contains("dot_general of loop[2, 3]");
    assertThat(result(once)).containsExactly(2 + 15, 4 + 20, -3 - 18, -6 - 24);
  }

  @Test
  void a_conversion_is_a_loop_like_others() {
    var program =
        Compiler.program(
            Staged.of(
                List.of(Staged.i32(2, 3), f32(3, 2)),
                x -> List.of(dot(Lax.convertElementType(x.get(0), DType.F32), x.get(1)))));
    var integers =
        NdArray.of(Staged.i32(2, 3), Buffer.wrap(DType.I32, new int[] {1, -2, 3, 4, -5, 6}));

    assertThat(program.toText()).contains("dot_general of loop[2, 3]");
    assertThat(
            program.run(RunArguments.of(List.of(integers, ARGUMENTS.get(1)))).getFirst().toFloats())
        .containsExactly(10, 12, 19, 24);
  }

  @Test
  void a_loop_that_is_a_result_or_has_other_readers_or_reduces_rows_is_stored() {
    var returned =
        program(x -> {
          var made = relu(x.get(0));
          return List.of(dot(made, x.get(1)), made);
        });
    var readAgain =
        program(x -> {
          var made = relu(x.get(0));
          return List.of(dot(made, x.get(1)), Lax.cumsum(made, 1, false));
        });
    var rows =
        program(x -> {
          var sums = Lax.reduceSum(x.get(0), Axes.of(1));
          var mean = Lax.broadcastInDim(sums, Shape.of(2, 3), Axes.of(0));
          return List.of(dot(Lax.sub(x.get(0), mean), x.get(1)));
        });

    for (var program : List.of(returned, readAgain, rows)) {
      assertThat(program.toText()).doesNotContain("dot_general of");
    }
    assertThat(result(returned)).containsExactly(16, 20, 34, 44);
    assertThat(result(readAgain)).containsExactly(16, 20, 34, 44);
    assertThat(result(rows)).containsExactly(-8, -12, -26, -36);
  }

  @Test
  void an_epilogue_does_not_overwrite_an_operand_of_a_prologue() {
    var avals = List.of(f32(2, 2), f32(2, 2));
    var program =
        Compiler.program(
            Staged.of(
                avals,
                x -> {
                  var sums = Lax.cumsum(x.get(0), 1, false);
                  var product = Lax.neg(dot(Lax.square(sums), x.get(1)));
                  return List.of(Lax.cumsum(product, 1, false));
                }));
    var a = NdArray.of(Shape.of(2, 2), 1, 2, 3, 4);
    var b = NdArray.of(Shape.of(2, 2), 0, 1, 1, 0);

    assertThat(program.toText()).contains("buf1:f32[2,2] buf1:f32[2,2] = dot_general of loop");
    assertThat(program.run(RunArguments.of(List.of(a, b))).getFirst().toFloats())
        .containsExactly(-9, -10, -49, -58);
  }
}
