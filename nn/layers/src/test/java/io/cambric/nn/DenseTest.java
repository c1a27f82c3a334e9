package io.cambric.nn;

import static io.cambric.numpy.Initializers.ones;
import static io.cambric.testing.Near.array;
import static io.cambric.testing.Near.assertNear;
import static io.cambric.testing.Near.ones;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.errors.DTypeException;
import io.cambric.errors.HyperparameterException;
import io.cambric.errors.ShapeException;
import io.cambric.lax.Lax;
import io.cambric.numpy.Key;
import java.util.List;
import org.junit.jupiter.api.Test;

class DenseTest {

  private static final Key KEY = Key.of(0);

  @Test
  void a_seed_means_the_parameters_of_flax() {
    var params = Dense.of(4).init(KEY, ones(1, 3)).params();
    assertNear(
        params.get("kernel"),
        .04769871,
        -.9522832,
        -.98568863,
        .44283277,
        .7022229,
        .53018653,
        .10542504,
        .53427064,
        .5307086,
        -.14438623,
        .70853192,
        .39995816);
    assertNear(params.get("bias"), 0, 0, 0, 0);
    assertThat(params.entries().keySet()).containsExactly("kernel", "bias");
  }

  @Test
  void the_last_axis_is_mapped_and_the_bias_added() {
    var dense = Dense.of(4).withKernelInit(ones()).withBiasInit(ones());
    var y = dense.initWithOutput(KEY, ones(1, 3)).output();
    assertThat(y.shape()).isEqualTo(Shape.of(1, 4));
    assertNear(y, 4, 4, 4, 4);
    assertNear(dense.withUseBias(false).initWithOutput(KEY, ones(3)).output(), 3, 3, 3, 3);
  }

  @Test
  void axes_before_the_last_are_kept() {
    var y = Dense.of(4).withKernelInit(ones()).initWithOutput(KEY, ones(1, 2, 3)).output();
    assertThat(y.shape()).isEqualTo(Shape.of(1, 2, 4));
  }

  @Test
  void parameters_keep_their_dtype_and_the_result_has_the_one_asked_for() {
    var dense = Dense.of(2).withDtype(DType.BF16);
    var made = dense.initWithOutput(KEY, ones(1, 3));
    assertThat(made.output().dtype()).isEqualTo(DType.BF16);
    assertThat(made.variables().params().get("kernel").dtype()).isEqualTo(DType.F32);
  }

  @Test
  void halves_and_f32_parameters_meet_in_f32_and_integers_become_floating() {
    assertThat(Dense.of(2).initWithOutput(KEY, ones(1, 3).astype(DType.F16)).output().dtype())
        .isEqualTo(DType.F32);
    assertThat(Dense.of(2).initWithOutput(KEY, ones(1, 3).astype(DType.I32)).output().dtype())
        .isEqualTo(DType.F32);
    assertThat(
            Dense.of(2)
                .withParamDtype(DType.BF16)
                .initWithOutput(KEY, ones(1, 3).astype(DType.BF16))
                .output()
                .dtype())
        .isEqualTo(DType.BF16);
  }

  @Test
  void a_dtype_that_is_not_floating_is_refused() {
    assertThatExceptionOfType(DTypeException.class)
        .isThrownBy(() -> Dense.of(2).withDtype(DType.I32).init(KEY, ones(1, 3)))
        .withMessageContaining(
            "A layer needs a floating dtype to compute in, but got i32. Leave dtype out, or "
                + "pass f32, f16 or bf16.");
  }

  @Test
  void no_features_and_no_axes_are_refused() {
    assertThatExceptionOfType(HyperparameterException.class)
        .isThrownBy(() -> Dense.of(0))
        .withMessageContaining(
            "Dense needs features above 0, but got 0. It is a number of elements.");
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> Dense.of(2).init(KEY, array(Shape.scalar(), 1)))
        .withMessageContaining(
            "Dense needs an input of at least 1 axes, but got f32[]."
                + " Add axes with reshape or expandDims.");
  }

  @Test
  void a_layer_may_have_a_product_of_its_own() {
    DotGeneralFn doubled = (x, kernel, dims) -> Lax.dotGeneral(x, kernel, dims).mul(2);
    var x = ones(1, 2, 3);
    var dense = Dense.of(4).withKernelInit(ones()).withBiasInit(ones());
    assertThat(dense.withDotGeneral(doubled).initWithOutput(KEY, x).output().toFloats())
        .containsOnly(7);
    DotGeneralFn same = Lax::dotGeneral;
    assertThat(dense.withDotGeneral(same).initWithOutput(KEY, x).output().toFloats())
        .containsOnly(4);
    var general = DenseGeneral.of(List.of(2, 5), Axes.of(1, 2)).withKernelInit(ones());
    var y = general.withDotGeneral(doubled).initWithOutput(KEY, x).output();
    assertThat(y.shape()).isEqualTo(Shape.of(1, 2, 5));
    assertThat(y.toFloats()).containsOnly(12);
  }
}
