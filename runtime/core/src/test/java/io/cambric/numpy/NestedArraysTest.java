package io.cambric.numpy;

import static io.cambric.numpy.Numpy.array;
import static io.cambric.numpy.Numpy.asarray;
import static io.cambric.numpy.Numpy.finfo;
import static io.cambric.numpy.Numpy.iinfo;
import static io.cambric.numpy.Numpy.ones;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.errors.DTypeException;
import io.cambric.errors.ShapeException;
import io.cambric.numpy.dtype.Finfo;
import io.cambric.transform.Transforms;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Conversions; shapes, dtypes and limits are those of jax.numpy 0.10.2 for the same values. */
class NestedArraysTest {

  @Test
  void nested_lists_and_java_arrays_are_one_array() {
    assertThat(array(List.of(List.of(1, 2), List.of(3, 4))))
        .hasToString("i32[2,2] [[1, 2], [3, 4]]");
    assertThat(array(List.of(1, 2.5))).hasToString("f32[2] [1.0, 2.5]");
    assertThat(array(List.of(true, false))).hasToString("bool[2] [true, false]");
    assertThat(array(List.of(new int[] {1, 2}, List.of(3, 4))))
        .hasToString("i32[2,2] [[1, 2], [3, 4]]");
    assertThat(array(new Double[] {1.0, 2.0})).hasToString("f32[2] [1.0, 2.0]");
    assertThat(array(new double[][][] {{{1, 2}}, {{3, 4}}}).shape()).isEqualTo(Shape.of(2, 1, 2));
    assertThat(array(List.of((byte) 1, true)).dtype()).isEqualTo(DType.I8);
  }

  @Test
  void lists_without_elements_have_axes_of_size_0() {
    assertThat(array(List.of())).hasToString("f32[0] []");
    assertThat(array(List.of(List.of(), List.of())).shape()).isEqualTo(Shape.of(2, 0));
  }

  @Test
  void arrays_inside_are_stacked_and_numbers_give_way_to_their_dtype() {
    var x = array(List.of(1, 2), DType.BF16);

    assertThat(array(List.of(x, x))).hasToString("bf16[2,2] [[1.0, 2.0], [1.0, 2.0]]");
    assertThat(array(List.of(x, List.of(3, 4)))).hasToString("bf16[2,2] [[1.0, 2.0], [3.0, 4.0]]");
    assertThat(array(List.of(array(1, 2), ones(2))).dtype()).isEqualTo(DType.F32);
    assertThat(
            Transforms.jit((Array y) -> array(List.of(y, List.of(y.mul(2), 3)).subList(0, 1)))
                .apply(x))
        .hasToString("bf16[1,2] [[1.0, 2.0]]");
    assertThat(
            Transforms.grad((Array y) -> array(List.of(y, 2.0, y)).sum())
                .apply(Numpy.scalar(1.0))
                .item())
        .isEqualTo(2);
  }

  @Test
  void a_dtype_may_be_asked_for() {
    assertThat(array(List.of(1.7, -1.7), DType.I32)).hasToString("i32[2] [1, -1]");
    assertThat(array(new float[] {1, 0}, DType.BOOL)).hasToString("bool[2] [true, false]");
    assertThat(array(3, DType.F16)).hasToString("f16[] 3.0");
    assertThat(array(ones(2), DType.I8)).hasToString("i8[2] [1, 1]");
    assertThat(array(List.of(1L << 40), DType.I64).concrete("it").buffer().getLong(0))
        .isEqualTo(1L << 40);
    assertThat(array(List.of(255, 0), DType.U8)).hasToString("u8[2] [255, 0]");
  }

  @Test
  void asarray_takes_numbers_and_arrays_as_they_are() {
    var x = ones(2);

    assertThat(asarray(x)).isSameAs(x);
    assertThat(asarray(2.5).aval().weak()).isTrue();
    assertThat(asarray(2.5)).hasToString("f32[]* 2.5");
    assertThat(asarray(List.of(1)).aval().weak()).isFalse();
    assertThat(asarray(2, DType.I8)).hasToString("i8[] 2");
  }

