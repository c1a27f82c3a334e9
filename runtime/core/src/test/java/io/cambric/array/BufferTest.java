package io.cambric.array;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.cambric.errors.DTypeException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class BufferTest {

  private static double stored(DType dtype, double value) {
    var buffer = Buffer.allocate(dtype, 1);
    buffer.setDouble(0, value);
    return buffer.getDouble(0);
  }

  @ParameterizedTest
  @EnumSource
  void a_new_buffer_holds_zeros_and_then_stored_elements(DType dtype) {
    var buffer = Buffer.allocate(dtype, 3);
    buffer.setDouble(1, 1);
    buffer.setLong(2, 1);

    assertThat(buffer.dtype()).isEqualTo(dtype);
    assertThat(buffer.length()).isEqualTo(3);
    assertThat(buffer.getDouble(0)).isZero();
    assertThat(buffer.getDouble(1)).isEqualTo(1);
    assertThat(buffer.getLong(2)).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource({
    "U8, 255",
    "I8, -128",
    "U16, 65535",
    "I16, -32768",
    "U32, 4294967295",
    "I32, -2147483648"
  })
  void integers_keep_their_extreme_values(DType dtype, long value) {
    var buffer = Buffer.allocate(dtype, 1);
    buffer.setLong(0, value);

    assertThat(buffer.getLong(0)).isEqualTo(value);
    assertThat(stored(dtype, value)).isEqualTo(value);
  }

  @ParameterizedTest
  @CsvSource({
    "U8, 257, 1",
    "I8, 4294967297, 1",
    "U16, 4294967297, 1",
    "I16, 65537, 1",
    "I32, 9007199254740993, 1",
    "U32, 9007199254740993, 1",
    "BOOL, 4294967296, 1"
  })
  void integers_are_truncated_to_the_width(DType dtype, long value, long expected) {
    var buffer = Buffer.allocate(dtype, 1);
    buffer.setLong(0, value);

    assertThat(buffer.getLong(0)).isEqualTo(expected);
  }

  @Test
  void integers_of_64_bits_are_exact_as_longs() {
    var buffer = Buffer.allocate(DType.I64, 1);
    buffer.setLong(0, (1L << 53) + 1);

    assertThat(buffer.getLong(0)).isEqualTo((1L << 53) + 1);
  }

  @ParameterizedTest
  @CsvSource({"0, 0", "-1, 18446744073709551615", "-9223372036854775808, 9223372036854775808"})
  void unsigned_64_bit_integers_read_as_positive_doubles(long bits, double value) {
    var buffer = Buffer.allocate(DType.U64, 1);
    buffer.setLong(0, bits);

    assertThat(buffer.getDouble(0)).isEqualTo(value);
  }

  @Test
  void doubles_beyond_2_to_63_are_stored_in_unsigned_64_bit_integers() {
    assertThat(stored(DType.U64, 0x1p63)).isEqualTo(0x1p63);
    assertThat(stored(DType.U64, 0x1.8p63)).isEqualTo(0x1.8p63);
    assertThat(stored(DType.U64, 3)).isEqualTo(3);
  }

  @ParameterizedTest
  @CsvSource({
    // One bit beyond the seven of bf16: ties go to the even neighbour.
    "1.00390625, 1",
    "1.01171875, 1.015625",
    "1.003906369, 1.0078125",
    "3.4e38, Infinity"
  })
  void bf16_rounds_to_nearest_even(float value, float expected) {
    assertThat(BFloat16.bfloat16ToFloat(BFloat16.floatToBfloat16(value))).isEqualTo(expected);
    assertThat(BFloat16.bfloat16ToFloat(BFloat16.floatToBfloat16(-value))).isEqualTo(-expected);
  }

  @Test
  void bf16_keeps_nan_infinity_and_the_sign_of_zero() {
    // A NaN whose set bits are all below those that bf16 keeps must not become infinite.
    float low = Float.intBitsToFloat(0x7F800001);
    assertThat(BFloat16.bfloat16ToFloat(BFloat16.floatToBfloat16(low))).isNaN();
    assertThat(stored(DType.BF16, Double.NaN)).isNaN();
    assertThat(stored(DType.BF16, Double.NEGATIVE_INFINITY)).isEqualTo(Double.NEGATIVE_INFINITY);
    assertThat(1 / stored(DType.BF16, -0.0)).isEqualTo(Double.NEGATIVE_INFINITY);
  }

  @Test
  void f16_rounds_to_nearest_even_and_overflows_to_infinity() {
    assertThat(stored(DType.F16, 1 + 0x1p-11)).isEqualTo(1);
    assertThat(stored(DType.F16, 1 + 0x3p-11)).isEqualTo(1 + 0x2p-10);
    assertThat(stored(DType.F16, 65504)).isEqualTo(65504);
    assertThat(stored(DType.F16, 65520)).isInfinite();
    assertThat(stored(DType.F16, 0x1p-24)).isEqualTo(0x1p-24);
  }

  @Test
  void bool_is_zero_or_one() {
    assertThat(stored(DType.BOOL, 7)).isEqualTo(1);
    assertThat(stored(DType.BOOL, Double.NaN)).isEqualTo(1);
    assertThat(stored(DType.BOOL, -0.0)).isZero();
  }

  @Test
  void a_wrapped_array_is_shared() {
    float[] floats = {1, 2};
    var buffer = Buffer.wrap(floats);
    floats[0] = 5;

    assertThat(buffer.getDouble(0)).isEqualTo(5);
    assertThat(buffer.storage()).isSameAs(floats);
  }

  @Test
  void storage_is_read_as_another_dtype_of_the_same_storage() {
    var buffer = Buffer.wrap(DType.I32, new int[] {-1});

    assertThat(buffer.as(DType.U32).getDouble(0)).isEqualTo(4294967295.0);
    assertThat(buffer.as(DType.I32)).isSameAs(buffer);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> buffer.as(DType.F32))
        .withMessage("i32 is not stored as f32");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Buffer.allocate(DType.F32, 1).as(DType.U32));
    assertThatIllegalArgumentException().isThrownBy(() -> buffer.as(DType.I16));
  }

  @Test
  void a_java_array_is_wrapped_only_as_a_dtype_that_is_stored_in_it() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Buffer.wrap(DType.F32, new int[1]))
        .withMessage("dtype f32 has another storage type");
    assertThatIllegalArgumentException().isThrownBy(() -> Buffer.wrap(DType.I8, new short[1]));
    assertThat(Buffer.wrap(DType.BF16, new short[] {0x3F80}).getDouble(0)).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource
  void parts_are_copied_out_and_in(DType dtype) {
    var buffer = Buffer.allocate(dtype, 4);
    buffer.setDouble(1, 1);
    buffer.setDouble(2, 1);

    var copy = buffer.copyOf(1, 2);
    buffer.setDouble(1, 0);
    var target = Buffer.allocate(dtype, 5);
    target.copyFrom(3, copy, 0, 2);

    assertThat(copy.length()).isEqualTo(2);
    assertThat(copy.getDouble(0)).isEqualTo(1);
    assertThat(target.getDouble(2)).isZero();
    assertThat(target.getDouble(4)).isEqualTo(1);
  }

  @Test
  void dtypes_have_the_names_widths_and_families_of_jax() {
    assertThat(DType.ofJaxName("bfloat16")).isEqualTo(DType.BF16);
    assertThat(DType.F32).hasToString("f32");
    assertThat(DType.BOOL.isInteger()).isFalse();
    assertThat(DType.U8.isInteger()).isTrue();
    assertThat(DType.F16.isFloating()).isTrue();
    assertThat(DType.U64.is64Bit()).isTrue();
    assertThatExceptionOfType(DTypeException.class)
        .isThrownBy(() -> DType.ofJaxName("float"))
        .withMessage(
            "No dtype is named \"float\". Use one of bool, uint8 ... uint64, int8 ... int64,"
                + " bfloat16, float16, float32, float64.");
  }
}
