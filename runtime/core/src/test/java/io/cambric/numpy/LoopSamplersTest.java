package io.cambric.numpy;

import static io.cambric.numpy.ArrayAssert.assertArray;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.errors.DTypeException;
import io.cambric.errors.ShapeException;
import io.cambric.transform.Transforms;
import org.junit.jupiter.api.Test;

/** Samplers that draw until a number is accepted. Values of JAX 0.10.2. */
class LoopSamplersTest {

  private static final Key KEY = Key.of(7);

  @Test
  void poisson_numbers_of_invalid_rates_are_minus_one_and_of_infinite_ones_the_largest() {
    var rates = Numpy.array(-1f, 0f, Float.NaN, 3f, 30f, Float.POSITIVE_INFINITY);

    assertThat(Random.poisson(KEY, rates, rates.shape(), DType.I32).toInts())
        .containsExactly(-1, 0, -1, 3, 29, Integer.MAX_VALUE);
    assertThat(Random.poisson(KEY, rates, rates.shape(), DType.U8).astype(DType.I32).toInts())
        .containsExactly(255, 0, 255, 3, 29, 255);
  }

  @Test
  void binomial_numbers_of_invalid_parameters_are_not_numbers() {
    var n = Numpy.array(-1f, 0f, Float.NaN, Float.POSITIVE_INFINITY, 5f, 50f);
    var p = Numpy.array(Float.NaN, 0f, -.1f, 1.1f, 1f, .5f);

    assertThat(Random.binomial(KEY, n, Numpy.array(0.5f), n.shape(), DType.F32).toFloats())
        .containsExactly(Float.NaN, 0, Float.NaN, Float.POSITIVE_INFINITY, 1, 25);
    assertThat(Random.binomial(KEY, Numpy.array(5f), p, p.shape(), DType.F32).toFloats())
        .containsExactly(Float.NaN, 0, Float.NaN, Float.NaN, 5, 4);
  }

  @Test
  void gamma_numbers_at_the_ends_of_the_parameter_are_limits() {
    var a = Numpy.array(0f, -1f, -.5f, Float.NaN, Float.POSITIVE_INFINITY, 1e-30f);

    assertThat(Random.gamma(KEY, a, a.shape(), DType.F32).toFloats())
        .containsExactly(0, Float.NaN, 2.83883166f, Float.NaN, Float.POSITIVE_INFINITY, 0);
    assertThat(Random.loggamma(KEY, a, a.shape(), DType.F32).toFloats()[5])
        .isCloseTo(-1.32905706e29f, within(1e23f));
  }

  @Test
  void a_batch_of_keys_draws_what_each_key_draws() {
    var keys = KEY.split(3);
    var shape = Shape.of(4);

    var gammas = (Array) Transforms.vmap((Key key) -> Random.gamma(key, 0.4, shape)).apply(keys);
    var poissons = (Array) Transforms.vmap((Key key) -> Random.poisson(key, 20, shape)).apply(keys);

    for (int i = 0; i < 3; i++) {
      var key = keys.get(i);
      assertThat(gammas.get(i).toFloats()).isEqualTo(Random.gamma(key, 0.4, shape).toFloats());
      assertThat(poissons.get(i).toInts()).isEqualTo(Random.poisson(key, 20, shape).toInts());
    }
  }

  @Test
  void compiled_samplers_draw_what_eager_ones_do() {
    var shape = Shape.of(100);

    var compiled =
        (Array) Transforms.jit((Key key) -> Random.binomial(key, 40, 0.4, shape)).apply(KEY);

    assertThat(compiled.toFloats()).isEqualTo(Random.binomial(KEY, 40, 0.4, shape).toFloats());
  }

  @Test
  void the_mean_of_the_derivatives_of_gamma_numbers_is_the_derivative_of_their_mean() {
    var shape = Shape.of(20_000);

    var slope =
        Transforms.grad((Array a) -> Random.gamma(KEY, a, shape, DType.F32).mean())
            .apply(NdArray.scalar(DType.F32, 1.7));
    var logSlope =
        Transforms.grad((Array a) -> Random.loggamma(KEY, a, shape, DType.F32).mean())
            .apply(NdArray.scalar(DType.F32, 1.7));

    assertThat(slope.item()).isCloseTo(1, within(0.02));
    // The mean of the logarithms is digamma, whose derivative at 1.7 is 0.78995.
    assertThat(logSlope.item()).isCloseTo(0.789, within(0.02));
  }

  @Test
  void logarithms_of_gamma_numbers_that_are_rounded_to_zero_have_a_finite_derivative() {
    var slope =
        Transforms.grad((Array a) -> Random.loggamma(KEY, a, Shape.of(100), DType.F32).mean())
            .apply(NdArray.scalar(DType.F32, 1e-3));

    assertThat(slope.item()).isFinite().isPositive();
  }

  @Test
  void normal_vectors_have_their_covariance_whatever_its_factor() {
    var cov = Numpy.array(new float[][] {{2, 0.6f}, {0.6f, 0.5f}});
    var mean = Numpy.array(1f, -1f);
    for (var method : Factorization.values()) {
      var drawn =
          Random.multivariateNormal(KEY, mean, cov, Shape.of(20_000), DType.F32, method).sub(mean);
      var products = Numpy.matmul(Numpy.matrixTranspose(drawn), drawn).div(20_000);

      assertArray(products).isNear(0.06, 2, 0.6, 0.6, 0.5);
    }
  }

  @Test
  void parameters_that_do_not_fit_are_named() {
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> Random.gamma(KEY, Numpy.ones(3), Shape.of(1), DType.F32))
        .withMessage("gamma of shape [1] needs parameters that broadcast to it, but got f32[3].");
    assertThatExceptionOfType(DTypeException.class)
        .isThrownBy(() -> Random.poisson(KEY, Numpy.ones(2), Shape.of(2), DType.F32))
        .withMessage("poisson needs an integer dtype, but got f32. Use i32, or astype afterwards.");
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> Random.multivariateNormal(KEY, Numpy.ones(2), Numpy.ones(3, 3)))
        .withMessage(
            "multivariateNormal of shape [] needs a mean [..., n] and a covariance [..., n, n] whose"
                + " leading axes broadcast to it, but got f32[2] and f32[3,3].");
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> Random.wrapKeyData(Numpy.zeros(Shape.of(3), DType.U32)))
        .withMessage(
            "wrapKeyData needs two words for each key along the last axis, but got u32[3].");
  }
}
