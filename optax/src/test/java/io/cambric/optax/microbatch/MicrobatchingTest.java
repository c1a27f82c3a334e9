package io.cambric.optax.microbatch;

import static io.cambric.optax.base.Near.assertNear;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.errors.DTypeException;
import io.cambric.errors.ShapeException;
import io.cambric.errors.TreeStructureException;
import io.cambric.numpy.Numpy;
import io.cambric.transform.Transforms;
import io.cambric.transform.function.Fn;
import io.cambric.transform.function.Fn2;
import io.cambric.transform.function.Fn3;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Values are those of Optax 0.2.8 on JAX 0.10.2. */
class MicrobatchingTest {

  private static final Array DATA = Numpy.array(1.0, 2.0, 3.0, 4.0);

  /** The example of Optax's documentation. */
  @Test
  void a_result_is_combined_by_the_accumulator_at_its_place() {
    Fn<Array, List<Array>> both = x -> List.of(x.add(1), x.mul(3).sum());
    var parts =
        Microbatching.microbatch(
            both,
            2,
            MicrobatchOptions.SUM.withAccumulator(
                List.of(AccumulationType.CONCAT, AccumulationType.SUM)));
    var out = parts.apply(DATA);
    assertNear(out.get(0), 2, 3, 4, 5);
    assertNear(out.get(1), 30);
  }

  @Test
  void means_are_over_microbatches() {
    Fn<Array, Array> sum = Array::sum;
    assertNear(mean(sum, AccumulationType.MEAN), 5);
    assertNear(mean(sum, AccumulationType.RUNNING_MEAN), 5);
    assertNear(Microbatching.microbatch(sum, 2).apply(DATA), 10);
  }

  private static Array mean(Fn<Array, Array> function, AccumulationType type) {
    return Microbatching.microbatch(function, 2, MicrobatchOptions.SUM.withAccumulator(type))
        .apply(DATA);
  }

  /** Microbatches are 1, 3 and 2, 4: the running mean after one of them is 4. */
  @Test
  void fewer_microbatches_may_run() {
    Fn<Array, Array> sum = Array::sum;
    var first =
        Microbatching.microbatch(
            sum,
            2,
            MicrobatchOptions.SUM
                .withAccumulator(AccumulationType.RUNNING_MEAN)
                .withNumRealMicrobatches(1));
    assertNear(first.apply(DATA), 4);
  }

  @Test
  void a_batch_is_reshaped_by_columns() {
    var parts = Microbatching.reshapeBatchAxis(Numpy.arange(6), 2, 0);
    assertThat(parts.shape()).isEqualTo(Shape.of(3, 2));
    assertThat(parts.reshape(6).toInts()).containsExactly(0, 3, 1, 4, 2, 5);
  }

  @Test
  void gradients_pass_through_and_programs_compile() {
    Fn2<Array, Array, Array> loss = (w, x) -> x.mul(w).square().sum();
    var parts = Microbatching.microbatch(loss, List.of(1), 2);
    var gradient = Transforms.jit(Transforms.grad(parts));
    assertNear(gradient.apply(NdArray.scalar(DType.F32, 0.5), DATA), 30);
  }

  @Test
  void a_batch_axis_need_not_be_the_first() {
    var x = Numpy.arange(8).astype(DType.F32).reshape(2, 4);
    Fn<Array, Array> sums = batch -> Numpy.sum(batch, 1);
    var parts = Microbatching.microbatch(sums, 2, MicrobatchOptions.SUM.withInAxes(1));
    assertNear(parts.apply(x), 6, 22);
  }

  @Test
  void an_accumulator_of_ones_own_keeps_a_state() {
    record Largest() implements Accumulator<Array> {

      @Override
      public Array init(Array zeros) {
        return zeros;
      }

      @Override
      public Array update(Array state, Array value, Array index) {
        return Numpy.maximum(state, value);
      }

      @Override
      public Array result(Array state) {
        return state;
      }

      @Override
      public Array aggregate(Array values) {
        return Numpy.max(values, 0);
      }
    }
    Fn<Array, Array> square = Array::square;
    var largest =
        Microbatching.microVmap(square, 2, MicrobatchOptions.CONCAT.withAccumulator(new Largest()));
    assertNear(largest.apply(DATA), 16);
  }

