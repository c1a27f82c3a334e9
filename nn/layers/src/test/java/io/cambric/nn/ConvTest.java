package io.cambric.nn;

import static io.cambric.numpy.Initializers.ones;
import static io.cambric.testing.Near.array;
import static io.cambric.testing.Near.assertNear;
import static io.cambric.testing.Near.filled;
import static io.cambric.testing.Near.ones;
import static io.cambric.transform.Transforms.grad;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.errors.HyperparameterException;
import io.cambric.errors.ShapeException;
import io.cambric.numpy.Initializer;
import io.cambric.numpy.Key;
import io.cambric.scope.Params;
import io.cambric.scope.Variables;
import java.util.List;
import org.junit.jupiter.api.Test;

class ConvTest {

  private static final Key KEY = Key.of(0);

  private static Array line(double... values) {
    return array(Shape.of(1, values.length, 1), values);
  }

  private static Array square(double... values) {
    int side = (int) Math.sqrt(values.length);
    return array(Shape.of(1, side, side, 1), values);
  }

  /** A convolution of one channel with a given kernel and without bias. */
  private static Conv kernel1d(double... values) {
    return Conv.of(1, values.length).withKernelInit(given(values)).withUseBias(false);
  }

  private static Conv kernel2d(double... values) {
    int side = (int) Math.sqrt(values.length);
    return Conv.of(1, side, side).withKernelInit(given(values)).withUseBias(false);
  }

  private static Initializer given(double... values) {
    return (key, shape, dtype) -> array(shape, values);
  }

  private static Conv ofOnes(int features, int... kernelSize) {
    return Conv.of(features, kernelSize).withKernelInit(ones()).withBiasInit(ones());
  }

  private static Array run(Conv conv, Array x) {
    return conv.initWithOutput(KEY, x).output();
  }

  @Test
  void same_padding_keeps_the_size_and_strides_divide_it() {
    assertNear(run(kernel1d(1, 2, 3), line(1, 2, 3, 4, 5)), 8, 14, 20, 26, 14);
    assertNear(run(kernel1d(1, 2, 3).withStrides(List.of(2)), line(1, 2, 3, 4, 5)), 8, 20, 14);
  }

  @Test
  void valid_padding_keeps_windows_inside() {
    var made = ofOnes(4, 3).withPadding(Padding.VALID).initWithOutput(KEY, ones(1, 8, 3));
    assertThat(made.variables().params().get("kernel").shape()).isEqualTo(Shape.of(3, 3, 4));
    assertThat(made.variables().params().entries().keySet()).containsExactly("kernel", "bias");
    assertThat(made.output().shape()).isEqualTo(Shape.of(1, 6, 4));
    assertThat(made.output().toFloats()).containsOnly(10);
  }

  @Test
  void the_input_may_be_dilated_where_padding_is_in_numbers() {
    var conv = kernel1d(1, 2, 3).withInputDilation(List.of(2)).withPadding(Padding.of(1));
    assertNear(run(conv, line(1, 2, 3)), 2, 7, 4, 11, 6);
    assertNear(
        run(conv.withPadding(Padding.of(new Padding.Pair(1, 1))), line(1, 2, 3)), 2, 7, 4, 11, 6);
  }

  @Test
  void any_number_of_batch_axes_goes_through() {
    assertThat(run(ofOnes(4, 3).withPadding(Padding.VALID), ones(2, 5, 8, 3)).shape())
        .isEqualTo(Shape.of(2, 5, 6, 4));
    assertThat(run(ofOnes(4, 3).withPadding(Padding.VALID), ones(8, 3)).shape())
        .isEqualTo(Shape.of(6, 4));
    assertThat(run(ofOnes(4, 3, 3), ones(2, 3, 5, 7, 1)).shape())
        .isEqualTo(Shape.of(2, 3, 5, 7, 4));
  }

  @Test
  void groups_split_channels() {
    var made =
        ofOnes(4, 3)
            .withFeatureGroupCount(2)
            .withPadding(Padding.VALID)
            .initWithOutput(KEY, ones(1, 8, 4));
    assertThat(made.variables().params().get("kernel").shape()).isEqualTo(Shape.of(3, 2, 4));
    assertThat(made.output().toFloats()).containsOnly(7);
  }

  @Test
  void a_mask_multiplies_the_kernel() {
    var mask = new double[3 * 3 * 4];
    for (int i = 0; i < 9; i++) {
      for (int j = 0; j <= i % 3; j++) {
        mask[4 * i + j] = 1;
      }
    }
    var conv = ofOnes(4, 3).withPadding(Padding.VALID);
    var variables = conv.init(KEY, ones(1, 8, 3));
    var y = conv.apply(variables, ones(1, 8, 3), array(Shape.of(3, 3, 4), mask));
    assertThat(y.slice(1, 0, 1).toFloats()).containsExactly(10, 7, 4, 1);
  }

  @Test
  void circular_padding_repeats_the_input() {
    var circular = Padding.CIRCULAR;
    var x = line(1, 2, 3, 4, 5);
    assertNear(run(kernel1d(1, 2, 1).withPadding(circular).withStrides(List.of(3)), x), 9, 16);
    assertNear(
        run(kernel1d(1, 2, 1).withPadding(circular).withKernelDilation(List.of(3)), x),
        9,
        13,
        12,
        11,
        15);
    assertNear(
        run(
            kernel2d(0, 1, 0, 1, 2, 1, 0, 1, 0).withPadding(circular),
            square(1, 2, 3, 4, 5, 6, 7, 8, 9)),
        18,
        21,
        24,
        27,
        30,
        33,
        36,
        39,
        42);
  }

