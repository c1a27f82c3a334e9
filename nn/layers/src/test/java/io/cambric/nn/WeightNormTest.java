package io.cambric.nn;

import static io.cambric.testing.Near.array;
import static io.cambric.testing.Near.assertNear;
import static io.cambric.testing.Near.ones;
import static io.cambric.transform.Transforms.grad;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.errors.HyperparameterException;
import io.cambric.numpy.Key;
import io.cambric.scope.Params;
import io.cambric.scope.Variables;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Values are those of Flax 0.12.8. */
class WeightNormTest {

  private static final Key KEY = Key.of(0);
  private static final Array X = ones(1, 2);
  private static final Params DENSE =
      Params.of(
          Map.of("kernel", array(Shape.of(2, 2), 3, 1, 4, 2), "bias", array(Shape.of(2), 0, 0)));
  private static final Params PARAMS =
      Params.of("layer_instance", DENSE)
          .with("layer_instance/kernel/scale", array(Shape.of(2), 1, 2));

  private static Array run(WeightNorm<Dense> norm) {
    return norm.apply(Variables.of(Params.of("layer_instance", DENSE)), X);
  }

  @Test
  void weights_are_divided_by_the_norms_of_their_columns_and_scaled() {
    var norm = WeightNorm.of(Dense.of(2));
    assertNear(norm.apply(Variables.of(PARAMS), X), 1.4, 2.6832814);
    assertNear(run(norm.withUseScale(false)), 1.4, 1.3416407);
  }

  @Test
  void axes_without_features_share_a_norm() {
    var norm = WeightNorm.of(Dense.of(2)).withUseScale(false);
    assertNear(run(norm.withFeatureAxes(null)), 1.2780193, .5477226);
    assertNear(run(norm.withFeatureAxes(Axes.of(0, 1))), 2, 2);
  }

  @Test
  void gradients_flow_through_the_norm() {
    var norm = WeightNorm.of(Dense.of(2));
    var grads = grad((Params p) -> norm.apply(Variables.of(p), X).sum()).apply(PARAMS);
    assertNear(grads.get("layer_instance", "kernel"), .03199999, .35777092, -.024, -.17888534);
    assertNear(grads.get("layer_instance/kernel/scale"), 1.4, 1.3416407);
  }

  @Test
  void init_stores_normalised_weights_and_scales_of_one() {
    var dense = Dense.of(2).withKernelInit((_, _, _) -> array(Shape.of(2, 2), 3, 1, 4, 2));
    var params = WeightNorm.of(dense).init(KEY, X).params();
    assertNear(params.get("layer_instance", "kernel"), .6, .4472136, .8, .8944272);
    assertNear(params.get("layer_instance/kernel/scale"), 1, 1);
    assertThat(params.paths())
        .containsExactly(
            "layer_instance/bias", "layer_instance/kernel", "layer_instance/kernel/scale");
  }

  @Test
  void every_path_finds_its_value_by_its_parts_and_names() {
    var params = WeightNormUser.of().init(KEY, X).params();

    assertThat(params.paths()).contains("WeightNorm_1/Bar_0/Baz_0/Dense_0/kernel/scale");
    for (int i = 0; i < params.paths().size(); i++) {
      var parts = params.paths().get(i).split("/");
      var names = params.namePaths().get(i).toArray(String[]::new);
      assertThat(params.get(parts)).isSameAs(params.get(names));
      assertThat(params.without(parts).paths()).doesNotContain(params.paths().get(i));
      var replaced = params.with(List.of(parts), X);
      assertThat(replaced.get(names)).isSameAs(X);
      assertThat(replaced.paths()).isEqualTo(params.paths());
    }
    assertThat(params.namePaths())
        .contains(List.of("WeightNorm_1", "Bar_0/Baz_0/Dense_0/kernel/scale"));
    assertThat(params.find("WeightNorm_1", "Bar_0", "Baz_0", "Dense_0", "scale")).isEmpty();
  }

  @Test
  void scales_are_named_by_the_paths_of_the_filtered_parameters() {
    var params = WeightNormUser.of().init(KEY, X).params();
    assertThat(params.at("WeightNorm_0").entries().keySet())
        .containsExactly("Dense_1/bias/scale", "Dense_1/kernel/scale");
    assertThat(params.at("WeightNorm_1").entries().keySet())
        .containsExactly(
            "Bar_0/Baz_0/Dense_0/bias/scale",
            "Bar_0/Baz_0/Dense_0/kernel/scale",
            "Bar_0/Dense_0/kernel/scale");
    assertThat(params.get("Bar_0", "Dense_0", "kernel").shape()).isEqualTo(Shape.of(2, 3));
  }

  @Test
  void any_method_of_the_layer_sees_normalised_weights() {
    var embed = Embed.of(4, 2);
    var norm = WeightNorm.of(embed).withVariableFilter(List.of("embedding"));
    var table = array(Shape.of(4, 2), 1, 2, 1, 0, 1, 2, 1, 1);
    var params =
        Params.of("layer_instance", Params.of("embedding", table))
            .with("layer_instance/embedding/scale", array(Shape.of(2), 1, 3));
    var y = norm.apply(Variables.of(params), m -> m.callWith(e -> e.attend(ones(1, 2))));
    assertNear(y, 2.5, .5, 2.5, 1.5);
  }

  @Test
  void weights_have_the_dtype_asked_for() {
    var half = WeightNorm.of(Dense.of(2).withDtype(null)).withDtype(DType.BF16).withUseScale(false);
    var y = half.apply(Variables.of(Params.of("layer_instance", DENSE)), X.astype(DType.BF16));
    // The bias has not been normalised, so it keeps f32.
    assertThat(y.dtype()).isEqualTo(DType.F32);
    assertNear(y, .6015625 + .80078125, .447265625 + .89453125);
  }

  @Test
  void a_layer_without_a_call_of_one_array_needs_a_function() {
    var norm = WeightNorm.of(LstmCell.of(2));
    assertThatExceptionOfType(HyperparameterException.class)
        .isThrownBy(() -> norm.init(KEY, ones(1, 3, 4)))
        .withMessageContaining(
            "WeightNorm calls its layer with one array, but LstmCell has no call(Array). Pass a function, as in callWith(m -> m.call(...)).");
  }
}
