package io.cambric.io.npy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.NdArray;
import io.cambric.errors.DataException;
import io.cambric.io.Damage;
import io.cambric.io.RandomArrays;
import io.cambric.io.RawArray;
import io.cambric.testing.Seeds;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class NpyTest {

  private static final String MEND = " Fetch or write it again.";

  @TempDir private Path folder;

  static LongStream seeds() {
    return Seeds.of(100);
  }

  @ParameterizedTest
  @EnumSource(DType.class)
  void each_dtype_is_written_and_read_again(DType dtype) {
    var file = folder.resolve("array.npy");
    var array = RandomArrays.array(new Random(1), dtype, Shape.of(2, 3));

    Npy.write(file, array);

    RandomArrays.assertSame(Npy.read(file), array);
  }

  @Test
  void a_file_has_the_bytes_that_numpy_gives_it() throws IOException {
    var file = folder.resolve("array.npy");

    Npy.write(file, NdArray.of(Shape.of(2), 1, 2));

    var text = Files.readString(file, StandardCharsets.ISO_8859_1);
    assertThat(text.length()).isEqualTo(136);
    assertThat(text.substring(0, 128))
        .isEqualTo(
            "\u0093NUMPY\1\0v\0{'descr': '<f4', 'fortran_order': False, 'shape': (2,), }"
                + " ".repeat(60)
                + "\n");
  }

  @ParameterizedTest
  @CsvSource({"<f4, LITTLE", ">f4, BIG", "=f4, LITTLE", "f4, LITTLE"})
  void both_orders_of_bytes_are_read(String descr, String order) {
    var elements =
        ByteBuffer.allocate(8)
            .order(order.equals("BIG") ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN)
            .putFloat(1.5f)
            .putFloat(-2);

    var array =
        Npy.read(
            file(
                "{'descr': '" + descr + "', 'fortran_order': False, 'shape': (2,)}",
                elements.array()));

    assertThat(array.toFloats()).containsExactly(1.5f, -2);
  }

  @Test
  void the_first_axis_may_vary_fastest() {
    var array =
        Npy.read(
            file(
                "{'descr': '|u1', 'fortran_order': True, 'shape': (2, 3)}",
                new byte[] {1, 4, 2, 5, 3, 6}));

    assertThat(array.shape()).isEqualTo(Shape.of(2, 3));
    assertThat(array.toInts()).containsExactly(1, 2, 3, 4, 5, 6);
  }

  @Test
  void the_bits_of_a_nan_are_kept_whatever_the_order() {
    var array =
        Npy.read(
            file(
                "{'descr': '<f2', 'fortran_order': True, 'shape': (1, 2)}",
                new byte[] {9, (byte) 0xfc, 1, 0x7c}));

    assertThat(array.buffer().shorts()).containsExactly((short) 0xfc09, (short) 0x7c01);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "complex64",
        "complex128",
        "datetime64[ms]",
        "timedelta64[D]",
        "str96",
        "bytes24",
        "void40"
      })
  void a_raw_array_is_written_and_read_again(String dtype) {
    var file = folder.resolve("array.npy");
    byte[] bytes = new byte[2 * 16 * 3 * 5];
    new Random(2).nextBytes(bytes);
    int width =
        switch (dtype) {
          case "complex64", "datetime64[ms]", "timedelta64[D]" -> 8;
          case "complex128" -> 16;
          case "str96" -> 12;
          case "bytes24" -> 3;
          default -> 5;
        };
    var raw = RawArray.of(dtype, Shape.of(bytes.length / width / 2, 2), bytes);

    Npy.write(file, raw);

    assertThat(Npy.readAny(file)).isEqualTo(raw);
  }

  @Test
  void an_array_of_another_dtype_has_to_be_taken_raw() {
    var file = file("{'descr': '<c8', 'fortran_order': False, 'shape': ()}", new byte[8]);

    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> Npy.read(file))
        .withMessage(
            "Input of %d bytes has an array complex64[], but Cambric does not compute with "
                + "its dtype. Read it raw with readAny or getAny, or convert it to another "
                + "dtype.",
            file.length);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {'descr': '<f4', 'fortran_order': False} | its header needs the keys descr, fortran_order and shape, but has ["descr", "fortran_order"]
          {'descr': '<f4', 'fortran_order': 0, 'shape': (1,)} | its fortran_order is neither True nor False
          {'descr': '<f4', 'fortran_order': False, 'shape': (1)} | its shape is not a tuple of whole numbers
          {'descr': '<f4', 'fortran_order': False, 'shape': [1]} | its shape is not a tuple of whole numbers
          {'descr': '<f4', 'fortran_order': False, 'shape': (-1,)} | its shape has the size -1, which is outside 0 to 2^31 - 1
          {'descr': '<f4', 'fortran_order': False, 'shape': (65536, 65536)} | it has more elements than a Java array can hold
          {'descr': '<f4', 'fortran_order': False, 'shape': (2,)} | an array float32[2] needs 8 bytes after the header, but it has 4
          {'descr': '<f4', 'descr': '<f4', 'fortran_order': False, 'shape': (1,)} | its header is not a Python dictionary: the key "descr" occurs twice
          {'descr': f(), 'fortran_order': False, 'shape': (1,)} | its header is not a Python dictionary: at character 10 it needs a whole number of 64 bits, but got "f(), 'fortran_order': False, 'shape': (1,)}"
          """)
  void a_file_that_is_not_sound_is_refused(String header, String reason) {
    var file = file(header, new byte[4]);

    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> Npy.read(file))
        .withMessage("Input of %d bytes is not a valid npy file: %s.%s", file.length, reason, MEND);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      textBlock =
          """
          {'descr': '|O', 'fortran_order': False, 'shape': (1,)}; contains pickled Python objects, which Cambric never executes. Save the array with a numeric dtype.
          {'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (1,)}; has a structured array, because its descr is not a string. Save each field as a separate array.
          {'descr': '<f16', 'fortran_order': False, 'shape': (1,)}; has an array of dtype "<f16", which Cambric cannot read. Convert it to bool, an integer or a floating dtype of at most 64 bits, and save it again.
          """)
  void an_array_that_cannot_be_read_is_refused(String header, String reason) {
    var file = file(header, new byte[16]);

    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> Npy.readAny(file))
        .withMessage("Input of %d bytes %s", file.length, reason);
  }

  @Test
  void a_header_of_gigabytes_is_refused_before_it_is_read() {
    byte[] file = file(2, "", new byte[0]);
    file[11] = (byte) 0xff;

    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> Npy.read(file))
        .withMessageContaining("its header has 4278190081 bytes, more than the limit of 10000");
  }

  @ParameterizedTest(name = "seed={0}")
  @MethodSource("seeds")
  void damaged_bytes_give_an_array_or_a_data_exception(long seed) throws IOException {
    var random = new Random(seed);
    var file = folder.resolve("array.npy");
    Npy.write(file, RandomArrays.array(random));
    for (int i = 0; i < 50; i++) {
      var bytes = Damage.of(Files.readAllBytes(file), random);
      try {
        assertThat(Npy.readAny(bytes)).isNotNull();
      } catch (DataException e) {
        assertThat(e).hasMessageStartingWith("Input of");
      }
    }
  }

  private static byte[] file(String header, byte[] elements) {
    return file(1, header, elements);
  }

  private static byte[] file(int version, String header, byte[] elements) {
    var text = (header + '\n').getBytes(StandardCharsets.UTF_8);
    var bytes =
        ByteBuffer.allocate(8 + (version == 1 ? 2 : 4) + text.length + elements.length)
            .order(ByteOrder.LITTLE_ENDIAN)
            .put(NpyHeader.MAGIC)
            .put((byte) version)
            .put((byte) 0);
    if (version == 1) {
      bytes.putShort((short) text.length);
    } else {
      bytes.putInt(text.length);
    }
    return bytes.put(text).put(elements).array();
  }
}