  @Test
  void a_mapped_function_keeps_the_order_of_the_batch() {
    Fn<Array, Array> square = Array::square;
    assertNear(Microbatching.microVmap(square, 2).apply(DATA), 1, 4, 9, 16);
    assertNear(Microbatching.microVmap(square, null).apply(DATA), 1, 4, 9, 16);
  }

  @Test
  void a_mapped_function_may_share_arguments_and_sum() {
    Fn2<Array, Array, Array> product = Array::mul;
    var sum =
        Microbatching.microVmap(
            product, List.of(1), 2, MicrobatchOptions.CONCAT.withAccumulator(AccumulationType.SUM));
    assertNear(sum.apply(Numpy.array(1.0, 10.0), DATA), 10, 100);
  }

  private record Moments(Array grads, Array squares) {}

  /** The example of Optax's documentation: the gradients of the examples are 0, 2, 4 and 6. */
  @Test
  void gradients_of_examples_are_transformed_before_they_are_combined() {
    Fn3<Array, Array, Array, Array> loss =
        (params, features, targets) ->
            features.matmul(params).sub(targets).square().mean().mul(0.5);
    var features = Numpy.ones(Shape.of(4, 1));
    var targets = Numpy.array(0.0, 2.0, 4.0, 6.0);
    for (var size : new Integer[] {1, 2, 4}) {
      var micro =
          Microbatching.<Array, Array, Array, Moments>microGrad(
              loss,
              options ->
                  options
                      .withMicrobatchSize(size)
                      .withAccumulator(AccumulationType.MEAN)
                      .withMetrics(g -> g.abs().sum())
                      .withTransform(g -> new Moments(g, g.square())));

      var out = micro.apply(Numpy.zeros(Shape.of(1)), features, targets);

      assertNear(out.grads().grads(), -3);
      assertNear(out.grads().squares(), 14);
      assertNear(out.values(), 0, 2, 8, 18);
      assertNear((Array) Objects.requireNonNull(out.metrics()), 0, 2, 4, 6);
    }
  }

  @Test
  void gradients_of_examples_are_summed_by_default() {
    Fn2<Array, Array, Array> loss = (w, x) -> x.mul(w).square().sum();
    var out = Microbatching.microGrad(loss).apply(NdArray.scalar(DType.F32, 0.5), DATA);
    assertNear(out.grads(), 30);
    assertNear(out.values(), 0.25, 1, 2.25, 4);
    assertThat(out.metrics()).isNull();
    var bare =
        Microbatching.<Array, Array, Array>microGrad(
            loss, options -> options.withKeepBatchDim(false));
    assertNear(bare.apply(NdArray.scalar(DType.F32, 0.5), DATA).grads(), 30);
  }

  @Test
  void a_microbatch_size_divides_the_batch() {
    Fn<Array, Array> sum = Array::sum;
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> Microbatching.microbatch(sum, 3).apply(DATA))
        .withMessage(
            "microbatch needs a microbatch size that divides the batch, but got 3 for a "
                + "batch of 4. Choose a divisor, or pad the batch.");
  }

  @Test
  void batches_are_of_one_size() {
    Fn2<Array, Array, Array> sum = (x, y) -> x.sum().add(y.sum());
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() ->
            Microbatching.microbatch(sum, List.of(0, 1), 2).apply(DATA, Numpy.array(1.0, 2.0)))
        .withMessage(
            "microbatch needs batch arguments with the same batch size, but got 4 and 2. "
                + "Check the sizes along the batch axis.");
  }

  @Test
  void means_need_floating_results() {
    Fn<Array, Array> sum = Array::sum;
    assertThatExceptionOfType(DTypeException.class)
        .isThrownBy(() ->
            Microbatching.microbatch(
                    sum, 2, MicrobatchOptions.SUM.withAccumulator(AccumulationType.MEAN))
                .apply(Numpy.arange(4)))
        .withMessage(
            "MEAN needs microbatches with floating results, but got i32[]. Use SUM, or "
                + "convert them with astype.");
  }

  @Test
  void an_accumulator_is_needed_for_each_array() {
    Fn<Array, Array> sum = Array::sum;
    assertThatExceptionOfType(TreeStructureException.class)
        .isThrownBy(() ->
            Microbatching.microbatch(sum, 2, MicrobatchOptions.SUM.withAccumulator("sum"))
                .apply(DATA))
        .withMessage(
            "microbatch needs an accumulator for each array, but one is sum. Pass an"
                + " AccumulationType or an Accumulator.");
  }
}
