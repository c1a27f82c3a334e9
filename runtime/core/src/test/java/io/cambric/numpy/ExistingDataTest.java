package io.cambric.numpy;

import static io.cambric.numpy.Numpy.frombuffer;
import static io.cambric.numpy.Numpy.fromfunction;
import static io.cambric.numpy.Numpy.fromstring;
import static io.cambric.numpy.Numpy.stack;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.errors.DataException;
import io.cambric.errors.ShapeException;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

/** Arrays of bytes, texts and functions; values are those of jax.numpy of jax 0.10.2. */
class ExistingDataTest {

  private static final byte[] ONE_AND_TWO = {0, 0, (byte) 128, 63, 0, 0, 0, 64};

  @Test
  void bytes_are_numbers_with_the_lowest_byte_first() {
    assertThat(frombuffer(ONE_AND_TWO, DType.F32).toString()).isEqualTo("f32[2] [1.0, 2.0]");
    assertThat(frombuffer(new byte[] {1, 0, 2, 0, 3, 0}, DType.I16, 1, 2).toString())
        .isEqualTo("i16[1] [2]");
    assertThat(frombuffer(new byte[] {0, 5, 1}, DType.BOOL).toString())
        .isEqualTo("bool[3] [false, true, true]");
    assertThat(frombuffer(new byte[] {-1, -1}, DType.U16).item()).isEqualTo(65535);
    assertThat(frombuffer(new byte[] {(byte) 128, 63}, DType.BF16).item()).isEqualTo(1);
    assertThat(frombuffer(new byte[] {0, 0, 0, 0, 0, 0, -16, 63}, DType.F64).item()).isEqualTo(1);
    assertThat(frombuffer(new byte[] {1, 0, 0, 0, 1, 0, 0, 0}, DType.I64).item())
        .isEqualTo(0x1p32 + 1);
  }

  @Test
  void a_buffer_is_read_from_its_position_in_its_order() {
    var buffer = ByteBuffer.wrap(new byte[] {9, 9, 1, 0, 2, 0}).position(2);

    assertThat(frombuffer(buffer, DType.I16).toInts()).containsExactly(256, 512);
    assertThat(frombuffer(buffer, DType.I16, 1, 2).toInts()).containsExactly(512);
    assertThat(buffer.position()).isEqualTo(2);
  }

  @Test
  void frombuffer_names_bytes_that_do_not_suffice() {
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> frombuffer(new byte[6], DType.F32))
        .withMessage(
            "frombuffer needs a multiple of 4 bytes for elements of f32, but got 6. Pass a count.");
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> frombuffer(new byte[6], DType.F32, 1, 4))
        .withMessage("frombuffer of 1 elements of f32 from byte 4 needs 8 bytes, but got 6.");
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> frombuffer(new byte[6], DType.F32, 1, -4))
        .withMessage("frombuffer needs a byte offset of at least 0, but got -4.");
  }

  @Test
  void text_lists_numbers() {
    assertThat(fromstring("1 2  3", " ", DType.F32).toFloats()).containsExactly(1, 2, 3);
    assertThat(fromstring("0.1, 0.2, 0.3\n", ",", DType.F32).toFloats())
        .containsExactly(0.1f, 0.2f, 0.3f);
    assertThat(fromstring("1,2,3,", ",", DType.I32).toInts()).containsExactly(1, 2, 3);
    assertThat(fromstring(" ", ",", DType.I32).shape()).isEqualTo(Shape.of(0));
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> fromstring("1,x,3", ",", DType.I32))
        .withMessage("fromstring needs numbers of i32, but part 1 of the text is \"x\".");
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> fromstring(",", ",", DType.F32))
        .withMessage("fromstring needs numbers of f32, but part 0 of the text is \"\".");
  }

  @Test
  void functions_are_mapped_over_places() {
    assertThat(fromfunction((i, j) -> i.add(j), 2, 3).toString())
        .isEqualTo("f32[2,3] [[0.0, 1.0, 2.0], [1.0, 2.0, 3.0]]");
    assertThat(fromfunction(i -> stack(i, i.mul(i)), 3).ravel().toFloats())
        .containsExactly(0, 0, 1, 1, 2, 4);
    assertThat(fromfunction(at -> at.get(0).mul(at.get(1)), Shape.of(2, 3), DType.I32).toString())
        .isEqualTo("i32[2,3] [[0, 0, 0], [0, 1, 2]]");
  }
}
