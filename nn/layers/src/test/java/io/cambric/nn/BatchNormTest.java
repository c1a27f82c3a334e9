package io.cambric.nn;

import static io.cambric.module.ApplyOptions.mutable;
import static io.cambric.testing.Near.array;
import static io.cambric.testing.Near.assertNear;
import static io.cambric.testing.Near.ones;
import static io.cambric.transform.Transforms.pmap;
import static io.cambric.transform.Transforms.vmap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.errors.HyperparameterException;
import io.cambric.errors.ImmutableCollectionException;
import io.cambric.numpy.Key;
import io.cambric.scope.Variables;
import io.cambric.transform.function.ArrayFn;
import org.junit.jupiter.api.Test;

class BatchNormTest {

  private static final Key KEY = Key.of(0);
  private static final Array X = array(Shape.of(2, 2), 1, 2, 3, 6);

  private static Variables init(BatchNorm norm, Array x) {
    return norm.init(KEY, x, false);
  }

  @Test
  void training_normalises_by_the_batch_and_averages_its_statistics() {
    var norm = BatchNorm.of();
    var trained = norm.apply(init(norm, X), mutable("batch_stats"), m -> m.call(X, false));
    assertNear(trained.output(), -.999995, -.9999987, .999995, .9999987);
    var stats = trained.variables().collection("batch_stats");
    assertNear(stats.get("mean"), .02, .04);
    assertNear(stats.get("var"), 1.0, 1.03);
  }

  @Test
  void evaluation_normalises_by_the_running_statistics() {
    var norm = BatchNorm.of();
    var variables = init(norm, X);
    var trained = norm.apply(variables, mutable("batch_stats"), m -> m.call(X, false));
    assertNear(
        norm.apply(variables.with(trained.variables()), X, true),
        .9799951,
        1.931236,
        2.979985,
        5.8725343);
  }

  @Test
  void initialising_makes_all_variables_and_averages_nothing() {
    var variables = init(BatchNorm.of(), X);
    assertNear(variables.collection("batch_stats").get("mean"), 0, 0);
    assertNear(variables.collection("batch_stats").get("var"), 1, 1);
    assertThat(variables.names()).containsExactlyInAnyOrder("batch_stats", "params");
    assertThat(variables.params().entries().keySet()).containsExactly("scale", "bias");
  }

  @Test
  void the_feature_axis_may_be_another() {
    var norm = BatchNorm.of().withAxis(Axes.of(0));
    var y = norm.initWithOutput(KEY, X, false).output();
    assertNear(y, -.99998, .99998, -.9999987, .9999987);
  }

  @Test
  void a_mask_leaves_elements_out_of_the_statistics() {
    var norm = BatchNorm.of();
    var x = array(Shape.of(3, 1), 1, 3, 100);
    var mask = array(Shape.of(3, 1), 1, 1, 0).astype(DType.BOOL);
    var y = norm.init(KEY, m -> m.call(x, false, mask));
    var trained = norm.apply(y, mutable("batch_stats"), m -> m.call(x, false, mask));
    assertNear(trained.variables().collection("batch_stats").get("mean"), .02);
    assertNear(trained.output().slice(0, 0, 2), -.999995, .999995);
    var fixed = norm.withUseRunningAverage(false);
    assertThat(fixed.initWithOutput(KEY, m -> m.call(x, mask)).output().toFloats())
        .containsExactly(trained.output().toFloats());
  }

  @Test
  void the_exact_variance_agrees_with_the_fast_one() {
    var fast = BatchNorm.of().initWithOutput(KEY, X, false).output();
    var exact = BatchNorm.of().withUseFastVariance(false).initWithOutput(KEY, X, false).output();
    assertThat(fast.sub(exact).abs().max().item()).isLessThan(1e-6);
  }

  @Test
  void statistics_of_halves_are_f32() {
    var made = BatchNorm.of().withDtype(DType.BF16).initWithOutput(KEY, X, false);
    assertThat(made.output().dtype()).isEqualTo(DType.BF16);
    assertThat(made.variables().collection("batch_stats").get("mean").dtype()).isEqualTo(DType.F32);
  }

  @Test
  void the_flag_is_given_once_to_the_module_or_to_its_call() {
    var fixed = BatchNorm.of().withUseRunningAverage(true);
    assertNear(fixed.initWithOutput(KEY, ones(1, 1)).output(), .999995);
    assertThatExceptionOfType(HyperparameterException.class)
        .isThrownBy(() -> BatchNorm.of().init(KEY, X))
        .withMessageContaining(
            "BatchNorm needs useRunningAverage, but neither the module nor its call sets "
                + "it. Pass it to call, or set it with withUseRunningAverage(...).");
    assertThatExceptionOfType(HyperparameterException.class)
        .isThrownBy(() -> fixed.init(KEY, X, false))
        .withMessageContaining(
            "BatchNorm needs useRunningAverage once, but the module has true and its call"
                + " false. Leave one of them out.");
  }

  @Test
  void training_needs_the_statistics_mutable() {
    var norm = BatchNorm.of();
    var variables = init(norm, X);
    assertThatExceptionOfType(ImmutableCollectionException.class)
        .isThrownBy(() -> norm.apply(variables, X, false))
        .withMessageContaining("batch_stats");
  }

  @Test
  void lanes_of_a_named_axis_share_the_statistics_of_the_whole_batch() {
    var parts = array(Shape.of(2, 1, 2), 1, 2, 3, 6);
    var norm = BatchNorm.of().withAxisName("batch");
    // Initialising needs no mapping around it.
    var variables = init(norm, X);
    ArrayFn lane =
        x -> norm.apply(variables, mutable("batch_stats"), m -> m.call(x, false)).output();
    var expected = BatchNorm.of().apply(variables, mutable("batch_stats"), m -> m.call(X, false));

    var mapped = vmap(lane).axisName("batch").apply(parts);
    assertThat(mapped.reshape(2, 2).toFloats()).containsExactly(expected.output().toFloats());
    assertThat(pmap(lane).axisName("batch").apply(parts).toFloats())
        .containsExactly(mapped.toFloats());
  }

  @Test
  void every_lane_averages_the_statistics_of_the_whole_batch() {
    var parts = array(Shape.of(2, 1, 2), 1, 2, 3, 6);
    var norm = BatchNorm.of().withAxisName("batch").withUseFastVariance(false);
    var variables = init(norm, X);
    var updates =
        vmap((Array x) ->
                norm.apply(variables, mutable("batch_stats"), m -> m.call(x, false)).variables())
            .axisName("batch")
            .outAxes(null)
            .apply(parts);

    assertNear(updates.collection("batch_stats").get("mean"), .02, .04);
    assertNear(updates.collection("batch_stats").get("var"), 1.0, 1.03);
  }
}
