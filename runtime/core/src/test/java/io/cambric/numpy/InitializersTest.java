package io.cambric.numpy;

import static io.cambric.numpy.ArrayAssert.assertArray;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.errors.ShapeException;
import io.cambric.transform.Transforms;
import org.junit.jupiter.api.Test;

/** Initializers, with values measured in JAX 0.10.2. */
class InitializersTest {

  private static final Key KEY = Key.of(42);
  private static final Shape SHAPE = Shape.of(2, 3);

  @Test
  void values_are_those_of_jax() {
    assertArray(Initializers.lecunNormal().init(KEY, SHAPE))
        .isNear(4e-6, -0.0217178, 0.3572254, 0.2265932, 0.1177738, -0.0951482, 0.1663272);
    assertArray(Initializers.glorotUniform().init(KEY, SHAPE))
        .isNear(4e-6, -0.0247361, 0.3939159, 0.2547381, 0.1336795, -0.1081322, 0.1881227);
    assertArray(Initializers.heNormal().init(KEY, SHAPE))
        .isNear(4e-6, -0.0307136, 0.5051931, 0.3204512, 0.1665573, -0.1345599, 0.2352222);
    assertArray(Initializers.truncatedNormal(5).init(KEY, SHAPE))
        .isNear(4e-6, -0.1350825, 2.221904, 1.4093853, 0.7325402, -0.5918115, 1.0345374);
  }

  @Test
  void orthogonal_values_are_those_of_jax() {
    assertArray(Initializers.orthogonal().init(KEY, SHAPE))
        .isNear(4e-6, -0.0879273, 0.9185913, -0.3853038, 0.8722634, 0.2578020, 0.4155657);
    assertArray(Random.orthogonal(Key.of(0), 3))
        .isNear(
            4e-6,
            0.9554101,
            0.2941357,
            0.0259956,
            -0.0462898,
            0.2361409,
            -0.9706156,
            -0.2916314,
            0.9261326,
            0.2392269);
  }

  @Test
  void orthogonal_works_when_compiled() {
    var compiled =
        Transforms.jit((Key key) -> Initializers.orthogonal().init(key, Shape.of(4, 4))).apply(KEY);
    var product = compiled.matmul(compiled.transpose());

    assertThat(Numpy.allclose(product, Numpy.eye(4), 0, 1e-6).toBoolean()).isTrue();
  }

  @Test
  void only_the_centre_of_a_delta_orthogonal_kernel_is_not_0() {
    var kernel = Initializers.deltaOrthogonal().init(KEY, Shape.of(3, 2, 2));

    assertArray(kernel.get(0)).hasElements(0, 0, 0, 0);
    assertArray(kernel.get(2)).hasElements(0, 0, 0, 0);
    assertThat(Numpy.norm(kernel.get(1)).item())
        .isCloseTo(Math.sqrt(2), org.assertj.core.api.Assertions.within(1e-6));
  }

  @Test
  void constants_have_the_dtype_asked_for() {
    assertArray(Initializers.zeros().init(KEY, Shape.of(2), DType.BF16)).hasType("bf16[2]");
    assertArray(Initializers.constant(3).init(KEY, Shape.of(2))).hasElements(3, 3);
  }

  @Test
  void initializers_are_values_with_names() {
    assertThat(Initializers.lecunNormal()).isEqualTo(Initializers.lecunNormal());
    assertThat(Initializers.normal(0.1)).isNotEqualTo(Initializers.normal(0.2));
    assertThat(Initializers.lecunNormal()).hasToString("lecun_normal()");
    assertThat(Initializers.xavierUniform()).hasToString("glorot_uniform()");
    assertThat(Initializers.kaimingNormal()).hasToString("he_normal()");
    assertThat(Initializers.zeros()).hasToString("zeros()");
    assertThat(Initializers.orthogonal()).hasToString("orthogonal()");
    assertThat(Initializers.heUniform().withAxes(Axes.of(-1), Axes.of(-2), Axes.of(0)))
        .hasToString("he_uniform(in_axis=[-1], out_axis=[-2], batch_axis=[0])");
  }

  @Test
  void a_fan_needs_two_axes() {
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> Initializers.lecunNormal().init(KEY, Shape.of(3)))
        .withMessageStartingWith(
            "lecun_normal() needs a shape of at least two axes, inputs and outputs, but got "
                + "[3]. Name the axes with withAxes, or use normal.");
  }
}
