package io.cambric.numpy;

import static io.cambric.numpy.ArrayAssert.assertArray;
import static io.cambric.numpy.Numpy.array;
import static io.cambric.numpy.Numpy.scalar;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.errors.DTypeException;
import io.cambric.errors.ShapeException;
import io.cambric.transform.Transforms;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class ArithmeticTest {

  private static final double NAN = Double.NaN;
  private static final double INF = Double.POSITIVE_INFINITY;

  private static Array slope(UnaryOperator<Array> f, double at) {
    return Transforms.grad((Array x) -> f.apply(x)).apply(scalar(at));
  }

  @Test
  void operands_broadcast_from_their_last_axes() {
    var sum = array(new float[][] {{1}, {2}}).add(array(10f, 20f, 30f));

    assertArray(sum).hasType("f32[2,3]").hasElements(11, 21, 31, 12, 22, 32);
  }

  @Test
  void shapes_that_do_not_broadcast_are_refused_with_the_mend() {
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> Numpy.zeros(2, 3).add(Numpy.zeros(2)))
        .withMessageStartingWith(
            "add needs shapes that broadcast, with equal sizes or 1 counted from the last "
                + "axis, but got [[2, 3], [2]]. Reshape one, or insert axes with expandDims.");
  }

  @Test
  void integers_divide_to_floats_and_floor_divide_to_integers() {
    assertArray(array(-7, 7).div(2)).hasType("f32[2]").hasElements(-3.5, 3.5);
    assertArray(Numpy.floorDivide(array(-7, 7), scalar(2))).hasType("i32[2]").hasElements(-4, 3);
    assertArray(Numpy.floorDivide(array(5.5f, -5.5f), scalar(2.0))).hasElements(2, -3);
  }

  @Test
  void remainders_have_the_sign_of_the_divisor() {
    assertArray(array(-7, 7).mod(scalar(2))).hasElements(1, 1);
    assertArray(array(5.5f, -5.5f).mod(scalar(2.0))).hasElements(1.5, 0.5);
    assertArray(array(5f).mod(scalar(0.0))).hasElements(NAN);
    assertArray(array(5).mod(scalar(0))).hasElements(0);
    assertArray(Numpy.fmod(array(-5.5f), scalar(2.0))).hasElements(-1.5);
  }

  @Test
  void the_derivatives_of_a_remainder_are_those_of_jax() {
    assertArray(slope(x -> x.mod(scalar(2.0)), 5.5)).hasElements(1);
    assertArray(slope(y -> scalar(5.5).mod(y), 2)).hasElements(-2);
    assertArray(slope(y -> scalar(-5.5).mod(y), 2)).hasElements(3);
  }

  @Test
  void whole_powers_multiply_and_have_the_derivative_of_the_polynomial() {
    assertArray(array(1, 2, 3).pow(2)).hasType("i32[3]").hasElements(1, 4, 9);
    assertArray(array(2, 3).pow(array(3, 2))).hasElements(8, 9);
    assertArray(array(4, 9).pow(0.5)).hasType("f32[2]*").hasElements(2, 3);
    assertArray(slope(x -> x.pow(3), 0)).hasElements(0);
    assertArray(slope(x -> x.pow(0), 0)).hasElements(0);
    assertArray(slope(x -> x.pow(-1), 0)).hasElements(-INF);
    assertArray(slope(x -> x.pow(0.5), 0)).hasElements(INF);
  }

  @Test
  void an_integer_to_a_negative_power_is_refused() {
    assertThatExceptionOfType(DTypeException.class)
        .isThrownBy(() -> array(1, 2).pow(-1))
        .withMessageStartingWith(
            "power of i32[2] by -1 needs a floating base or a non-negative exponent. "
                + "Convert the base with astype.");
  }

  @Test
  void ties_share_the_derivative() {
    assertArray(slope(x -> Numpy.maximum(x, 0), 0)).hasElements(0.5);
    assertArray(slope(x -> Numpy.clip(x, 0, 1), 0)).hasElements(0.5);
    assertArray(slope(x -> Numpy.clip(x, 0, 1), 1)).hasElements(0.5);
    assertArray(slope(Numpy::abs, 0)).hasElements(1);
    assertArray(slope(Numpy::sign, 3)).hasElements(0);
  }

  @Test
  void the_largest_of_a_number_and_nan_is_nan_but_for_fmax() {
    assertArray(Numpy.maximum(array(Float.NaN), scalar(1.0))).hasElements(NAN);
    assertArray(Numpy.fmax(array(Float.NaN, 2f), scalar(1.0))).hasElements(1, 2);
  }

  @Test
  void hypot_is_finite_and_has_the_derivatives_of_jax_at_0() {
    assertArray(Numpy.hypot(array(3f), array(4f))).hasElements(5);
    assertArray(Numpy.hypot(array(3e30f), array(4e30f))).isNear(1e-6, 5e30);
    assertArray(slope(x -> Numpy.hypot(x, scalar(0.0)), 0)).hasElements(0.5);
  }

  @Test
  void log_of_added_exponentials_is_exact_at_infinities() {
    assertArray(Numpy.logaddexp(array(0f), array(0f))).isNear(1e-6, 0.693147182);
    assertArray(Numpy.logaddexp(array(1000f), array(0f))).hasElements(1000);
    assertArray(slope(x -> Numpy.logaddexp(x, scalar(INF)), INF)).hasElements(1);
    assertArray(slope(x -> Numpy.logaddexp(x, scalar(0.0)), 0)).isNear(1e-6, 0.5);
    assertArray(slope(x -> Numpy.logaddexp(x, scalar(-INF)), -INF)).hasElements(NAN);
  }

  @Test
  void numbers_are_rounded_half_to_even() {
    assertArray(Numpy.round(array(.5f, 1.5f, 2.5f, -.5f))).hasElements(0, 2, 2, -0.0);
    assertArray(Numpy.round(array(1.25f, 1.35f), 1)).isNear(1e-6, 1.2, 1.4);
    assertArray(Numpy.trunc(array(-1.5f, 1.5f))).hasElements(-1, 1);
  }

  @Test
  void where_computes_both_sides_so_an_infinite_derivative_becomes_nan() {
    assertArray(slope(x -> Numpy.where(x.gt(0), x.sqrt(), 0), 0)).hasElements(NAN);
    assertArray(Numpy.where(array(true, false), array(1, 2), 0.5)).hasElements(1, 0.5);
  }

  @Test
  void nan_and_infinities_become_numbers() {
    var x = array(Float.NaN, Float.POSITIVE_INFINITY, -1f);

    assertArray(Numpy.nanToNum(x)).hasElements(0, Float.MAX_VALUE, -1);
    assertArray(Numpy.isnan(x)).hasType("bool[3]").hasElements(1, 0, 0);
    assertArray(Numpy.isinf(x)).hasElements(0, 1, 0);
    assertArray(Numpy.signbit(array(-0f, 0f))).hasElements(1, 0);
  }

  @Test
  void casts_saturate() {
    assertArray(array(1e10f, -1e10f, Float.NaN, -2.9f).astype(DType.I32))
        .hasElements(2147483647, -2147483648, 0, -2);
    assertArray(array(300f, -1f).astype(DType.U8)).hasElements(255, 0);
  }
}
