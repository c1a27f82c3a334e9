package io.cambric.interpreters;

import static io.cambric.transform.Transforms.grad;
import static io.cambric.transform.Transforms.jit;
import static io.cambric.transform.Transforms.jvp;
import static io.cambric.transform.Transforms.valueAndGrad;
import static io.cambric.transform.Transforms.vmap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.cambric.array.Axes;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.lax.Lax;
import io.cambric.testing.TestArrays;
import io.cambric.transform.function.ArrayFn;
import java.util.ArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Transformations within transformations. */
class NestingTest {

  private static final NdArray TWO = TestArrays.scalar(2);

  @Test
  void the_derivative_of_the_derivative_is_the_second() {
    ArrayFn f = x -> x.sin().mul(x);

    assertThat(f.apply(TWO).item()).isCloseTo(1.81859481, within(1e-6));
    assertThat(grad(f).apply(TWO).item()).isCloseTo(0.0770037174, within(1e-6));
    assertThat(grad(grad(f)).apply(TWO).item()).isCloseTo(-2.65088844, within(1e-5));
    double third = -3 * Math.sin(2) - 2 * Math.cos(2);
    assertThat(grad(grad(grad(f))).apply(TWO).item()).isCloseTo(third, within(1e-5));
  }

  /**
   * Each is the derivative of {@code x * (derivative of x * y at y)} at x = 2, which is 2 x, so 4.
   */
  static Stream<Arguments> confusions() {
    return Stream.of(
        Arguments.of("grad in grad", grad(x -> x.mul(grad(y -> x.mul(y)).apply(x)))),
        Arguments.of(
            "jvp in grad", grad(x -> x.mul(jvp(y -> x.mul(y), x, TestArrays.scalar(1)).tangent()))),
        Arguments.of("grad in jvp", derivative(x -> x.mul(grad(y -> x.mul(y)).apply(x)))),
        Arguments.of("jvp in jvp", derivative(x -> x.mul(derivative(y -> x.mul(y)).apply(x)))),
        Arguments.of("jitted grad in grad", grad(x -> x.mul(jit(grad(y -> x.mul(y))).apply(x)))),
        Arguments.of(
            "grad of jit in jvp", derivative(x -> x.mul(grad(jit(y -> x.mul(y))).apply(x)))),
        Arguments.of(
            "jvp in jit in grad", grad(jit(x -> x.mul(derivative(y -> x.mul(y)).apply(x))))));
  }

