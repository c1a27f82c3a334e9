package io.cambric.nn;

import static io.cambric.numpy.Initializers.ones;
import static io.cambric.testing.Near.array;
import static io.cambric.testing.Near.assertNear;
import static io.cambric.testing.Near.filled;
import static io.cambric.testing.Near.ones;
import static io.cambric.testing.Near.range;
import static io.cambric.transform.Transforms.vjp;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.data.Offset.offset;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.errors.HyperparameterException;
import io.cambric.errors.ShapeException;
import io.cambric.numpy.Key;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Values are those of Flax 0.12.8, or follow from {@link Conv}. */
class ConvTransposeTest {

  private static final Key KEY = Key.of(0);
  private static final Array LINE = array(Shape.of(1, 3, 1), 1, 2, 3);

  /** A transposed convolution of one channel with the kernel 1, 2, 3 and without bias. */
  private static ConvTranspose upsampling(int stride) {
    return ConvTranspose.of(1, 3)
        .withStrides(List.of(stride))
        .withKernelInit((key, shape, dtype) -> array(shape, 1, 2, 3))
        .withUseBias(false);
  }

  private static ConvTranspose ofOnes(int features, int... kernelSize) {
    return ConvTranspose.of(features, kernelSize).withKernelInit(ones()).withBiasInit(ones());
  }

  private static Array run(ConvTranspose conv, Array x) {
    return conv.initWithOutput(KEY, x).output();
  }

  @Test
  void same_padding_multiplies_the_size_by_the_stride() {
    assertNear(run(upsampling(1), LINE), 8, 14, 8);
    assertNear(run(upsampling(2), LINE), 3, 2, 7, 4, 11, 6);
    assertNear(run(upsampling(3), LINE), 3, 2, 1, 6, 4, 2, 9, 6, 3);
  }

  @Test
  void valid_padding_keeps_every_product() {
    assertNear(run(upsampling(1).withPadding(Padding.VALID), LINE), 3, 8, 14, 8, 3);
    assertNear(run(upsampling(2).withPadding(Padding.VALID), LINE), 3, 2, 7, 4, 11, 6, 3);
    assertNear(run(upsampling(3).withPadding(Padding.VALID), LINE), 3, 2, 1, 6, 4, 2, 9, 6, 3);
  }

  @Test
  void circular_padding_wraps_the_result_around() {
    assertNear(run(upsampling(1).withPadding(Padding.CIRCULAR), LINE), 11, 14, 11);
    assertNear(run(upsampling(2).withPadding(Padding.CIRCULAR), LINE), 6, 2, 7, 4, 11, 6);
    var cross = array(Shape.of(3, 3, 1, 1), 0, 1, 0, 1, 2, 1, 0, 1, 0);
    var conv =
        ConvTranspose.of(1, 3, 3)
            .withPadding(Padding.CIRCULAR)
            .withKernelInit((key, shape, dtype) -> cross)
            .withUseBias(false);
    var square = range(1, 3, 3, 1).add(1);
    assertNear(run(conv, square), 18, 21, 24, 27, 30, 33, 36, 39, 42);
  }

  @Test
  void padding_in_numbers_surrounds_the_spaced_input() {
    var pairs = Padding.of(new Padding.Pair(1, 2));
    assertNear(run(upsampling(2).withPadding(pairs), LINE), 2, 7, 4, 11, 6, 3);
    assertNear(run(upsampling(2).withPadding(Padding.of(1)), LINE), 2, 7, 4, 11, 6);
  }

  @Test
  void a_transposed_kernel_is_flipped_and_has_its_features_before_the_channels() {
    assertNear(run(upsampling(2).withTransposeKernel(true), LINE), 1, 2, 5, 4, 9, 6);
    var params = ofOnes(4, 3).withTransposeKernel(true).init(KEY, ones(1, 8, 2)).params();
    assertThat(params.get("kernel").shape()).isEqualTo(Shape.of(3, 4, 2));
    params = ofOnes(4, 3).init(KEY, ones(1, 8, 2)).params();
    assertThat(params.get("kernel").shape()).isEqualTo(Shape.of(3, 2, 4));
    assertThat(params.entries().keySet()).containsExactly("kernel", "bias");
  }

