package io.cambric.optax.transform;

import static io.cambric.optax.base.Near.assertNear;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.errors.HyperparameterException;
import io.cambric.errors.ShapeException;
import io.cambric.errors.TreeStructureException;
import io.cambric.numpy.Numpy;
import io.cambric.optax.Optax;
import io.cambric.optax.base.EmptyState;
import io.cambric.optax.base.Sample;
import io.cambric.tree.Trees;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Transformations that rescale, limit, collect and measure updates; numbers of Optax. */
class ScalersTest {

  @Test
  void the_sign_of_lion_is_hard_smooth_or_refined() {
    var smooth = Optax.scaleByLion().withMode(ScaleByLion.Mode.SMOOTH).withSmoothBeta(2);
    assertNear(Sample.updates(smooth, 3), 0.110842414, -0.0308712721, -0.293323338);
    var refined = Optax.scaleByLion().withB1(0.5).withMode(ScaleByLion.Mode.REFINED);
    assertNear(Sample.updates(refined, 3), 0.163272157, -0.133778065, -0.763677359);
  }

  @Test
  void eps_may_be_added_outside_of_the_root() {
    var tx =
        Optax.scaleByRms().withDecay(0.8).withEps(1e-3).withInitialScale(1).withEpsInSqrt(false);
    assertNear(Sample.updates(tx, 3), 0.268978596, -0.341087192, -1.44881439);
  }

  @Test
  void the_state_has_a_count_if_there_is_bias_correction() {
    var plain = Optax.scaleByRms().init(Sample.PARAMS);
    assertThat(Trees.structure(plain).paths()).containsExactly("nu/a");
    var counted = Optax.scaleByStddev().withBiasCorrection(true).init(Sample.PARAMS);
    assertThat(Trees.structure(counted).paths()).containsExactly("count", "mu/a", "nu/a");
  }

  @Test
  void the_standard_deviation_is_that_of_corrected_averages() {
    var tx =
        Optax.scaleByStddev()
            .withDecay(0.7)
            .withEps(0.01)
            .withInitialScale(1)
            .withBiasCorrection(true);
    assertNear(Sample.updates(tx, 3), 0.29751429, -0.316941738, -1.31806779);
  }

  @Test
  void sm3_keeps_one_maximum_for_each_row_and_column() {
    var m = NdArray.of(Shape.of(2, 2), new float[] {1, -2, 3, 0.5f});
    var tx = Optax.scaleBySm3();
    var params = Map.of("w", (Array) m);
    var first = tx.update(params, tx.init(params), null);
    var second = tx.update(Map.of("w", m.mul(2)), first.state(), null);
    assertNear(second.updates().get("w").ravel(), 0.16071068, -0.17944272, 0.17944272, 0.13472135);
    var maxima = Trees.leaves(second.state().find(ScaleBySm3.State.class).orElseThrow().mu());
    assertNear((Array) maxima.get(0), 20, 45);
    assertNear((Array) maxima.get(1), 45, 20);
  }

  @Test
  void sm3_refuses_the_state_of_parameters_of_other_axes() {
    var tx = Optax.scaleBySm3();
    assertThatExceptionOfType(TreeStructureException.class)
        .isThrownBy(
            () -> tx.update(Map.of("a", Sample.row(1).reshape(1, 1)), tx.init(Sample.PARAMS), null))
        .withMessage(
            "scale_by_sm3 needs one array of maxima for each axis of the updates, 2, but the"
                + " state has 1. Call init for these parameters.");
  }

  @Test
  void updates_are_divided_by_their_norm() {
    var tx = Optax.normalizeByUpdateNorm().withScaleFactor(2);
    assertNear(Sample.updates(tx, 1), 1.42094338, 0.863093615, 1.11174822);
  }

  @Test
  void adaptive_clipping_limits_gradients_to_a_share_of_weights() {
    assertNear(
        Sample.updates(Optax.adaptiveGradClip(0.1), 1), 0.120315425, 0.0730806589, 0.094134964);
  }

  @Test
  void units_of_a_matrix_are_its_columns() {
    var x = Numpy.arange(6).astype(DType.F32).reshape(2, 3);
    assertNear(Optax.unitwiseNorm(x).ravel(), 3, 4.1231055, 5.3851647, 3, 4.1231055, 5.3851647);
    assertNear(
        Optax.centralize().update(List.of(x), new EmptyState(), null).updates().get(0).ravel(),
        -1,
        0,
        1,
        -1,
        0,
        1);
  }

