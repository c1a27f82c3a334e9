package io.cambric.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.Buffer;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.errors.ShapeException;
import io.cambric.testing.TestArrays;
import org.junit.jupiter.api.Test;

class NdArrayTest {

  @Test
  void elements_are_copied_in() {
    float[] values = {1, 2};
    var array = NdArray.of(Shape.of(2), values);
    values[0] = 5;

    assertThat(array.toFloats()).containsExactly(1, 2);
  }

  @Test
  void elements_are_copied_out() {
    var array = TestArrays.vector(1, 2);
    array.toFloats()[0] = 5;

    assertThat(array.toFloats()).containsExactly(1, 2);
  }

  @Test
  void the_number_of_elements_must_fit_the_shape() {
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> NdArray.of(Shape.of(2, 2), 1, 2, 3))
        .withMessage("An array of shape [2, 2] needs 4 elements, but got 3.");
  }

  @Test
  void a_buffer_must_have_the_dtype_and_the_elements_from_the_offset_on() {
    var aval = new ShapedArray(Shape.of(3), DType.F32);
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> NdArray.of(aval, Buffer.allocate(DType.F32, 4), 2))
        .withMessage(
            "An array f32[3] needs 3 elements of its dtype, but the buffer has 2 of f32 "
                + "after the offset.");
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> NdArray.of(aval, Buffer.allocate(DType.I32, 3)));
  }

  @Test
  void item_is_the_element_of_an_array_of_one() {
    assertThat(TestArrays.scalar(2.5).item()).isEqualTo(2.5);
    assertThat(TestArrays.matrix(1, 1, 3).item()).isEqualTo(3);
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> TestArrays.vector(1, 2).item())
        .withMessage(
            "item() needs an array of one element, but this one is f32[2]. Reduce or index it"
                + " first.");
  }

  @Test
  void truth_is_whether_the_one_element_is_not_zero() {
    assertThat(NdArray.scalar(DType.BOOL, 1).toBoolean()).isTrue();
    assertThat(TestArrays.scalar(-0.0).toBoolean()).isFalse();
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> TestArrays.vector(1, 2).toBoolean())
        .withMessage(
            "toBoolean() needs an array of one element, but this one is f32[2]. Reduce or index it"
                + " first.");
  }

  @Test
  void elements_of_any_dtype_are_read_as_floats_from_the_offset_on() {
    var aval = new ShapedArray(Shape.of(2), DType.U8);
    var buffer = Buffer.wrap(DType.U8, new byte[] {1, 2, -1});

    assertThat(NdArray.of(aval, buffer, 1).toFloats()).containsExactly(2, 255);
  }

  @Test
  void ints_truncate_wider_integers_and_saturate_floats() {
    assertThat(TestArrays.of(DType.F32, Shape.of(4), 1e10, -1e10, Double.NaN, -2.9).toInts())
        .containsExactly(Integer.MAX_VALUE, Integer.MIN_VALUE, 0, -2);
    assertThat(TestArrays.of(DType.I64, Shape.of(1), (1L << 32) + 5).toInts()).containsExactly(5);
    assertThat(TestArrays.of(DType.U32, Shape.of(1), 4294967295.0).toInts()).containsExactly(-1);
  }

  @Test
  void java_numbers_become_weakly_typed_scalars() {
    assertThat(NdArray.weakScalar(2.0).aval().toText()).isEqualTo("f32[]*");
    assertThat(NdArray.weakScalar(2).aval().toText()).isEqualTo("i32[]*");
  }

  @Test
  void another_aval_shares_the_elements() {
    var weak = NdArray.weakScalar(2.0);
    var strong = weak.withAval(weak.aval().strong());

    assertThat(strong.buffer()).isSameAs(weak.buffer());
    assertThat(strong.aval().weak()).isFalse();
    assertThat(strong.withAval(strong.aval())).isSameAs(strong);
  }

  @Test
  void the_text_is_the_aval_and_the_elements_in_nested_brackets() {
    assertThat(TestArrays.matrix(2, 2, 1, -2.5f, Float.NaN, 4))
        .hasToString("f32[2,2] [[1.0, -2.5], [NaN, 4.0]]");
    assertThat(TestArrays.scalar(3)).hasToString("f32[] 3.0");
    assertThat(TestArrays.vector()).hasToString("f32[0] []");
    assertThat(TestArrays.of(DType.BOOL, Shape.of(2), 1, 0)).hasToString("bool[2] [true, false]");
    assertThat(TestArrays.of(DType.BF16, Shape.of(1), 0.1)).hasToString("bf16[1] [0.100097656]");
    assertThat(TestArrays.of(DType.F64, Shape.of(1), 0.1)).hasToString("f64[1] [0.1]");
    assertThat(TestArrays.of(DType.U64, Shape.of(1), 0x1p63))
        .hasToString("u64[1] [9223372036854775808]");
  }

  @Test
  void the_text_of_an_array_without_elements_is_short_however_long_its_axes_are() {
    var empty = NdArray.ofInts(Shape.of(Integer.MAX_VALUE, 0), new int[0]);
    assertThat(empty.toString()).isEqualTo("i32[2147483647,0] []");
  }

  @Test
  void the_text_of_more_than_a_thousand_elements_leaves_out_the_middle_of_long_axes() {
    assertThat(TestArrays.vector(0, 1, 2, 3, 4, 5, 6, 7))
        .hasToString("f32[8] [0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0]");
    assertThat(NdArray.ofInts(Shape.of(1000), new int[1000]).toString()).doesNotContain("...");
    assertThat(NdArray.ofInts(Shape.of(1001), new int[1001]))
        .hasToString("i32[1001] [0, 0, 0, ..., 0, 0, 0]");
    assertThat(NdArray.ofInts(Shape.of(2, 600), new int[1200]))
        .hasToString("i32[2,600] [[0, 0, 0, ..., 0, 0, 0], [0, 0, 0, ..., 0, 0, 0]]");
  }
}
