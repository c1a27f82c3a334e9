package io.cambric.data.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.DType;
import io.cambric.data.table.ParquetBytes.Column;
import io.cambric.errors.DataException;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ParquetTest {

  record Row(String name, float x, int label) {}

  private static final byte[] CONTENT =
      ParquetBytes.of(
          List.of(
              Column.ints("label", 3, 1, 2),
              Column.floats("x", 0.5f, 1.5f, -2),
              Column.texts("name", "a", "ünï", "")));

  @TempDir private Path folder;

  @Test
  void columns_become_arrays_of_their_types() throws IOException {
    var table = Parquet.of(Files.write(folder.resolve("a.parquet"), CONTENT));
    var arrays = table.arrays("x", "label");

    assertThat(table.columns()).containsExactly("label", "x", "name");
    assertThat(arrays.get("x").dtype()).isEqualTo(DType.F32);
    assertThat(arrays.get("x").toFloats()).containsExactly(0.5f, 1.5f, -2);
    assertThat(arrays.get("label").dtype()).isEqualTo(DType.I32);
    assertThat(arrays.get("label").toInts()).containsExactly(3, 1, 2);
  }

  @Test
  void rows_become_records() {
    assertThat(Parquet.of(CONTENT, "a.parquet").records(Row.class))
        .containsExactly(new Row("a", 0.5f, 3), new Row("ünï", 1.5f, 1), new Row("", -2, 2));
  }

  @Test
  void a_column_without_an_array_is_refused() {
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> Parquet.of(CONTENT, "a.parquet").arrays())
        .withMessageStartingWith(
            "a.parquet, column \"name\" needs numbers or booleans for an array, but has "
                + "STRING. Read it in records, as String.");
  }

  @Test
  void a_content_that_is_no_parquet_file_is_refused() {
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> Parquet.of(new byte[100], "a.parquet").columns())
        .withMessageStartingWith("a.parquet is not a complete Parquet file: java.io.IOException");
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> Parquet.of(folder).columns())
        .withMessageContaining("is a folder, a pipe or a device");
  }

  @Test
  void packed_columns_are_bounded_together() {
    var zeros = new int[9 << 20];
    byte[] content =
        ParquetBytes.packed(List.of(Column.ints("label", zeros), Column.ints("other", zeros)));
    var table = Parquet.of(content, "a.parquet");

    assertThat(table.arrays("other").get("other").size()).isEqualTo(zeros.length);
    String message =
        "a.parquet must unpack to at most 67108864 bytes, but its %d bytes unpack to 75497472 or more. If you trust it, raise the limit: Parquet.of(...).withMaxUnpackedBytes(bytes)."
            .formatted(content.length);
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(table::arrays)
        .withMessageStartingWith(message);
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> table.records(Both.class).iterator().next())
        .withMessageStartingWith(message);
    assertThat(table.records(Label.class).iterator().next()).isEqualTo(new Label(0));
    assertThat(table.withMaxUnpackedBytes(75497472).arrays()).containsOnlyKeys("label", "other");
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> table.withMaxUnpackedBytes(75497471).arrays())
        .withMessageContaining("at most 75497471 bytes");
  }

  record Label(int label) {}

  record Both(int label, int other) {}

  /** Zeros that the library would take memory for before it reads one. */
  @Test
  void a_number_of_values_that_a_header_tells_is_bounded() {
    var told = new Column("label", 1, 0, 1 << 30, new byte[64], null);
    var table = Parquet.of(ParquetBytes.of(List.of(told)), "a.parquet");
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> table.arrays("label"))
        .withMessageContaining("but its 181 bytes unpack to 4294967296 or more");
  }

  @Test
  void a_limit_below_zero_is_refused() {
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> Parquet.of(CONTENT, "a.parquet").withMaxUnpackedBytes(-1))
        .withMessageStartingWith(
            "a.parquet needs a limit of at least 0 unpacked bytes, but got -1. Leave it out "
                + "for a limit by file size.");
  }

  @Test
  void damaged_files_are_refused_or_read() {
    assertReadOrRefused(CONTENT, 300, Row.class);
  }

  record Packed(int k, String text, double x) {}

  @ParameterizedTest
  @ValueSource(strings = {"packed_snappy", "packed_zstd", "packed_lz4", "packed_gzip"})
  void damaged_pages_are_refused_or_read(String name) throws IOException, URISyntaxException {
    assertReadOrRefused(Files.readAllBytes(ParquetResource.file(name)), 100, Packed.class);
  }

  private static void assertReadOrRefused(byte[] content, int files, Class<? extends Record> type) {
    var random = new Random(7);
    for (int i = 0; i < files; i++) {
      var damaged = content.clone();
      damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
      if (i % 3 == 0) {
        damaged = Arrays.copyOf(damaged, random.nextInt(damaged.length));
      }
      var table = Parquet.of(damaged, "a.parquet");
      try {
        table.columns().forEach(table::arrays);
      } catch (DataException e) {
        assertThat(e).hasMessageStartingWith("a.parquet");
      }
      try {
        table.records(type).inMemory();
      } catch (DataException e) {
        assertThat(e).hasMessageStartingWith("a.parquet");
      }
    }
  }
}
