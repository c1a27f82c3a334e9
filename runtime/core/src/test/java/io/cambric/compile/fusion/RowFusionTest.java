package io.cambric.compile.fusion;

import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.compile.Compiler;
import io.cambric.compile.run.Program;
import io.cambric.core.Array;
import io.cambric.core.Jaxpr;
import io.cambric.core.NdArray;
import io.cambric.core.RunArguments;
import io.cambric.kernel.block.Block;
import io.cambric.lax.Lax;
import io.cambric.numpy.Activations;
import io.cambric.numpy.Numpy;
import io.cambric.testing.Seeds;
import io.cambric.testing.TestArrays;
import io.cambric.transform.Transforms;
import io.cambric.transform.function.ArrayFn;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/**
 * Reductions of rows whose results are broadcast over the rows again, read off printed programs.
 */
class RowFusionTest {

  private static final NdArray MATRIX = array(6, 5);

  private static NdArray array(int... dims) {
    return TestArrays.whole(Seeds.generator(7), DType.F32, Shape.of(dims), 4);
  }

  private static Jaxpr jaxpr(UnaryOperator<Array> function, Array x) {
    return Transforms.makeJaxpr((ArrayFn) function::apply, x);
  }

  /** Plain kernels fold rows and whole arrays alike in double precision, so the bits agree. */
  private static Program assertLikeEvaluation(UnaryOperator<Array> function, NdArray x) {
    var jaxpr = jaxpr(function, x);
    var program = Compiler.program(jaxpr);
    assertThat(TestArrays.exact(program.run(RunArguments.of(List.of(x)))))
        .as(program::toText)
        .isEqualTo(TestArrays.exact(jaxpr.eval(List.of(x))));
    return program;
  }

  private static Array layerNorm(Array x) {
    var mean = x.mean(-1).expandDims(-1);
    var centred = x.sub(mean);
    var variance = centred.square().mean(-1).expandDims(-1);
    return centred.div(variance.add(1e-6).sqrt());
  }

  /** {@return the product of a function's gradient with its argument as cotangent} */
  private static UnaryOperator<Array> gradient(UnaryOperator<Array> function) {
    return x -> Transforms.vjp((ArrayFn) function::apply, x).pullback().apply(x);
  }

  @Test
  void the_gradient_of_a_layer_normalisation_is_one_loop() {
    var program = Compiler.program(jaxpr(gradient(RowFusionTest::layerNorm), MATRIX));

    assertThat(program.stepCount()).as(program::toText).isEqualTo(1);
  }

  @Test
  void groups_are_merged_where_per_row_values_of_both_are_read() {
    var program = Compiler.program(jaxpr(gradient(x -> Activations.logSoftmax(x)), MATRIX));

    assertThat(program.stepCount()).as(program::toText).isEqualTo(1);
  }

  @Test
  void a_loop_that_stores_rows_sums_them_too() {
    var jaxpr =
        jaxpr(
            x -> {
              var exp = x.exp();
              return Numpy.concatenate(List.of(exp, exp.sum(-1).expandDims(-1).mul(2)), -1);
            },
            MATRIX);
    var program = Compiler.program(jaxpr);

    assertThat(program.toText()).as(program::toText).contains("row_sum").doesNotContain("reduce");
    assertThat(TestArrays.exact(program.run(RunArguments.of(List.of(MATRIX)))))
        .isEqualTo(TestArrays.exact(jaxpr.eval(List.of(MATRIX))));
  }

  @Test
  void the_sums_of_exponentials_are_in_the_loop_that_finds_the_largest() {
    var program = assertLikeEvaluation(x -> Activations.logsumexp(x, -1), MATRIX);

    assertThat(program.stepCount()).as(program::toText).isEqualTo(1);
  }

  @Test
  void the_mean_of_per_row_values_follows_the_gradient_of_the_rows() {
    UnaryOperator<Array> meanAndGradient =
        x -> {
          var all = Transforms.valueAndGrad((Array y) -> Activations.logsumexp(y, -1).mean());
          var both = all.apply(x);
          return both.grads().add(both.value());
        };
    var program = assertLikeEvaluation(meanAndGradient, MATRIX);

    assertThat(program.toText()).as(program::toText).containsOnlyOnce("exp");
  }

  @Test
  void a_reader_of_points_is_a_follower_too_if_it_has_at_most_one_result_per_row() {
    UnaryOperator<Array> lossesAndGradient =
        x -> {
          var labels =
              Numpy.minimum(
                  Lax.broadcastedIota(DType.I32, Shape.of(6, 1), 0), NdArray.scalar(DType.I32, 4));
          var all =
              Transforms.valueAndGrad((Array y) -> {
                var logits = y.mul(2);
                var chosen = Numpy.takeAlongAxis(logits, labels, -1).reshape(6);
                return Activations.logsumexp(logits, -1).sub(chosen).sum();
              });
          var both = all.apply(x);
          return Numpy.concatenate(List.of(both.grads(), both.value().reshape(1, 1).add(x)), 0);
        };
    var program = assertLikeEvaluation(lossesAndGradient, MATRIX);

    assertThat(program.toText()).as(program::toText).containsOnlyOnce("exp");
  }