  @Test
  void a_circular_kernel_may_be_larger_than_the_input() {
    var y = run(kernel1d(1, 1, 1, 1, 1, 1, 1).withPadding(Padding.CIRCULAR), ones(1, 3, 1));
    assertNear(y, 7, 7, 7);
  }

  @Test
  void reflect_padding_mirrors_the_input() {
    var reflect = Padding.REFLECT;
    assertNear(
        run(kernel1d(1, 2, 1).withPadding(reflect).withStrides(List.of(2)), line(1, 2, 3, 4, 5)),
        6,
        12,
        18);
    assertNear(
        run(
            kernel2d(0, 1, 0, 1, 2, 1, 0, 1, 0).withPadding(reflect),
            square(1, 2, 3, 4, 5, 6, 7, 8, 9)),
        14,
        18,
        22,
        26,
        30,
        34,
        38,
        42,
        46);
  }

  @Test
  void causal_padding_looks_back_only() {
    var y = run(ofOnes(1, 3).withPadding(Padding.CAUSAL), ones(1, 8, 4));
    assertNear(y, 5, 9, 13, 13, 13, 13, 13, 13);
  }

  @Test
  void a_convolution_computes_in_the_dtype_asked_for() {
    var y = run(ofOnes(1, 3).withDtype(DType.BF16), ones(1, 4, 2));
    assertThat(y.dtype()).isEqualTo(DType.BF16);
    assertNear(y, 5, 7, 7, 5);
  }

  @Test
  void gradients_pass_to_the_kernel() {
    var conv = kernel1d(1, 2, 3);
    var x = line(1, 2, 3, 4, 5);
    var variables = conv.init(KEY, x);
    var grads = grad((Params p) -> conv.apply(Variables.of(p), x).sum()).apply(variables.params());
    assertNear(grads.get("kernel"), 10, 15, 14);
  }

  @Test
  void what_makes_no_convolution_is_refused_with_the_mend() {
    assertThatExceptionOfType(HyperparameterException.class)
        .isThrownBy(() -> Conv.of(8))
        .withMessageContaining(
            "Conv needs a kernel size for each spatial axis, but got none."
                + " Images have two, as in Conv.of(8, 3, 3).");
    assertThatExceptionOfType(HyperparameterException.class)
        .isThrownBy(() -> Conv.of(8, 3, 3).withPadding(Padding.CAUSAL))
        .withMessageContaining(
            "Conv needs one spatial axis for causal padding, but has 2. Pass "
                + "Padding.of(...) with pairs.");
    assertThatExceptionOfType(HyperparameterException.class)
        .isThrownBy(() -> run(Conv.of(8, 3, 3).withStrides(List.of(1, 2, 3)), ones(1, 4, 4, 1)))
        .withMessageContaining(
            "Conv needs one of strides for each of its 2 spatial axes, or one for all, but got"
                + " [1, 2, 3].");
    assertThatExceptionOfType(HyperparameterException.class)
        .isThrownBy(() ->
            run(Conv.of(8, 3, 3).withPadding(Padding.of(new Padding.Pair(1, 1))), ones(1, 4, 4, 1)))
        .withMessageContaining(
            "Conv needs padding for each of its 2 spatial axes, but got [Pair[low=1, "
                + "high=1]]. Pass one pair for each axis, or Padding.of(n) for all.");
    assertThatExceptionOfType(HyperparameterException.class)
        .isThrownBy(() -> run(Conv.of(8, 3).withInputDilation(List.of(2)), ones(1, 4, 1)))
        .withMessageContaining(
            "Conv needs numbers as padding of its dilated input, but got SAME. Pass Padding.of(...).");
    assertThatExceptionOfType(HyperparameterException.class)
        .isThrownBy(() -> run(Conv.of(8, 3).withFeatureGroupCount(2), ones(1, 4, 3)))
        .withMessageContaining(
            "Conv needs channels and features divisible by 2 groups, but the input is "
                + "f32[1,4,3] and features are 8.");
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> Conv.of(8, 3).init(KEY, m -> m.call(ones(1, 4, 3), filled(1, 2))))
        .withMessageContaining(
            "Conv needs a mask with the shape of its kernel, [3, 3, 8], but got f32[2].");
  }

  @Test
  void numbers_stand_for_lists_and_for_padding() {
    assertThat(Conv.of(2, 3, 3).withStrides(2).withPadding(1))
        .isEqualTo(Conv.of(2, 3, 3).withStrides(List.of(2)).withPadding(Padding.of(1)));
    assertThat(Conv.of(2, 3, 3).withKernelSize(5, 4).withInputDilation(2, 1))
        .isEqualTo(Conv.of(2, 5, 4).withInputDilation(List.of(2, 1)));
    assertThat(ConvTranspose.of(2, 3).withStrides(2).withPadding(2).withKernelDilation(3))
        .isEqualTo(
            ConvTranspose.of(2, 3)
                .withStrides(List.of(2))
                .withPadding(Padding.of(2))
                .withKernelDilation(List.of(3)));
    assertThat(ConvLocal.of(2, 3).withStrides(2).withPadding(Padding.VALID))
        .isEqualTo(ConvLocal.of(2, 3).withStrides(List.of(2)).withPadding(Padding.VALID));
  }
}
