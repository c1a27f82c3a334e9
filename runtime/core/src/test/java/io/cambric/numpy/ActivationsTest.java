package io.cambric.numpy;

import static io.cambric.numpy.ArrayAssert.assertArray;
import static io.cambric.numpy.Numpy.array;
import static io.cambric.numpy.Numpy.scalar;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.errors.ShapeException;
import io.cambric.transform.Transforms;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Activation functions, with values and derivatives measured in JAX 0.10.2, f32 on a CPU. */
class ActivationsTest {

  private static final Map<String, UnaryOperator<Array>> FUNCTIONS =
      Map.ofEntries(
          Map.entry("relu", Activations::relu),
          Map.entry("relu6", Activations::relu6),
          Map.entry("gelu", Activations::gelu),
          Map.entry("exact gelu", x -> Activations.gelu(x, false)),
          Map.entry("silu", Activations::silu),
          Map.entry("softplus", Activations::softplus),
          Map.entry("mish", Activations::mish),
          Map.entry("selu", Activations::selu),
          Map.entry("elu", Activations::elu),
          Map.entry("celu2", x -> Activations.celu(x, 2)),
          Map.entry("hard_silu", Activations::hardSilu),
          Map.entry("hard_sigmoid", Activations::hardSigmoid),
          Map.entry("hard_tanh", Activations::hardTanh),
          Map.entry("leaky_relu", Activations::leakyRelu),
          Map.entry("squareplus", Activations::squareplus),
          Map.entry("log_sigmoid", Activations::logSigmoid),
          Map.entry("sigmoid", Activations::sigmoid),
          Map.entry("soft_sign", Activations::softSign),
          Map.entry("tanh", Activations::tanh));

  @ParameterizedTest
  @CsvSource({
    "gelu, 1, 0.841192007",
    "exact gelu, 1, 0.841344714",
    "silu, 1, 0.731058598",
    "softplus, 1, 1.31326175",
    "mish, 1, 0.865098476",
    "selu, -1, -1.11133075",
    "elu, -1, -0.63212055",
    "celu2, -1, -0.786938667",
    "hard_silu, 1, 0.666666687",
    "squareplus, 0, 1",
    "log_sigmoid, 0, -0.693147182",
    "soft_sign, -3, -0.75",
    "relu, NaN, NaN",
    "relu6, 7, 6",
    "leaky_relu, -2, -0.02",
  })
  void values_are_those_of_jax(String name, double at, double value) {
    assertArray(FUNCTIONS.get(name).apply(scalar(at))).isNear(1e-6, value);
  }

  static Stream<Arguments> slopes() {
    return Stream.of(
        Arguments.of("relu", array(0f, -1f, 2f), new double[] {0, 0, 1}),
        Arguments.of("relu6", array(0f, 6f, 3f, 7f), new double[] {0, 0, 1, 0}),
        Arguments.of("leaky_relu", array(0f), new double[] {1}),
        Arguments.of("elu", array(0f), new double[] {1}),
        Arguments.of("selu", array(0f), new double[] {1.75809932}),
        Arguments.of("hard_tanh", array(-1f, 0f, 1f), new double[] {1, 1, 1}),
        Arguments.of("hard_sigmoid", array(-3f, 0f, 3f), new double[] {0, 1 / 6., 0}),
        Arguments.of("silu", array(0f), new double[] {.5}),
        Arguments.of("gelu", array(0f), new double[] {.5}),
        Arguments.of("exact gelu", array(0f), new double[] {.5}),
        Arguments.of("softplus", array(0f, -100f, 100f), new double[] {.5, 0, 1}),
        Arguments.of("log_sigmoid", array(-100f), new double[] {1}),
        Arguments.of("tanh", array(100f), new double[] {0}),
        Arguments.of("sigmoid", array(-1000f), new double[] {0}));
  }

  @ParameterizedTest
  @MethodSource("slopes")
  void derivatives_at_kinks_are_those_of_jax(String name, Array at, double[] expected) {
    var f = FUNCTIONS.get(name);

    assertArray(Transforms.grad((Array x) -> f.apply(x).sum()).apply(at)).isNear(1e-6, expected);
  }

