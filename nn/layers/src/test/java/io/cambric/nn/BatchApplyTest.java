package io.cambric.nn;

import static io.cambric.testing.Near.ones;
import static io.cambric.testing.Near.range;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.errors.ShapeException;
import io.cambric.numpy.Key;
import io.cambric.numpy.Numpy;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class BatchApplyTest {

  @Test
  void leading_axes_are_merged_and_split_again() {
    var a = range(2, 3, 4);
    var b = range(4).add(1);
    var y =
        BatchApply.of(
                (Array x, Array w) -> {
                  assertThat(x.shape()).isEqualTo(Shape.of(6, 4));
                  assertThat(w.shape()).isEqualTo(Shape.of(4));
                  return x.matmul(w);
                })
            .apply(a, b);
    assertThat(y.shape()).isEqualTo(Shape.of(2, 3));
    assertThat(y.ravel().toFloats()).containsExactly(a.reshape(6, 4).matmul(b).toFloats());
  }

  @Test
  void arguments_and_results_are_trees() {
    var results =
        BatchApply.of(
                (Map<String, Array> x, Array y, Integer factor) ->
                    List.of(x.get("a").mul(factor), Numpy.add(x.get("b"), y)),
                3)
            .apply(Map.of("a", range(2, 1, 3), "b", range(2, 1, 3)), ones(1, 2, 3), 7);
    assertThat(results.get(0).ravel().toFloats()).containsExactly(0, 7, 14, 21, 28, 35);
    assertThat(results).allSatisfy(y -> assertThat(y.shape()).isEqualTo(Shape.of(2, 1, 3)));
  }

  @Test
  void a_module_runs_on_all_steps_at_once() {
    var dense = Dense.of(5);
    var x = range(2, 3, 4);
    var variables = dense.init(Key.of(0), x.reshape(6, 4));
    var y = BatchApply.of((Array rows) -> dense.apply(variables, rows)).apply(x);
    assertThat(y.ravel().toFloats())
        .containsExactly(dense.apply(variables, x.reshape(6, 4)).ravel().toFloats());
  }

  @Test
  void arguments_without_the_axes_and_results_without_the_batch_are_refused() {
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> BatchApply.of((Array x) -> x).apply(ones(3)))
        .withMessageContaining(
            "BatchApply needs an array of at least 2 axes in its arguments, but got [f32[3]]. Add axes with expandDims, or merge fewer.");
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> BatchApply.of((Array x) -> x.sum(0)).apply(ones(2, 3, 4)))
        .withMessageContaining(
            "BatchApply needs results with a first axis of 6, from the merged axes [2, 3], but got f32[4]. Keep the batch axis in the function.");
  }
}
