package io.cambric.nn;

import static io.cambric.testing.Near.array;
import static io.cambric.testing.Near.assertNear;
import static io.cambric.testing.Near.ones;
import static io.cambric.testing.Near.range;
import static io.cambric.transform.Transforms.jit;
import static io.cambric.transform.Transforms.vjp;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.errors.HyperparameterException;
import io.cambric.numpy.Key;
import java.util.List;
import org.junit.jupiter.api.Test;

/** {@link LayerNorm}, {@link RmsNorm}, {@link GroupNorm} and {@link InstanceNorm}. */
class NormalizationTest {

  private static final Key KEY = Key.of(0);
  private static final Array X = array(Shape.of(1, 4), 1, 2, 3, 4);

  @Test
  void layer_norm_normalises_the_last_axis() {
    var made = LayerNorm.of().initWithOutput(KEY, X);
    assertNear(made.output(), -1.3416402, -.4472134, .4472134, 1.3416402);
    assertThat(made.variables().params().entries().keySet()).containsExactly("scale", "bias");
  }

  @Test
  void layer_norm_and_its_gradient_in_the_input_are_one_loop() {
    var x = range(6, 40);
    var layer = LayerNorm.of();
    var variables = layer.init(KEY, x);
    var both =
        jit((List<Array> given) -> {
          var y = vjp((Array a) -> layer.apply(variables, m -> m.call(a)), given.getFirst());
          return List.of(y.output(), y.pullback().apply(given.getLast()));
        });

    assertThat(both.explain(List.of(x, x))).startsWith("4 arguments, 1 step, 0 buffers of 0 B");
  }

  @Test
  void a_mask_leaves_elements_out_of_the_statistics() {
    var mask = array(Shape.of(1, 4), 1, 1, 0, 1);
    var y = LayerNorm.of().initWithOutput(KEY, m -> m.call(X, mask)).output();
    assertNear(y, -1.0690445, -.2672611, .5345224, 1.3363059);
  }

  @Test
  void rms_norm_divides_only() {
    var made = RmsNorm.of().initWithOutput(KEY, X);
    assertNear(made.output(), .3651483, .7302966, 1.095445, 1.4605933);
    assertThat(made.variables().params().entries().keySet()).containsExactly("scale");
  }

  @Test
  void group_norm_normalises_groups_of_channels() {
    assertNear(
        GroupNorm.of(2).initWithOutput(KEY, X).output(), -.999998, .999998, -.999998, .999998);
    assertNear(
        GroupNorm.of(null, 2).initWithOutput(KEY, X).output(),
        -.999998,
        .999998,
        -.999998,
        .999998);
  }

  @Test
  void group_norm_normalises_the_groups_of_a_vector() {
    var vector = array(Shape.of(6), 1, 2, 4, 8, 3, 5);
    var mask = array(Shape.of(6), 1, 1, 0, 1, 1, 1).astype(DType.BOOL);

    assertNear(
        GroupNorm.of(2).initWithOutput(KEY, vector).output(),
        -1.069045,
        -.26726136,
        1.336306,
        1.2977713,
        -1.135550,
        -.16222151);
    assertNear(
        GroupNorm.of(1).initWithOutput(KEY, vector).output(),
        -1.2498649,
        -.80873615,
        .07352139,
        1.8380364,
        -.36760738,
        .51465017);
    assertNear(
        GroupNorm.of(2).initWithOutput(KEY, m -> m.call(vector, mask)).output(),
        -.99999797,
        .99999797,
        4.9999900,
        1.2977713,
        -1.135550,
        -.16222151);
  }