  @Test
  void units_of_arrays_of_six_axes_are_unknown() {
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> Optax.unitwiseNorm(Numpy.zeros(2, 2, 1, 1, 1, 1)))
        .withMessage(
            "unitwise_norm needs an array of at most 5 axes, but got f32[2,2,1,1,1,1]. Pass "
                + "the axes of a unit.");
  }

  @Test
  void distance_over_gradients_needs_no_learning_rate() {
    var tx = Optax.scaleByDistanceOverGradients().withRepsRel(0.01);
    assertNear(Sample.updates(tx, 3), 0.00266978936, -0.00252545206, -0.013711134);
  }

  @Test
  void parameters_stay_nonnegative() {
    assertNear(Sample.updates(Optax.keepParamsNonnegative(), 3), 0.2978, -0.2817, 0.7291);
  }

  @Test
  void elements_that_are_not_a_number_become_zeros() {
    var updates = Sample.tree(1, Float.NaN, Float.POSITIVE_INFINITY);
    var step = Optax.zeroNans().update(updates, Optax.zeroNans().init(updates), null);
    assertNear(step.updates().get("a"), 1, 0, Double.POSITIVE_INFINITY);
    var found = step.state().find("a", Array.class).orElseThrow();
    assertThat(found.astype(DType.I32).toInts()).containsExactly(1);
  }

  @Test
  void sums_of_updates_pass_every_k_steps() {
    assertNear(Sample.updates(Optax.applyEvery(2), 1), 0, 0, 0);
    assertNear(Sample.updates(Optax.applyEvery(2), 2), 2.88450003, 1.42050004, 0.212400019);
    assertThatExceptionOfType(HyperparameterException.class)
        .isThrownBy(() -> Optax.applyEvery(0))
        .withMessage(
            "apply_every needs k of at least 1, but got 0. It is the number of steps to sum.");
  }

  @Test
  void examples_are_clipped_before_they_are_summed() {
    var matrix = Sample.row(3, 4, 0, 0, 0.3f, 0.4f).reshape(3, 2);
    var grads = List.of(matrix, Sample.row(12, 0, 0.2f));
    var global = Optax.perExampleGlobalNormClip(grads, 1);
    assertNear(global.clippedSum().get(0), 0.5307692, 0.7076923);
    assertThat(global.numClipped().toInts()).containsExactly(1);
    var layers = Optax.perExampleLayerNormClip(grads, 1, false);
    assertNear(layers.clippedSum().get(0), 0.789898, 1.0531973);
    assertNear(layers.clippedSum().get(1).reshape(1), 0.77735025);
    assertThat(layers.numClipped().get(1).toInts()).containsExactly(1);
  }

  @Test
  void examples_are_counted_by_the_first_axis() {
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(
            () -> Optax.perExampleGlobalNormClip(List.of(Sample.row(1), Sample.row(1, 2)), 1))
        .withMessage(
            "per_example_global_norm_clip needs gradients with the examples as first axis, "
                + "all of equal size, but got [f32[1], f32[2]]. Compute them with "
                + "vmap(grad(loss)).");
  }

  @Test
  void functions_become_transformations() {
    var halved =
        Optax.stateless(
            (Map<String, Array> u, Map<String, Array> p) -> Map.of("a", u.get("a").div(2)));
    assertNear(Sample.updates(halved, 1), 0.50345, 0.3058, 0.3939);
    var sum = Optax.statelessWithTreeMap((u, p) -> p == null ? u : u.add(p));
    assertNear(Sample.updates(sum, 1), 1.7101, 1.9687, 0.0587);
  }

  @Test
  void monitors_keep_measurements_in_the_state() {
    var tx =
        Optax.monitor()
            .with("norm", Optax.measureWithEma((Map<String, Array> g) -> Optax.globalNorm(g), 0.9))
            .with("max", (Map<String, Array> g) -> g.get("a").max());
    var state = tx.init(Sample.PARAMS);
    for (var grads : Sample.GRADS) {
      state = tx.update(grads, state, Sample.PARAMS).state();
    }
    var measurements = state.find(Monitor.State.class).orElseThrow().measurements();
    assertNear(((Array) measurements.get("norm")).reshape(1), 1.7132142);
    assertNear(((Array) measurements.get("max")).reshape(1), 0.2978);
  }

  @Test
  void a_snapshot_is_the_last_measurement_and_leaves_updates() {
    var tx = Optax.snapshot("norm", (Map<String, Array> g) -> Optax.globalNorm(g));
    var step = tx.update(Sample.tree(3, 4), tx.init(Sample.PARAMS), null);
    assertNear(step.updates().get("a"), 3, 4);
    assertNear(step.state().find("norm", Array.class).orElseThrow().reshape(1), 5);
  }
}
