package io.cambric.optax.contrib;

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
import io.cambric.optax.base.GradientTransformation;
import io.cambric.optax.base.OptState;
import io.cambric.optax.base.Sample;
import io.cambric.transform.Transforms;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Muon and GaLore on one vector and one matrix, against Optax 0.2.8. */
class MuonTest {

  private static final Map<String, Array> PARAMS =
      Map.of(
          "b", NdArray.of(Shape.of(2), 0.5f, -0.25f),
          "w", NdArray.of(Shape.of(2, 3), 1, 2, -1, 0.5f, -0.5f, 1.5f));

  private static Map<String, Array> grads(int step) {
    var b = NdArray.of(Shape.of(2), 0.1f, 0.2f).mul(step + 1);
    var w = NdArray.of(Shape.of(2, 3), 0.3f, -0.2f, 0.5f, 1, 0.4f, -0.7f);
    return Map.of("b", b, "w", w.mul(1 - 0.5 * step).add(0.1 * step));
  }

  private static Map<String, Array> train(GradientTransformation tx) {
    var params = PARAMS;
    var state = tx.init(params);
    for (int i = 0; i < 3; i++) {
      var step = tx.update(grads(i), state, params);
      params = Optax.applyUpdates(params, step.updates());
      state = step.state();
    }
    return params;
  }

  /** Values of four axes, x^3 + sin(7 x) of x from -1 in steps of 0.1. */
  private static Array cube() {
    var x = Numpy.arange(24).astype(DType.F32).reshape(2, 3, 4).div(10).sub(1);
    return x.mul(x).mul(x).add(x.mul(7).sin());
  }

  private static Array orthogonalized(MuonDimensionNumbers numbers) {
    var tx = Contrib.scaleByMuon().withWeightDimensionNumbers(Map.of("x", numbers));
    var x = Map.of("x", cube());
    return tx.update(x, tx.init(x), null).updates().get("x").ravel().slice(0, 0, 6);
  }

  @Test
  void matrices_are_orthogonalized_and_other_leaves_go_to_adam() {
    var params = train(Contrib.muon(0.1));
    assertNear(params.get("b"), 0.105994247, -0.644005775);
    assertNear(
        params.get("w").ravel(),
        0.820673645,
        2.05395651,
        -1.30403793,
        0.278739035,
        -0.607454836,
        1.62735498);
  }

  @Test
  void coefficients_may_differ_from_step_to_step_and_adam_has_its_own_learning_rate() {
    var tx =
        Contrib.muon(0.1)
            .withNsCoeffs(NewtonSchulzCoefficients.DION)
            .withWeightDecay(0.1)
            .withAdamLearningRate(0.01)
            .withConsistentRms(0.2);
    var params = train(tx);
    assertNear(params.get("b"), 0.460599422, -0.289400578);
    assertNear(
        params.get("w").ravel(),
        0.918704033,
        1.95336282,
        -1.05603802,
        0.403161228,
        -0.525003493,
        1.49984086);
  }

  @Test
  void adaptive_updates_are_scaled_by_their_product_with_the_momentum() {
    assertNear(
        train(Contrib.muon(0.1).withAdaptive(true).withNesterov(false)).get("w").ravel(),
        0.733939111,
        2.09270978,
        -1.36711621,
        0.216079175,
        -0.61834532,
        1.64983237);
  }

  @Test
  void preconditionings_differ() {
    var tx = Contrib.muon(0.1);
    assertNear(
        train(tx.withPreconditioning(Preconditioning.SPECTRAL)).get("w").ravel(),
        0.848552763,
        2.04137778,
        -1.23747325,
        0.292034805,
        -0.598667145,
        1.60912633);
    assertNear(
        train(tx.withPreconditioning(Preconditioning.AOL)).get("w").ravel(),
        0.829007924,
        2.03923035,
        -1.24110317,
        0.272440881,
        -0.596831441,
        1.60539532);
    assertNear(
        train(tx.withPreconditioning(Preconditioning.SCHATTEN)).get("w").ravel(),
        0.843962431,
        2.04214096,
        -1.24192715,
        0.284953296,
        -0.601801157,
        1.61133063);
  }