  @Test
  void a_loop_is_complete_before_its_rows_need_a_follower() {
    var program =
        assertLikeEvaluation(
            x -> {
              var largest = x.max(-1).expandDims(-1);
              var centred = x.sub(largest);
              return centred.mul(largest.sum().add(1)).add(centred.max(-1).sum());
            },
            MATRIX);

    assertThat(program.stepCount()).as(program::toText).isGreaterThan(2);
  }

  @Test
  void a_softmax_is_one_loop() {
    var program = assertLikeEvaluation(Activations::softmax, MATRIX);

    assertThat(program.stepCount()).as(program::toText).isEqualTo(1);
    assertThat(program.toText()).contains("row_max", "row_sum", "row_spread");
  }

  @Test
  void a_softmax_of_bf16_is_one_loop_that_sums_in_f32() {
    var x = TestArrays.whole(Seeds.generator(7), DType.BF16, Shape.of(5, 40), 4);
    var program = assertLikeEvaluation(Activations::softmax, x);

    assertThat(program.stepCount()).as(program::toText).isEqualTo(1);
    assertThat(program.toText()).contains("bf16 = row_sum", "bf16 = row_spread");
  }

  @Test
  void a_log_softmax_is_one_loop() {
    assertThat(assertLikeEvaluation(Activations::logSoftmax, MATRIX).stepCount()).isEqualTo(1);
  }

  @Test
  void a_layer_normalisation_is_one_loop() {
    assertThat(assertLikeEvaluation(RowFusionTest::layerNorm, MATRIX).stepCount()).isEqualTo(1);
  }

  @Test
  void rows_of_more_dims_and_of_one_are_fused_alike() {
    assertThat(assertLikeEvaluation(Activations::softmax, array(2, 3, 4)).stepCount()).isEqualTo(1);
    assertThat(assertLikeEvaluation(Activations::softmax, array(7)).stepCount()).isEqualTo(1);
    assertThat(assertLikeEvaluation(RowFusionTest::layerNorm, array(1, 9)).stepCount())
        .isEqualTo(1);
  }

  @Test
  void work_on_per_row_values_alone_runs_once_per_row() {
    var program =
        assertLikeEvaluation(x -> x.sub(x.sum(-1).exp().add(1).log().expandDims(-1)), MATRIX);

    assertThat(program.toText())
        .contains(
            "loop[6, 5]{v1:f32 = row_sum v0; v2:f32 = exp v1; v3:f32 = const 1.0; v4:f32 = add v2"
                + " v3; v5:f32 = log v4; v6:f32 = row_spread v5; v7:f32 = sub v0 v6; store v7}");
  }

  @Test
  void per_row_values_that_are_results_are_stored_once_per_row() {
    UnaryOperator<Array> function =
        x -> {
          var max = x.max(-1);
          var shifted = x.sub(max.expandDims(-1)).exp().sum(-1);
          return Numpy.stack(max, shifted.log().add(max));
        };

    assertLikeEvaluation(function, MATRIX);
  }

  @Test
  void a_per_row_value_along_another_axis_is_read_from_memory() {
    var square = array(5, 5);

    assertLikeEvaluation(x -> x.add(x.sum(-1)), square);
    assertLikeEvaluation(x -> x.add(x.sum(-1).expandDims(-1)).mul(x.max(-1)), square);
  }

  @Test
  void a_reduction_of_broadcast_per_row_values_is_right() {
    assertLikeEvaluation(
        x -> {
          var spread = x.sum(-1).expandDims(-1).broadcastTo(Shape.of(6, 5));
          return x.sub(spread.max(-1).expandDims(-1)).add(spread);
        },
        MATRIX);
  }

  @Test
  void a_reduction_that_is_not_broadcast_stays_a_reduction() {
    var program = assertLikeEvaluation(x -> x.exp().sum(-1), MATRIX);

    assertThat(program.toText()).contains("reduce_sum").doesNotContain("row_sum");
  }

  @Test
  void rows_longer_than_a_block_are_blocks_of_their_own() {
    var program = assertLikeEvaluation(Activations::softmax, array(2, 1500));

    assertThat(program.toText()).contains("row_max").doesNotContain("reduce_max");
  }

  @Test
  void rows_too_long_for_a_cache_are_reduced_in_a_step_of_their_own() {
    var program = assertLikeEvaluation(Activations::softmax, array(2, Block.LONGEST_ROW + 1));

    assertThat(program.toText()).contains("reduce_max").doesNotContain("row_max");
  }

  @Test
  void an_array_without_rows_or_with_rows_of_one_element_is_reduced_right() {
    assertLikeEvaluation(Activations::softmax, array(0, 5));
    assertLikeEvaluation(Activations::softmax, array(5, 1));
  }

  @Test
  void gradients_are_fused_and_equal() {
    for (ArrayFn function :
        List.<ArrayFn>of(Activations::softmax, Activations::logSoftmax, RowFusionTest::layerNorm)) {
      var gradient =
          Transforms.grad(
              (ArrayFn) x -> function.apply(x).mul(Numpy.arange(30).reshape(6, 5)).sum());
      assertLikeEvaluation(gradient::apply, MATRIX);
    }
  }

  @Test
  void many_blocks_of_rows_equal_one() {
    assertLikeEvaluation(Activations::softmax, array(500, 70));
    assertLikeEvaluation(RowFusionTest::layerNorm, array(40, 1024));
  }
}
