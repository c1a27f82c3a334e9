package io.cambric.nn;

import static io.cambric.module.ApplyOptions.mutable;
import static io.cambric.testing.Near.array;
import static io.cambric.testing.Near.assertNear;
import static io.cambric.testing.Near.ones;
import static io.cambric.transform.Transforms.grad;
import static io.cambric.transform.Transforms.jit;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.errors.HyperparameterException;
import io.cambric.errors.ImmutableCollectionException;
import io.cambric.numpy.Key;
import io.cambric.numpy.Linalg;
import io.cambric.numpy.Numpy;
import io.cambric.scope.Params;
import io.cambric.scope.Variables;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Values are those of Flax 0.12.8. The singular values of the kernel are 5.4649854, 0.3659662. */
class SpectralNormTest {

  private static final Key KEY = Key.of(0);
  private static final Array X = ones(1, 2);
  private static final String U = "layer_instance/kernel/u";
  private static final String SIGMA = "layer_instance/kernel/sigma";
  private static final Array KERNEL = array(Shape.of(2, 2), 3, 1, 4, 2);
  private static final Params PARAMS =
      Params.of(
          Map.of("layer_instance", Map.of("kernel", KERNEL, "bias", array(Shape.of(2), 0, 0))));
  private static final Variables VARIABLES =
      Variables.of(PARAMS)
          .with(
              "batch_stats",
              Params.of(U, array(Shape.of(1, 2), 1, 0)).with(SIGMA, NdArray.scalar(DType.F32, 1)));

  private static SpectralNorm<Dense> steps(int n) {
    return SpectralNorm.of(Dense.of(2)).withNSteps(n);
  }

  private static void assertRun(int steps, double[] y, double[] u, double sigma) {
    var applied = steps(steps).apply(VARIABLES, mutable("batch_stats"), X, true);
    assertNear(applied.output(), y);
    var stats = applied.variables().collection("batch_stats");
    assertNear(stats.get(U), u);
    assertNear(stats.get(SIGMA), sigma);
  }

  @Test
  void power_iteration_approaches_the_largest_singular_value() {
    assertRun(1, new double[] {1.281441, .549189}, new double[] {.91531503, .4027386}, 5.4626);
    assertRun(2, new double[] {1.2808816, .5489493}, new double[] {.9145179, .40454543}, 5.4649854);
    assertRun(
        5, new double[] {1.2808816, .5489493}, new double[] {.91451424, .40455356}, 5.4649854);
  }

  @Test
  void statistics_stay_unless_they_are_updated() {
    var applied = steps(1).apply(VARIABLES, mutable("batch_stats"), X, false);
    assertNear(applied.output(), 1.281441, .549189);
    var stats = applied.variables().collection("batch_stats");
    assertNear(stats.get(U), 1, 0);
    assertNear(stats.get(SIGMA), 1);
  }

  @Test
  void updates_need_the_statistics_mutable() {
    assertThatExceptionOfType(ImmutableCollectionException.class)
        .isThrownBy(() -> steps(1).apply(VARIABLES, X, true))
        .withMessageContaining("batch_stats");
  }

  @Test
  void gradients_do_not_flow_through_the_power_iteration() {
    var grads =
        grad((Params p) -> steps(1).apply(VARIABLES.withParams(p), X, false).sum()).apply(PARAMS);
    assertNear(grads.get("layer_instance", "kernel"), -.00098157, .10208338, -.06232975, .07509018);
  }

  @Test
  void init_draws_u_and_stores_normalised_weights() {
    var norm = SpectralNorm.of(Dense.of(2).withKernelInit((_, _, _) -> KERNEL));
    var variables = norm.init(KEY, X, false);
    assertNear(variables.collection("batch_stats").get(U), .0761425, -1.6157459);
    assertNear(
        variables.params().get("layer_instance", "kernel"),
        .5570624,
        .18568747,
        .74274987,
        .37137493);
  }

  @Test
  void statistics_are_named_by_the_path_of_the_weight() {
    var variables = SpectralNormUser.of().init(KEY, X);
    var stats = variables.collection("batch_stats").at("SpectralNorm_0");
    assertThat(stats.entries().keySet())
        .containsExactly("Dense_1/kernel/u", "Dense_1/kernel/sigma");
    assertThat(stats.get("Dense_1/kernel/u").shape()).isEqualTo(Shape.of(1, 4));
    assertThat(variables.params().entries().keySet()).containsExactly("Dense_0", "Dense_1");
  }

  @Test
  void kernels_of_convolutions_are_matrices_of_their_last_axis() {
    var norm = SpectralNorm.of(Conv.of(4, 2, 2).withUseBias(false)).withNSteps(20);
    var x = ones(1, 5, 5, 3);
    var variables = norm.init(KEY, x, true);
    var kernel = variables.params().get("layer_instance", "kernel").reshape(12, 4);
    assertThat(Linalg.norm(kernel, 2).item()).isCloseTo(1, within(1e-4));
    assertThatExceptionOfType(HyperparameterException.class)
        .isThrownBy(() -> norm.withErrorOnNonMatrix(true).init(KEY, x, true))
        .withMessageContaining(
            "SpectralNorm needs weights that are matrices, but \"layer_instance/kernel\" is f32[2,2,3,4]. Remove withErrorOnNonMatrix(true) to normalise it as [rest, last].");
  }

  @Test
  void without_steps_weights_are_as_they_are() {
    assertNear(steps(0).apply(Variables.of(PARAMS), X, true), 7, 3);
  }

  @Test
  void a_weight_of_zeros_stays_zero() {
    var zero = Params.of("layer_instance", Map.of("kernel", Numpy.zeros(2, 2), "bias", ones(2)));
    assertNear(steps(1).apply(VARIABLES.withParams(zero), X, false), 1, 1);
  }

  @Test
  void a_compiled_step_computes_the_same() {
    var step = jit((Variables v) -> steps(1).apply(v, mutable("batch_stats"), X, true).variables());
    var stats = step.apply(VARIABLES).collection("batch_stats");
    assertNear(stats.get(U), .91531503, .4027386);
    assertNear(stats.get(SIGMA), 5.4626);
  }
}
