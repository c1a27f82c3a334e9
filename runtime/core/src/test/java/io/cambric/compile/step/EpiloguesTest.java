package io.cambric.compile.step;

import static io.cambric.testing.Staged.f32;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.cambric.array.Axes;
import io.cambric.array.Shape;
import io.cambric.compile.Compiler;
import io.cambric.compile.run.Program;
import io.cambric.core.Array;
import io.cambric.core.Jaxpr;
import io.cambric.core.NdArray;
import io.cambric.core.RunArguments;
import io.cambric.core.ShapedArray;
import io.cambric.lax.Lax;
import io.cambric.lax.dims.DotDims;
import io.cambric.testing.Staged;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Pointwise loops that run on each tile of a product. */
class EpiloguesTest {

  private static final List<ShapedArray> AVALS = List.of(f32(2, 3), f32(3, 2), f32(2));
  private static final List<NdArray> ARGUMENTS =
      List.of(
          NdArray.of(Shape.of(2, 3), 1, -2, 3, 4, -5, 6),
          NdArray.of(Shape.of(3, 2), 1, 2, 3, 4, 5, 6),
          NdArray.of(Shape.of(2), -20, 10));

  /** The product of the first two arguments: 10, 12, 19, 24. */
  private static Array product(List<Array> x) {
    var none = Axes.of();
    return Lax.dotGeneral(x.get(0), x.get(1), new DotDims(Axes.of(1), Axes.of(0), none, none));
  }

  private static Program program(Function<List<Array>, List<Array>> function) {
    Jaxpr jaxpr = Staged.of(AVALS, function);
    return Compiler.program(jaxpr);
  }

  private static Array biased(List<Array> x, Array product) {
    return Lax.add(product, Lax.broadcastInDim(x.get(2), Shape.of(2, 2), Axes.of(1)));
  }

  @Test
  void a_bias_and_an_activation_are_an_epilogue_over_the_memory_of_the_product() {
    var program = program(x -> List.of(Lax.tanh(Lax.neg(biased(x, product(x))))));

    assertThat(program.toText()).contains("dot_general then loop[2, 2]").contains("1 steps");
    assertThat(program.run(RunArguments.of(ARGUMENTS)).getFirst().toFloats())
        .containsExactly(
            new float[] {
              (float) Math.tanh(10),
              (float) Math.tanh(-22),
              (float) Math.tanh(1),
              (float) Math.tanh(-34)
            },
            within(1e-6f));
  }

  @Test
  void the_product_may_be_a_result_and_have_other_readers() {
    var program =
        program(x -> {
          var product = product(x);
          var biased = biased(x, product);
          return List.of(product, biased, Lax.reduceSum(product, Axes.of(0)));
        });

    var results = program.run(RunArguments.of(ARGUMENTS));

    assertThat(program.toText()).contains("dot_general then loop");
    assertThat(results.get(0).toFloats()).containsExactly(10, 12, 19, 24);
    assertThat(results.get(1).toFloats()).containsExactly(-10, 22, -1, 34);
    assertThat(results.get(2).toFloats()).containsExactly(29, 36);
  }

  @Test
  void a_loop_that_reads_a_later_value_or_the_product_in_another_order_is_no_epilogue() {
    var later =
        program(x -> {
          var product = product(x);
          var other = product(List.of(x.get(0), Lax.neg(x.get(1))));
          return List.of(Lax.mul(product, other));
        });
    var transposed =
        program(x -> {
          var product = product(x);
          return List.of(Lax.mul(product, Lax.transpose(product, Axes.of(1, 0))));
        });

    assertThat(later.run(RunArguments.of(ARGUMENTS)).getFirst().toFloats())
        .containsExactly(-100, -144, -361, -576);
    assertThat(transposed.toText()).doesNotContain("then");
    assertThat(transposed.run(RunArguments.of(ARGUMENTS)).getFirst().toFloats())
        .containsExactly(100, 228, 228, 576);
  }
}
