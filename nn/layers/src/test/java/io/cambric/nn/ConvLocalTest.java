package io.cambric.nn;

import static io.cambric.numpy.Initializers.ones;
import static io.cambric.testing.Near.array;
import static io.cambric.testing.Near.assertNear;
import static io.cambric.testing.Near.filled;
import static io.cambric.testing.Near.ones;
import static io.cambric.testing.Near.range;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Values are those of Flax's own tests, or of Flax 0.12.8. */
class ConvLocalTest {

  private static final Key KEY = Key.of(0);
  private static final Array LINE = range(1, 5, 1).add(1);

  /** A layer of one channel with a given kernel for each place, and without bias. */
  private static ConvLocal ofRows(int window, double... rows) {
    return ConvLocal.of(1, window)
        .withKernelInit((key, shape, dtype) -> array(shape, rows))
        .withUseBias(false);
  }

  private static ConvLocal ofOnes(int features, int... kernelSize) {
    return ConvLocal.of(features, kernelSize).withKernelInit(ones()).withBiasInit(ones());
  }

  private static Array run(ConvLocal conv, Array x) {
    return conv.initWithOutput(KEY, x).output();
  }

  @Test
  void every_place_has_a_kernel_and_a_bias() {
    var made = ofOnes(4, 3).withPadding(Padding.VALID).initWithOutput(KEY, ones(1, 8, 2));
    var params = made.variables().params();
    assertThat(params.get("kernel").shape()).isEqualTo(Shape.of(6, 6, 4));
    assertThat(params.get("bias").shape()).isEqualTo(Shape.of(6, 4));
    assertThat(params.entries().keySet()).containsExactly("kernel", "bias");
    assertThat(made.output().shape()).isEqualTo(Shape.of(1, 6, 4));
    assertThat(made.output().toFloats()).containsOnly(7);
  }

  @Test
  void the_elements_of_a_window_are_contiguous_for_each_channel() {
    var x = array(Shape.of(1, 3, 2), 1, 10, 2, 20, 3, 30);
    var conv = ofRows(2, 1, 2, 3, 4, 1, 2, 3, 4).withPadding(Padding.VALID);
    assertNear(run(conv, x), 115, 188);
  }

  @Test
  void circular_padding_repeats_the_input() {
    var strided = ofRows(3, -1, 2, 3, 4, 5, 6).withStrides(List.of(3));
    assertNear(run(strided.withPadding(Padding.CIRCULAR), LINE), 3, 62);
    var dilated = ofRows(3, 1, 2, 1, 3, 4, 5, -1, 1, 2, 2, 3, 4, -1, -2, -3);
    assertNear(
        run(dilated.withKernelDilation(List.of(3)).withPadding(Padding.CIRCULAR), LINE),
        9,
        45,
        0,
        22,
        -21);
  }

  @Test
  void kernels_of_an_image_differ_by_place() {
    var kernels = new double[9 * 9];
    for (int place = 0; place < 9; place++) {
      var cross = new double[] {0, 1, 0, 1, place + 2, 1, 0, 1, 0};
      System.arraycopy(cross, 0, kernels, 9 * place, 9);
    }
    var conv =
        ConvLocal.of(1, 3, 3)
            .withKernelInit((key, shape, dtype) -> array(shape, kernels))
            .withUseBias(false)
            .withPadding(Padding.CIRCULAR);
    assertNear(run(conv, range(1, 3, 3, 1).add(1)), 18, 23, 30, 39, 50, 63, 78, 95, 114);
  }

  @Test
  void equal_kernels_make_a_convolution() {
    var x = range(2, 6, 5, 3).sin();
    for (var padding :
        List.of(
            Padding.SAME,
            Padding.REFLECT,
            Padding.of(new Padding.Pair(1, 0), new Padding.Pair(2, 1)))) {
      var local = ofOnes(2, 3, 2).withStrides(List.of(2, 1)).withPadding(padding);
      var shared =
          Conv.of(2, 3, 2)
              .withStrides(List.of(2, 1))
              .withPadding(padding)
              .withKernelInit(ones())
              .withBiasInit(ones());
      var expected = shared.initWithOutput(KEY, x).output().ravel().toFloats();
      var y = run(local, x).ravel().toFloats();
      assertThat(y).as("%s", padding).containsExactly(expected, offset(1e-5f));
    }
  }

  @Test
  void any_number_of_batch_axes_goes_through() {
    assertThat(run(ofOnes(4, 3), ones(2, 5, 8, 3)).shape()).isEqualTo(Shape.of(2, 5, 8, 4));
    assertThat(run(ofOnes(4, 3).withPadding(Padding.CAUSAL), ones(8, 3)).shape())
        .isEqualTo(Shape.of(8, 4));
  }

  @Test
  void a_mask_multiplies_the_kernels() {
    var conv = ofOnes(1, 2).withPadding(Padding.VALID);
    var variables = conv.init(KEY, ones(1, 3, 1));
    var mask = array(Shape.of(2, 2, 1), 1, 0, 1, 1);
    assertNear(conv.apply(variables, ones(1, 3, 1), mask), 2, 3);
  }

  @Test
  void a_layer_computes_in_the_dtype_asked_for() {
    var y = run(ofOnes(1, 3).withDtype(DType.BF16), ones(1, 4, 2));
    assertThat(y.dtype()).isEqualTo(DType.BF16);
    assertNear(y, 5, 7, 7, 5);
  }

  /** Values are those of Flax 0.12.8. */
  @ParameterizedTest
  @EnumSource(
      value = DType.class,
      names = {"BOOL", "I8", "U8", "I32"})
  void bools_and_integers_are_convolved_as_floats(DType dtype) {
    var x = array(Shape.of(2, 4, 1), 1, 0, 1, 1, 0, 0, 1, 0).astype(dtype);

    var made = ConvLocal.of(2, 2).initWithOutput(Key.of(0), x);

    assertNear(
        made.output(),
        .029209377,
        -.583152,
        .06455939,
        .32717264,
        .7588768,
        .15650523,
        -.33057421,
        .190192,
        0,
        0,
        .06455939,
        .32717264,
        .32499135,
        -.08841815,
        0,
        0);
  }

  @Test
  void attributes_and_masks_that_do_not_fit_are_refused() {
    assertThatExceptionOfType(HyperparameterException.class)
        .isThrownBy(() -> ConvLocal.of(8, 3, 3).withPadding(Padding.CAUSAL))
        .withMessageContaining(
            "ConvLocal needs one spatial axis for causal padding, but has 2. Pass Padding.of(...) with pairs.");
    assertThatExceptionOfType(HyperparameterException.class)
        .isThrownBy(() -> run(ConvLocal.of(8, 3).withInputDilation(List.of(2)), ones(1, 4, 1)))
        .withMessageContaining(
            "ConvLocal needs numbers as padding of its dilated input, but got SAME. Pass Padding.of(...).");
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> ConvLocal.of(8, 3).init(KEY, ones(1, 4, 3), filled(1, 2)))
        .withMessageContaining(
            "ConvLocal needs a mask with the shape of its kernel, [4, 9, 8], but got f32[2].");
  }
}