  private static ArrayFn derivative(ArrayFn function) {
    return x -> jvp(function, x, TestArrays.scalar(1)).tangent();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("confusions")
  void an_inner_derivative_treats_the_outer_variable_as_a_constant(String name, ArrayFn outer) {
    assertThat(outer.apply(TWO).item()).isEqualTo(4);
  }

  @Test
  void the_classic_confusion_of_perturbations_does_not_happen() {
    // d/dx (x * d/dy (x + y)) is 1, and 2 if the perturbations of x and y are confused.
    ArrayFn f = x -> x.mul(derivative(y -> x.add(y)).apply(TestArrays.scalar(1)));

    assertThat(derivative(f).apply(TestArrays.scalar(1)).item()).isEqualTo(1);
  }

  @ParameterizedTest
  @MethodSource("axesOfThree")
  void vmap_maps_each_axis(int axis) {
    var x = counting(2, 3, 4);
    var mapped = vmap(y -> Lax.reduceSum(y, Axes.of(0))).inAxes(axis).apply(x);

    // A sum of lanes, stacked: lane i of the result is the sum over the first of the other axes.
    int summed = axis == 0 ? 1 : 0;
    var expected = Lax.reduceSum(x, Axes.of(summed));
    int at = axis < summed ? axis : axis - 1;
    var front = at == 0 ? expected : Lax.transpose(expected, Axes.of(1, 0));
    assertThat(mapped.toFloats()).containsExactly(front.toFloats());
  }

  static Stream<Integer> axesOfThree() {
    return Stream.of(0, 1, 2);
  }

  private static NdArray counting(int... dims) {
    var shape = Shape.of(dims);
    var values = new float[shape.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = i;
    }
    return NdArray.of(shape, values);
  }

  @Test
  void vmap_of_vmap_maps_two_axes_and_shares_captured_arrays() {
    var x = counting(2, 3);
    var y = counting(3);
    var table = vmap(row -> vmap(element -> element.mul(y)).apply(row)).apply(x);

    assertThat(table.shape()).isEqualTo(Shape.of(2, 3, 3));
    assertThat(table.get(1, 2).toFloats()).containsExactly(0, 5, 10);
  }

  @Test
  void an_inner_lane_may_be_combined_with_the_outer_one() {
    var products =
        vmap(a -> vmap(b -> a.mul(b)).apply(TestArrays.vector(1, 2, 3)))
            .apply(TestArrays.vector(10, 20));

    assertThat(products.toFloats()).containsExactly(10, 20, 30, 20, 40, 60);
  }

  @Test
  void vmap_of_grad_is_a_loop_over_grad_and_grad_of_vmap_the_sum_of_it() {
    ArrayFn f = x -> x.mul(x).mul(x).add(x.exp());
    var points = TestArrays.vector(-1, 0.5f, 2);

    var mapped = vmap(grad(f)).apply(points).toFloats();
    var summed = grad(x -> vmap(f).apply(x).sum()).apply(points).toFloats();

    for (int i = 0; i < 3; i++) {
      assertThat(mapped[i]).isEqualTo((float) grad(f).apply(points.get(i)).item());
      assertThat(summed[i]).isEqualTo(mapped[i]);
    }
  }

  @Test
  void jit_inside_grad_inside_vmap_inside_jit_equals_the_same_without_jit() {
    ArrayFn f = x -> x.tanh().mul(x).sum();
    var x = counting(4, 3).mul(0.1);

    var plain = vmap(grad(f)).apply(x).toFloats();
    var jitted = jit(vmap(grad(jit(f)))).apply(x).toFloats();
    var outside = jit(vmap(jit(grad(f)))).apply(x).toFloats();

    assertThat(jitted).containsExactly(plain, within(1e-6f));
    assertThat(outside).containsExactly(plain, within(1e-6f));
  }

  @Test
  void a_jitted_function_sees_the_outer_tracer_of_each_call_anew() {
    var values = new ArrayList<Double>();
    for (double point : new double[] {1, 2, 3}) {
      ArrayFn outer =
          x -> {
            var scale = jit(y -> y.mul(x));
            return scale.apply(scale.apply(TWO));
          };
      values.add(grad(outer).apply(TestArrays.scalar(point)).item());
    }

    // d/dx (2 x^2) = 4 x
    assertThat(values).containsExactly(4.0, 8.0, 12.0);
  }

  @Test
  void one_jitted_function_that_captures_may_be_called_from_two_traces() {
    var captured = new Array[1];
    var scale = jit(y -> y.mul(captured[0]));
    ArrayFn outer =
        x -> {
          captured[0] = x;
          return scale.apply(TWO);
        };

    assertThat(grad(outer).apply(TWO).item()).isEqualTo(2);
    assertThat(grad(outer).apply(TestArrays.scalar(7)).item()).isEqualTo(2);
    assertThat(vmap(outer).apply(TestArrays.vector(3, 4)).toFloats()).containsExactly(6, 8);
    assertThat(scale.programCount()).isZero();
  }

  @Test
  void a_function_without_tangents_inside_grad_is_computed_unchanged() {
    var result = valueAndGrad(x -> jit(y -> y.exp()).apply(TestArrays.scalar(0)).mul(x)).apply(TWO);

    assertThat(result.value().item()).isEqualTo(2);
    assertThat(result.grads().item()).isEqualTo(1);
  }

  @Test
  void a_function_that_ignores_its_argument_has_a_gradient_of_zeros() {
    assertThat(grad(x -> TestArrays.scalar(3)).apply(counting(2)).toFloats()).containsExactly(0, 0);
    assertThat(grad(jit(x -> TestArrays.scalar(3))).apply(counting(2)).toFloats())
        .containsExactly(0, 0);
  }
}