  @Test
  void the_second_derivative_of_relu_is_0() {
    var second =
        Transforms.grad(
                (Array x) -> Transforms.grad((Array y) -> Activations.relu(y).sum()).apply(x).sum())
            .apply(array(0f, 1f));

    assertArray(second).hasElements(0, 0);
  }

  @Test
  void softmax_is_stable_and_knows_masks() {
    var x = array(1f, 2f, 3f);
    var mask = array(true, true, false);

    assertArray(Activations.softmax(array(1000f, 0f))).hasElements(1, 0);
    assertArray(Activations.logSoftmax(array(1000f, 0f))).hasElements(0, -1000);
    assertArray(Activations.softmax(x, Axes.of(-1), mask)).isNear(1e-6, .2689414, .7310586, 0);
    assertArray(Activations.softmax(array(Float.NEGATIVE_INFINITY, Float.NEGATIVE_INFINITY)))
        .hasElements(Double.NaN, Double.NaN);
    assertArray(Activations.logSoftmax(x, Axes.of(-1), mask))
        .isNear(1e-6, -1.31326163, -0.31326166, Double.NEGATIVE_INFINITY);
  }

  @Test
  void derivatives_of_softmax_are_finite_along_with_infinite_logits() {
    var first = Transforms.grad((Array x) -> Activations.softmax(x).get(0)).apply(Numpy.zeros(3));
    var masked =
        Transforms.grad((Array x) -> Activations.softmax(x).get(0))
            .apply(array(0f, Float.NEGATIVE_INFINITY));
    var loss =
        Transforms.grad(
                (Array x) -> Numpy.where(array(true, false), Activations.logSoftmax(x), 0).sum())
            .apply(array(0f, Float.NEGATIVE_INFINITY));

    assertArray(first).isNear(1e-6, .2222222, -.1111111, -.1111111);
    assertArray(masked).isNear(1e-6, 0, 0);
    assertArray(loss).isNear(1e-6, 0, 0);
  }

  @Test
  void glu_halves_an_axis() {
    assertArray(Activations.glu(array(1f, 2f, 0f, 0f))).hasElements(.5, 1);
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> Activations.glu(Numpy.zeros(3)))
        .withMessageStartingWith("glu along axis -1 needs an even size, but got f32[3].");
  }

  @Test
  void one_hot_is_0_for_numbers_outside() {
    assertArray(Activations.oneHot(array(0, 2, 5), 3))
        .hasType("f32[3,3]")
        .hasElements(1, 0, 0, 0, 0, 1, 0, 0, 0);
    assertThat(Activations.oneHot(array(0, 1), 3, DType.I32, 0).shape().toString())
        .isEqualTo("[3, 2]");
  }

  @Test
  void standardize_has_mean_0_and_variance_1() {
    assertArray(Activations.standardize(array(1f, 2f, 3f)))
        .isNear(1e-5, -1.22473598, 0, 1.22473598);
  }

  @Test
  void log1mexp_keeps_its_digits_near_zero_and_far_from_it() {
    var x = Numpy.array(1e-6f, 0.5f, 30f);

    assertArray(Activations.log1mexp(x)).isNear(2e-6, -13.815511, -0.93275213, -9.3576e-14);
    assertArray(Transforms.grad((Array y) -> Activations.log1mexp(y).sum()).apply(x))
        .isNear(2e-6, 1e6, 1.5414940, 9.3576e-14);
  }

  @Test
  void logmeanexp_is_the_logarithm_of_a_mean() {
    var x = Numpy.array(new float[][] {{0, 1}, {2, 3}});
    var where = Numpy.array(new boolean[][] {{true, false}, {true, true}});

    assertArray(Activations.logmeanexp(x, 0)).isNear(1e-6, 1.43378083, 2.43378083);
    assertArray(Activations.logmeanexp(x, null, false, where)).isNear(1e-4, 2.2504);
  }
}