  @Test
  void a_transposed_kernel_makes_the_gradient_of_a_convolution() {
    for (var padding : List.of(Padding.SAME, Padding.VALID, Padding.CIRCULAR)) {
      var conv = Conv.of(3, 4, 4).withStrides(List.of(2)).withPadding(padding).withUseBias(false);
      var image = range(1, 4, 6, 2);
      var variables = conv.init(KEY, image);
      var pullback = vjp((Array x) -> conv.apply(variables, x), image);
      var cotangent = pullback.output().sin();
      var transposed =
          ConvTranspose.of(2, 4, 4)
              .withStrides(List.of(2))
              .withPadding(padding)
              .withUseBias(false)
              .withTransposeKernel(true);

      var expected = pullback.pullback().apply(cotangent).ravel().toFloats();
      assertThat(transposed.apply(variables, cotangent).ravel().toFloats())
          .as("%s", padding)
          .containsExactly(expected, offset(1e-5f));
    }
  }

  @Test
  void a_dilated_kernel_reaches_further() {
    var conv = upsampling(1).withKernelDilation(List.of(2)).withPadding(Padding.VALID);
    assertNear(run(conv, LINE), 3, 6, 11, 4, 7, 2, 3);
  }

  @Test
  void any_number_of_batch_axes_goes_through() {
    assertThat(run(ofOnes(4, 3), ones(2, 5, 8, 3)).shape()).isEqualTo(Shape.of(2, 5, 8, 4));
    assertThat(run(ofOnes(4, 3), ones(8, 3)).shape()).isEqualTo(Shape.of(8, 4));
    assertThat(run(ofOnes(4, 6, 6).withStrides(List.of(2)), ones(1, 15, 15, 3)).shape())
        .isEqualTo(Shape.of(1, 30, 30, 4));
  }

  @Test
  void a_mask_multiplies_the_kernel() {
    var conv = ofOnes(1, 3).withPadding(Padding.VALID);
    var variables = conv.init(KEY, ones(1, 2, 1));
    var mask = array(Shape.of(3, 1, 1), 1, 0, 0);
    assertNear(conv.apply(variables, ones(1, 2, 1), mask), 1, 1, 2, 2);
  }

  @Test
  void a_transposed_convolution_computes_in_the_dtype_asked_for() {
    var y = run(ofOnes(1, 3).withDtype(DType.BF16), ones(1, 4, 2));
    assertThat(y.dtype()).isEqualTo(DType.BF16);
    assertNear(y, 5, 7, 7, 5);
  }

  @Test
  void paddings_without_a_transposed_form_are_refused() {
    for (var padding : List.of(Padding.REFLECT, Padding.CAUSAL)) {
      assertThatExceptionOfType(HyperparameterException.class)
          .isThrownBy(() -> ConvTranspose.of(8, 3).withPadding(padding))
          .withMessageContaining(
              "ConvTranspose needs padding SAME, VALID, CIRCULAR or numbers, but got %s. Pass Padding.of(...) with pairs."
                  .formatted(padding));
    }
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> run(ofOnes(1, 3).withPadding(Padding.CIRCULAR), ones(1, 0, 1)))
        .withMessageContaining(
            "ConvTranspose with padding CIRCULAR needs spatial axes that are not empty, but got f32[1,0,1]. Leave out empty images, or use padding SAME.");
  }

  @Test
  void input_and_mask_that_do_not_fit_are_refused() {
    assertThatExceptionOfType(HyperparameterException.class)
        .isThrownBy(() -> ConvTranspose.of(8))
        .withMessageContaining(
            "ConvTranspose needs a kernel size for each spatial axis, but got none. Images have two, as in ConvTranspose.of(8, 3, 3).");
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> run(ConvTranspose.of(8, 3, 3), ones(4, 1)))
        .withMessageContaining(
            "ConvTranspose needs an input of at least 3 axes, but got f32[4,1]. Add axes with reshape or expandDims.");
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> ConvTranspose.of(8, 3).init(KEY, ones(1, 4, 3), filled(1, 2)))
        .withMessageContaining(
            "ConvTranspose needs a mask with the shape of its kernel, [3, 3, 8], but got f32[2].");
  }

  @Test
  void the_result_has_the_preferred_dtype() {
    var x = array(Shape.of(1, 2, 1), 1, 1.0 / 256);
    var half = ofOnes(1, 2).withUseBias(false).withPadding(Padding.VALID).withDtype(DType.BF16);
    var y = run(half.withPreferredElementType(DType.F32), x);
    assertThat(y.dtype()).isEqualTo(DType.F32);
    assertNear(y, 1, 1 + 1.0 / 256, 1.0 / 256);
    assertNear(run(half, x), 1, 1, 1.0 / 256);
  }
}