  @Test
  void an_axis_named_twice_counts_once() {
    var x = array(Shape.of(2, 3), 1, 2, 4, 8, 3, 7);
    double[] rows = {-1.069045, -.26726136, 1.336306, .92581982, -1.3887298, .46290994};
    var twice = Axes.of(1, -1);

    assertNear(LayerNorm.of().withReductionAxes(twice).initWithOutput(KEY, x).output(), rows);
    assertNear(LayerNorm.of().withFeatureAxes(twice).initWithOutput(KEY, x).output(), rows);
    assertNear(
        RmsNorm.of()
            .withReductionAxes(twice)
            .withFeatureAxes(twice)
            .initWithOutput(KEY, x)
            .output(),
        .37796444,
        .7559289,
        1.5118577,
        1.2545,
        .47043753,
        1.0976875);
    assertNear(
        BatchNorm.of().withAxis(Axes.of(0, -2)).initWithOutput(KEY, m -> m.call(x, false)).output(),
        -1.0690418,
        -.26726055,
        1.336302,
        .92581892,
        -1.3887284,
        .46290946);
    assertNear(GroupNorm.of(1).withReductionAxes(twice).initWithOutput(KEY, x).output(), rows);
    assertThat(
            InstanceNorm.of()
                .withFeatureAxes(twice.concat(Axes.of(2)))
                .init(KEY, x.reshape(1, 2, 3))
                .params()
                .get("scale")
                .shape())
        .isEqualTo(Shape.of(2, 3));
    assertThat(
            WeightNorm.of(Dense.of(2))
                .withFeatureAxes(twice)
                .init(KEY, x)
                .params()
                .get("layer_instance/kernel/scale")
                .shape())
        .isEqualTo(Shape.of(2));
  }

  @Test
  void one_group_is_layer_norm_over_all_but_the_batch_and_single_channels_are_instance_norm() {
    var x = range(2, 3, 4).square();
    var layer = LayerNorm.of().withReductionAxes(Axes.of(1, 2)).initWithOutput(KEY, x).output();
    var instance = InstanceNorm.of().initWithOutput(KEY, x).output();
    assertThat(GroupNorm.of(1).initWithOutput(KEY, x).output().sub(layer).abs().max().item())
        .isLessThan(1e-6);
    assertThat(GroupNorm.of(4).initWithOutput(KEY, x).output().sub(instance).abs().max().item())
        .isLessThan(1e-6);
  }

  @Test
  void instance_norm_normalises_each_channel_of_each_example() {
    var y = InstanceNorm.of().initWithOutput(KEY, range(1, 3, 2)).output();
    assertNear(y, -1.2247446, -1.2247446, 0, 0, 1.2247446, 1.2247446);
  }

  @Test
  void scale_and_bias_have_the_shape_of_the_feature_axes() {
    var norm = LayerNorm.of().withFeatureAxes(Axes.of(1, -1));
    var params = norm.init(KEY, ones(2, 3, 4)).params();
    assertThat(params.get("scale").shape()).isEqualTo(Shape.of(3, 4));
  }

  @Test
  void halves_are_normalised_in_f32_and_come_back_as_asked() {
    var y = LayerNorm.of().withDtype(DType.F16).initWithOutput(KEY, X).output();
    assertThat(y.dtype()).isEqualTo(DType.F16);
  }

  @Test
  void groups_that_do_not_divide_are_refused() {
    assertThatExceptionOfType(HyperparameterException.class)
        .isThrownBy(() -> GroupNorm.of(3).init(KEY, X))
        .withMessageContaining(
            "GroupNorm needs channels divisible by the number of groups, 3, but the input "
                + "is f32[1,4]. Choose a divisor of 4.");
    assertThatExceptionOfType(HyperparameterException.class)
        .isThrownBy(() -> GroupNorm.of(2, 2).init(KEY, X))
        .withMessageContaining(
            "GroupNorm needs either a number of groups or their size, but got 2 and 2."
                + " Use GroupNorm.of(groups), or GroupNorm.of(null, size).");
    assertThatExceptionOfType(HyperparameterException.class)
        .isThrownBy(() -> GroupNorm.of(2).withReductionAxes(Axes.of(1)).init(KEY, ones(2, 3, 4)))
        .withMessageContaining(
            "GroupNorm needs the last axis, the channels, among its reduction axes, but got "
                + "[1]. Add -1.");
    assertThatExceptionOfType(HyperparameterException.class)
        .isThrownBy(() -> InstanceNorm.of().withFeatureAxes(Axes.of(0)).init(KEY, X))
        .withMessageContaining(
            "InstanceNorm needs channel axes after the first, which is the batch, but got "
                + "[0]. Move the batch to the front.");
  }
}