  @Test
  void parts_of_several_shapes_are_named() {
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> array(List.of(List.of(1, 2), List.of(3))))
        .withMessage(
            "array needs parts of equal shape, but the part at [0] has shape [2] and the "
                + "part at [1] has shape [1]. Pad the smaller one, or keep the parts in a list.");
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> array(List.of(List.of(1), List.of(2, List.of(3)))))
        .withMessageContaining(
            "the part at [1, 0] has shape [] and the part at [1, 1] has shape [1].");
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> asarray(List.of(ones(2), ones(3))))
        .withMessageStartingWith(
            "asarray needs parts of equal shape, but the part at [0] has shape [2]");
  }

  @Test
  void values_that_are_no_numbers_are_named() {
    assertThatExceptionOfType(DTypeException.class)
        .isThrownBy(() -> array(List.of(List.of(1, "a"))))
        .withMessage(
            "array needs numbers, booleans and arrays in nested lists, but the value at [0, 1] is of"
                + " type String. Convert the value first.");
    assertThatExceptionOfType(DTypeException.class)
        .isThrownBy(() -> array(Arrays.asList(1, null)))
        .withMessageContaining("but the value at [1] is null.");
    assertThatExceptionOfType(DTypeException.class)
        .isThrownBy(() -> asarray("a"))
        .withMessageContaining("but the value is of type String.");
  }

  @Test
  void numbers_outside_an_integer_dtype_are_refused() {
    assertThatExceptionOfType(DTypeException.class)
        .isThrownBy(() -> array(List.of(300), DType.U8))
        .withMessage(
            "array needs numbers that u8 holds, from 0 to 255, but got 300. Choose a wider dtype.");
    assertThatExceptionOfType(DTypeException.class)
        .isThrownBy(() -> array(List.of(Double.NaN), DType.I32))
        .withMessageContaining("from -2147483648 to 2147483647, but got NaN.");
    assertThatExceptionOfType(DTypeException.class)
        .isThrownBy(() -> array(List.of(-1), DType.U64))
        .withMessageContaining("from 0 to 18446744073709551615, but got -1.");
  }

  @ParameterizedTest
  @CsvSource({
    "BF16, 16, 0.0078125, 0.00390625, 3.3895313892515355e+38, 1.1754943508222875e-38,"
        + " 9.183549615799121e-41, 0.010009765625, 2, 7, 8, -126, 128",
    "F16, 16, 0.0009765625, 0.00048828125, 65504, 6.103515625e-05, 5.960464477539063e-08,"
        + " 0.0010004043579101562, 3, 10, 5, -14, 16",
    "F32, 32, 1.1920928955078125e-07, 5.960464477539063e-08, 3.4028234663852886e+38,"
        + " 1.1754943508222875e-38, 1.401298464324817e-45, 9.999999974752427e-07, 6, 23, 8, -126,"
        + " 128",
    "F64, 64, 2.220446049250313e-16, 1.1102230246251565e-16, 1.7976931348623157e+308,"
        + " 2.2250738585072014e-308, 5e-324, 1e-15, 15, 52, 11, -1022, 1024",
  })
  void finfo_has_the_limits_of_numpy_and_ml_dtypes(
      DType dtype,
      int bits,
      double eps,
      double epsneg,
      double max,
      double tiny,
      double subnormal,
      double resolution,
      int precision,
      int nmant,
      int nexp,
      int minexp,
      int maxexp) {
    assertThat(finfo(dtype))
        .isEqualTo(
            new Finfo(
                dtype,
                bits,
                eps,
                epsneg,
                max,
                -max,
                tiny,
                subnormal,
                resolution,
                precision,
                nmant,
                nexp,
                minexp,
                maxexp));
  }

  @ParameterizedTest
  @CsvSource({
    "I8, 8, -128, 127",
    "I16, 16, -32768, 32767",
    "I32, 32, -2147483648, 2147483647",
    "I64, 64, -9223372036854775808, 9223372036854775807",
    "U8, 8, 0, 255",
    "U16, 16, 0, 65535",
    "U32, 32, 0, 4294967295",
    "U64, 64, 0, 18446744073709551615",
  })
  void iinfo_has_the_limits_of_integers(DType dtype, int bits, long min, String max) {
    assertThat(iinfo(dtype).min()).isEqualTo(min);
    assertThat(iinfo(dtype).maxText()).isEqualTo(max);
    assertThat(iinfo(dtype).bits()).isEqualTo(bits);
  }

  @Test
  void limits_of_the_other_kind_are_refused() {
    assertThatExceptionOfType(DTypeException.class)
        .isThrownBy(() -> finfo(DType.I32))
        .withMessage("finfo needs a floating dtype, but got i32. Use iinfo for integers.");
    assertThatExceptionOfType(DTypeException.class)
        .isThrownBy(() -> iinfo(DType.BOOL))
        .withMessage("iinfo needs an integer dtype, but got bool. Use finfo for floating dtypes.");
  }
}