  @Test
  void other_axes_count_matrices_and_several_axes_make_one_side() {
    assertNear(
        orthogonalized(new MuonDimensionNumbers(0, 2)),
        -0.605400681,
        -0.0550443567,
        0.274490833,
        0.310981691,
        0.299586058,
        -0.191507787);
    // Iterations that do not converge carry roundings of the first product on.
    assertThat(orthogonalized(new MuonDimensionNumbers(List.of(0, 1), List.of(-1))).toFloats())
        .usingComparatorWithPrecision(2e-5f)
        .containsExactly(
            -0.713921487f,
            0.273341507f,
            -0.058817409f,
            0.0797421485f,
            -0.0210115556f,
            0.533890367f);
  }

  @Test
  void weights_without_dimension_numbers_go_to_adam() {
    var numbers = new HashMap<String, @Nullable Object>();
    numbers.put("b", null);
    numbers.put("w", new MuonDimensionNumbers());
    var tx = Contrib.muon(0.1);
    var named = train(tx.withMuonWeightDimensionNumbers(numbers));
    assertThat(named.get("w").toFloats()).containsExactly(train(tx).get("w").toFloats());
    assertThat(named.get("b").toFloats()).containsExactly(train(tx).get("b").toFloats());
  }

  @Test
  void a_traced_step_is_that_of_the_plain_one() {
    for (var tx : List.of(Contrib.muon(0.1), Contrib.galore(0.1).withRank(1))) {
      var step =
          Transforms.jit((Map<String, Array> grads, OptState state) ->
              tx.update(grads, state, PARAMS).updates().get("w"));
      var plain = tx.update(grads(0), tx.init(PARAMS), PARAMS).updates().get("w");
      assertThat(step.apply(grads(0), tx.init(PARAMS)).toFloats())
          .as(tx.toString())
          .usingComparatorWithPrecision(1e-5f)
          .containsExactly(plain.toFloats());
    }
  }

  @Test
  void galore_steps_in_a_space_of_low_rank() {
    var params = train(Contrib.galore(0.1).withRank(1).withUpdateProjGap(5));
    assertNear(params.get("b"), 0.207683653, -0.542316318);
    assertNear(
        params.get("w").ravel(),
        1.13729191,
        2.05950713,
        -1.10628939,
        0.297054738,
        -0.58796376,
        1.65711749);
  }

  @Test
  void a_vector_without_muon_is_named() {
    var tx = Contrib.scaleByMuon();
    assertThatExceptionOfType(TreeStructureException.class)
        .isThrownBy(() -> tx.update(Sample.GRADS.get(0), tx.init(Sample.PARAMS), null))
        .withMessage(
            "scale_by_muon needs dimension numbers for each weight that is not a matrix, "
                + "but f32[3] has none. Pass weight dimension numbers, or use muon, which passes "
                + "such weights to Adam.");
  }

  @Test
  void an_axis_that_is_named_twice_is_refused() {
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> orthogonalized(new MuonDimensionNumbers(0, -3)))
        .withMessage(
            "scale_by_muon needs reduction axes [0] and output axes [-3] without a common axis,"
                + " for a weight f32[2,3,4]. Name each axis once.");
  }

  @Test
  void an_axis_out_of_range_is_refused() {
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> orthogonalized(new MuonDimensionNumbers(0, 3)))
        .withMessage(
            "scale_by_muon needs axes in [-3, 3) for a weight f32[2,3,4], but got 3. "
                + "Correct its dimension numbers.");
  }

  @Test
  void more_rows_of_coefficients_than_steps_are_refused() {
    assertThatExceptionOfType(HyperparameterException.class)
        .isThrownBy(
            () -> Contrib.muon(0.1).withNsCoeffs(NewtonSchulzCoefficients.DION).withNsSteps(3))
        .withMessage(
            "muon needs ns_steps of at least 5, the number of rows of ns_coeffs, but got 3. "
                + "Raise ns_steps, or remove rows.");
  }
}
