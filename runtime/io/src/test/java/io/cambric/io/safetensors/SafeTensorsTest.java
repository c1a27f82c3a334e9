package io.cambric.io.safetensors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.Buffer;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.NdArray;
import io.cambric.core.ShapedArray;
import io.cambric.errors.DataException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class SafeTensorsTest {

  @TempDir private Path folder;

  @ParameterizedTest
  @EnumSource(DType.class)
  void what_is_written_is_read_again_for_each_dtype(DType dtype) {
    var file = folder.resolve("arrays.safetensors");
    var array = counting(dtype, Shape.of(2, 3));

    SafeTensors.of(Map.of("x", array)).write(file);

    var read = SafeTensors.read(file).get("x");
    assertThat(read.aval()).isEqualTo(array.aval());
    for (int i = 0; i < array.size(); i++) {
      assertThat(read.getDouble(i)).isEqualTo(array.getDouble(i));
    }
  }

  @Test
  void order_scalars_empty_arrays_and_metadata_are_kept() {
    var file = folder.resolve("arrays.safetensors");
    var arrays = new LinkedHashMap<String, NdArray>();
    arrays.put("scalar", counting(DType.F64, Shape.scalar()));
    arrays.put("empty", counting(DType.I32, Shape.of(2, 0)));
    arrays.put("a", counting(DType.BOOL, Shape.of(2)));

    SafeTensors.of(arrays).withMetadata(Map.of("step", "7")).write(file);

    var read = SafeTensors.read(file);
    assertThat(read.names()).containsExactly("scalar", "empty", "a");
    assertThat(read.get("empty").shape()).isEqualTo(Shape.of(2, 0));
    assertThat(read.metadata()).isEqualTo(Map.of("step", "7"));
  }

  @Test
  void an_array_over_a_part_of_a_buffer_is_written_from_its_offset_on() {
    var file = folder.resolve("arrays.safetensors");
    var aval = new ShapedArray(Shape.of(2), DType.F32);
    var part = NdArray.of(aval, Buffer.wrap(new float[] {1, 2, 3, 4}), 1);

    SafeTensors.of(Map.of("x", part)).write(file);

    assertThat(SafeTensors.read(file).get("x").toFloats()).containsExactly(2, 3);
  }

  @Test
  void a_failed_write_leaves_no_file_behind() {
    var file = folder.resolve("missing").resolve("arrays.safetensors");

    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> SafeTensors.of(Map.of()).write(file))
        .withMessageContaining("cannot be written");
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void an_unknown_name_is_an_error_that_names_it() {
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> SafeTensors.of(Map.of()).get("x"))
        .withMessage("There is no array named \"x\" among the 0 arrays. names() lists them.");
  }

  @Test
  void a_missing_file_is_an_error_that_names_it() {
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> SafeTensors.read(folder.resolve("none")))
        .withMessageContaining("none cannot be read");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[]",
        "{",
        "{\"x\":1}",
        "{\"x\":{\"dtype\":\"F32\",\"shape\":[2]}}",
        "{\"x\":{\"dtype\":\"F32\",\"shape\":[3],\"data_offsets\":[0,8]}}",
        "{\"x\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[4,12]}}",
        "{\"x\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[0,4]}}",
        "{\"x\":{\"dtype\":\"F32\",\"shape\":[-2],\"data_offsets\":[0,8]}}",
        "{\"x\":{\"dtype\":\"F32\",\"shape\":[-2],\"data_offsets\":[8,0]}}",
        "{\"x\":{\"dtype\":\"F32\",\"shape\":[2.5],\"data_offsets\":[0,8]}}",
        "{\"x\":{\"dtype\":\"F32\",\"shape\":[65536,65536,65536,65536],\"data_offsets\":[0,8]}}",
        "{\"x\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[0,18446744073709551615]}}",
        "{\"x\":{\"dtype\":\"C64\",\"shape\":[1],\"data_offsets\":[0,8]}}",
        "{\"x\":{\"dtype\":\"BOOL\",\"shape\":[8],\"data_offsets\":[0,8]}}",
        "{\"__metadata__\":{\"a\":1}}",
        "{\"x\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[0,8]},"
            + "\"y\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[0,8]}}",
        "{\"x\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[0,8]},"
            + "\"x\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[0,8]}}"
      })
  void a_header_that_does_not_fit_the_file_is_refused(String header) throws IOException {
    var json = header.getBytes(StandardCharsets.UTF_8);

    assertRefused(file(json.length, json, new byte[] {0, 0, 0, 1, 0, 7, 0, 1}));
  }

  @ParameterizedTest
  @ValueSource(longs = {-1, 3, 1L << 40, Long.MIN_VALUE})
  void a_header_longer_than_the_file_is_refused_before_memory_is_taken(long length)
      throws IOException {
    assertRefused(file(length, new byte[] {'{', '}'}, new byte[0]));
  }

  @Test
  void a_file_shorter_than_the_length_of_its_header_is_refused() throws IOException {
    var file = folder.resolve("short");
    Files.write(file, new byte[] {2, 0, 0});

    assertRefused(file);
  }

  private static void assertRefused(Path file) {
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> SafeTensors.read(file))
        .withMessageContaining(file.getFileName().toString());
  }

  private Path file(long headerLength, byte[] header, byte[] data) throws IOException {
    var bytes =
        ByteBuffer.allocate(Long.BYTES + header.length + data.length)
            .order(ByteOrder.LITTLE_ENDIAN)
            .putLong(headerLength)
            .put(header)
            .put(data);
    var file = folder.resolve("hostile");
    Files.write(file, bytes.array());
    return file;
  }

  private static NdArray counting(DType dtype, Shape shape) {
    var buffer = Buffer.allocate(dtype, shape.size());
    for (int i = 0; i < shape.size(); i++) {
      buffer.setDouble(i, dtype == DType.BOOL ? i % 2 : i);
    }
    return NdArray.of(new ShapedArray(shape, dtype), buffer);
  }
}
