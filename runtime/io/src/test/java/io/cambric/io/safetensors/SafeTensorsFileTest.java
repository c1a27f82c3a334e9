package io.cambric.io.safetensors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.NdArray;
import io.cambric.core.ShapedArray;
import io.cambric.errors.DataException;
import io.cambric.io.Damage;
import io.cambric.io.RandomArrays;
import io.cambric.testing.Seeds;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class SafeTensorsFileTest {

  private static final int ROWS = 1_400_000;
  private static final int COLUMNS = 1000;

  @TempDir private Path folder;

  static LongStream seeds() {
    return Seeds.of(50);
  }

  @ParameterizedTest(name = "seed={0}")
  @MethodSource("seeds")
  void arrays_are_those_that_reading_all_gives(long seed) {
    var random = new Random(seed);
    var file = folder.resolve("arrays.safetensors");
    var arrays = RandomArrays.named(random);
    SafeTensors.of(arrays).withMetadata(Map.of("format", "pt")).write(file);

    try (var open = SafeTensors.open(file)) {
      assertThat(List.copyOf(open.names())).isEqualTo(List.copyOf(arrays.keySet()));
      assertThat(open.metadata()).isEqualTo(Map.of("format", "pt"));
      arrays.forEach((name, array) -> {
        assertThat(open.aval(name)).isEqualTo(array.aval());
        RandomArrays.assertSame(open.get(name), array);
      });
    }
  }

  @Test
  void a_file_larger_than_the_heap_is_opened_and_read_by_rows() throws IOException {
    var file = folder.resolve("large.safetensors");
    writeSparse(file, ROWS - 1, 7);

    try (var open = SafeTensors.open(file)) {
      assertThat(Files.size(file)).isGreaterThan(5L << 30);
      assertThat(open.aval("table")).isEqualTo(new ShapedArray(Shape.of(ROWS, COLUMNS), DType.F32));
      var rows = open.rows("table", ROWS - 2, ROWS);
      assertThat(rows.shape()).isEqualTo(Shape.of(2, COLUMNS));
      assertThat(rows.getDouble(0)).isZero();
      assertThat(rows.getDouble(2 * COLUMNS - 1)).isEqualTo(7);
    }
  }

  /** Writes a table of zeros, of which the last element of a row is not; the disk has few pages. */
  private static void writeSparse(Path path, int row, float value) throws IOException {
    long bytes = (long) ROWS * COLUMNS * Float.BYTES;
    var header =
        "{\"table\":{\"dtype\":\"F32\",\"shape\":[%d,%d],\"data_offsets\":[0,%d]}}"
            .formatted(ROWS, COLUMNS, bytes)
            .getBytes(StandardCharsets.UTF_8);
    try (var file = new RandomAccessFile(path.toFile(), "rw")) {
      var start = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
      file.write(start.putLong(header.length).array());
      file.write(header);
      file.setLength(Long.BYTES + header.length + bytes);
      file.seek(Long.BYTES + header.length + (row + 1L) * COLUMNS * Float.BYTES - Float.BYTES);
      file.write(
          ByteBuffer.allocate(Float.BYTES).order(ByteOrder.LITTLE_ENDIAN).putFloat(value).array());
    }
  }

  @Test
  void some_rows_are_a_part_of_the_array() {
    var file = folder.resolve("arrays.safetensors");
    SafeTensors.of(Map.of("x", NdArray.ofInts(Shape.of(3, 2), 1, 2, 3, 4, 5, 6))).write(file);

    try (var open = SafeTensors.open(file)) {
      assertThat(open.rows("x", 1, 3).toInts()).containsExactly(3, 4, 5, 6);
      assertThat(open.rows("x", 1, 1).shape()).isEqualTo(Shape.of(0, 2));
    }
  }

  @ParameterizedTest
  @CsvSource({"-1, 1", "2, 1", "0, 4"})
  void rows_that_are_not_there_are_refused(int from, int to) {
    var file = folder.resolve("arrays.safetensors");
    SafeTensors.of(Map.of("x", NdArray.of(Shape.of(3), 1, 2, 3))).write(file);

    try (var open = SafeTensors.open(file)) {
      assertThatExceptionOfType(DataException.class)
          .isThrownBy(() -> open.rows("x", from, to))
          .withMessage(
              "Rows %d to %d were requested from array \"x\" of %s, which is f32[3]. Pass 0 "
                  + "<= from <= to <= 3.",
              from, to, file);
    }
  }

  @Test
  void arrays_that_were_read_outlive_the_file_and_others_are_refused() {
    var file = folder.resolve("arrays.safetensors");
    SafeTensors.of(Map.of("x", NdArray.of(Shape.of(3), 1, 2, 3))).write(file);
    var open = SafeTensors.open(file);
    var array = open.get("x");

    open.close();
    open.close();

    assertThat(array.toFloats()).containsExactly(1, 2, 3);
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> open.get("x"))
        .withMessage(
            "%s is closed, so array \"x\" cannot be read. Read arrays before closing the file.",
            file);
  }

  @Test
  void a_file_that_is_cut_while_it_is_open_is_an_error() throws IOException {
    var file = folder.resolve("arrays.safetensors");
    var array = RandomArrays.array(new Random(1), DType.F32, Shape.of(1 << 20));
    SafeTensors.of(Map.of("x", array)).write(file);

    try (var open = SafeTensors.open(file);
        var channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.truncate(1000);

      assertThatExceptionOfType(DataException.class)
          .isThrownBy(() -> open.get("x"))
          .withMessage(
              "Array \"x\" of %s cannot be read: the file was truncated or its disk failed. "
                  + "Do not change files while they are open.",
              file);
    }
  }

  @ParameterizedTest(name = "seed={0}")
  @MethodSource("seeds")
  void damaged_files_give_arrays_or_a_data_exception(long seed) throws IOException {
    var random = new Random(seed);
    var sound = folder.resolve("sound.safetensors");
    SafeTensors.of(RandomArrays.named(random)).write(sound);
    for (int i = 0; i < 20; i++) {
      var file =
          Files.write(folder.resolve("damaged"), Damage.of(Files.readAllBytes(sound), random));
      try (var open = SafeTensors.open(file)) {
        open.names().forEach(open::get);
      } catch (DataException e) {
        assertThat(e).hasMessageContaining(file.toString());
      }
    }
  }
}
