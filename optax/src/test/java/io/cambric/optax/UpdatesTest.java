package io.cambric.optax;

import static io.cambric.optax.base.Near.assertNear;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.errors.DTypeException;
import io.cambric.errors.HyperparameterException;
import io.cambric.numpy.Key;
import io.cambric.numpy.Numpy;
import io.cambric.optax.transform.ScaleByAdam;
import io.cambric.transform.Transforms;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Values are those of Optax 0.2.8 on JAX 0.10.2. */
class UpdatesTest {

  private static final Map<String, Array> YOUNG = Map.of("a", Numpy.array(1.0, 2.0));
  private static final Map<String, Array> OLD = Map.of("a", Numpy.array(-1.0, 4.0));

  @Test
  void an_incremental_update_moves_by_a_share() {
    assertNear(Optax.incrementalUpdate(YOUNG, OLD, 0.1).get("a"), -0.8, 3.8);
  }

  @Test
  void a_periodic_update_copies_at_multiples_of_the_period() {
    assertThat(Optax.periodicUpdate(YOUNG, OLD, 10, 5)).isSameAs(YOUNG);
    assertThat(Optax.periodicUpdate(YOUNG, OLD, 9, 5)).isSameAs(OLD);
    var traced =
        Transforms.jit((Array steps) -> Optax.periodicUpdate(YOUNG, OLD, steps, 5).get("a"));
    assertNear(traced.apply(NdArray.scalar(DType.I32, 10)), 1, 2);
    assertNear(traced.apply(NdArray.scalar(DType.I32, 9)), -1, 4);
    assertThatExceptionOfType(HyperparameterException.class)
        .isThrownBy(() -> Optax.periodicUpdate(YOUNG, OLD, 9, 0))
        .withMessage(
            "periodic_update needs an update period of at least 1, but got 0. It is the number of"
                + " updates between two copies.");
  }

  @Test
  void an_increment_stays_at_the_largest_number_of_the_dtype() {
    assertThat(Optax.safeIncrement(NdArray.scalar(DType.I8, 127)).item()).isEqualTo(127);
    assertThat(Optax.safeIncrement(NdArray.scalar(DType.I32, 2147483647)).item())
        .isEqualTo(2147483647);
    assertThat(Optax.safeIncrement(NdArray.scalar(DType.U32, 4294967295.0)).item())
        .isEqualTo(4294967295.0);
    assertThat(Optax.safeIncrement(NdArray.scalar(DType.I32, 6)).item()).isEqualTo(7);
    assertThat(Optax.safeIncrement(Numpy.array(1.5)).item()).isEqualTo(2.5);
    assertThat(Optax.safeIncrement(Numpy.array(Double.POSITIVE_INFINITY)).item())
        .isEqualTo(Float.MAX_VALUE);
    assertThatExceptionOfType(DTypeException.class)
        .isThrownBy(() -> Optax.safeIncrement(NdArray.scalar(DType.BOOL, 1)))
        .withMessage(
            "safe_increment needs a count of an integer or floating dtype, but got bool[]. Convert"
                + " it with astype.");
  }

  @Test
  void a_scaled_gradient_is_scaled_on_the_way_back_only() {
    var x = Numpy.array(1.0, -2.0);
    assertNear(Optax.scaleGradient(x, 0.25), 1, -2);
    assertNear(gradientScaledBy(0.25, x), 0.5, -1);
    assertNear(gradientScaledBy(1, x), 2, -4);
    assertNear(gradientScaledBy(0, x), 0, 0);
  }

  private static Array gradientScaledBy(double scale, Array x) {
    return Transforms.grad((Array at) -> Optax.scaleGradient(at, scale).square().sum()).apply(x);
  }

  @Test
  void a_scale_of_the_gradient_may_be_an_array() {
    var gradient =
        Transforms.grad(
            (Array at) -> Optax.scaleGradient(at, NdArray.scalar(DType.F32, 0.5)).square().sum());
    assertNear(gradient.apply(Numpy.array(3.0)), 3);
    assertThat(gradient.apply(Numpy.array(3.0).astype(DType.F16)).dtype()).isEqualTo(DType.F16);
  }

  @Test
  void a_normal_distribution_has_densities_and_samples() {
    var normal = Optax.multiNormal(Numpy.array(1.0, 2.0), Numpy.array(0.0, 0.5));
    var x = Numpy.array(0.0, 0.0, 1.0, 3.0).reshape(2, 2);
    assertNear(normal.logProb(x), -3.573636, -2.5218167);
    assertNear(
        normal.sample(Shape.of(2), Key.of(0)).reshape(4), 2.622642, 5.339097, 0.56640553, 1.870382);
  }

  @Test
  void a_map_over_the_params_of_a_state_keeps_counts() {
    var tx = Optax.adam(0.1);
    var mapped = Optax.treeMapParams(tx, (_, param) -> param, tx.init(YOUNG), YOUNG);
    var adam = mapped.find(ScaleByAdam.State.class).orElseThrow();
    assertThat(adam.mu()).isEqualTo(YOUNG);
    assertThat(adam.count().item()).isZero();
  }
}
