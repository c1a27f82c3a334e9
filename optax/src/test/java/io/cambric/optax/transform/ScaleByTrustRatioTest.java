package io.cambric.optax.transform;

import static io.cambric.optax.base.Near.assertNear;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.core.Array;
import io.cambric.errors.HyperparameterException;
import io.cambric.optax.Optax;
import io.cambric.optax.base.GradientTransformation;
import io.cambric.optax.base.Sample;
import io.cambric.transform.Transforms;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * {@link ScaleByTrustRatio}, {@link ScaleByParamBlockNorm} and {@link ScaleByParamBlockRms}. The
 * numbers are those of optax 0.2.8.
 */
class ScaleByTrustRatioTest {

  @Test
  void norms_are_bounded_from_below() {
    assertNear(
        Sample.updates(
            Optax.scaleByTrustRatio().withMinNorm(2).withTrustCoefficient(0.5).withEps(0.01), 3),
        0.148159206,
        -0.140149251,
        -0.760895491);
  }

  @Test
  void parameters_or_updates_of_zero_have_a_ratio_of_one() {
    var zeros = Sample.tree(0, 0, 0);
    assertNear(once(Optax.scaleByTrustRatio(), Sample.GRADS.get(0), zeros), 1.0069, 0.6116, 0.7878);
    assertNear(once(Optax.scaleByTrustRatio(), zeros, Sample.PARAMS), 0, 0, 0);
  }

  /** Meta-learning differentiates through updates. */
  @Test
  void gradients_through_the_ratio_are_finite_at_zero() {
    var gradient =
        Transforms.grad((Array p) ->
            once(Optax.scaleByTrustRatio(), Map.of("a", p.mul(2)), Map.of("a", p)).sum());
    assertNear(gradient.apply(Sample.row(0, 0)), 2, 2);
  }

  @Test
  void blocks_are_scaled_by_their_norm_or_root_mean_square() {
    assertNear(
        Sample.updates(Optax.scaleByParamBlockNorm(), 3), 0.504311562, -0.477046877, -2.58997345);
    assertNear(
        Sample.updates(Optax.scaleByParamBlockRms(), 3), 0.291164428, -0.275423139, -1.49532187);
    assertNear(
        Sample.updates(Optax.scaleByParamBlockRms().withMinScale(2), 3),
        0.595600009,
        -0.563399971,
        -3.05879998);
    assertNear(
        once(Optax.scaleByParamBlockNorm(), Sample.GRADS.get(0), Sample.tree(0, 0, 0)),
        0.00100689998,
        0.0006116,
        0.000787800062);
  }

  private static Array once(
      GradientTransformation tx, Map<String, Array> grads, Map<String, Array> params) {
    return tx.update(grads, tx.init(params), params).updates().get("a");
  }

  @ParameterizedTest
  @CsvSource({"scale_by_trust_ratio", "scale_by_param_block_norm", "scale_by_param_block_rms"})
  void missing_parameters_are_named(String name) {
    var tx =
        switch (name) {
          case "scale_by_trust_ratio" -> Optax.scaleByTrustRatio();
          case "scale_by_param_block_norm" -> Optax.scaleByParamBlockNorm();
          default -> Optax.scaleByParamBlockRms();
        };
    assertThatExceptionOfType(HyperparameterException.class)
        .isThrownBy(() -> tx.update(Sample.PARAMS, tx.init(Sample.PARAMS), null))
        .withMessage(
            name
                + " needs the parameters, but update got null."
                + " Call update(updates, state, params).");
  }
}
