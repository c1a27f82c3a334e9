package io.cambric.data.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.Shape;
import io.cambric.errors.DataException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Columns are found by their whole names, among others of any type. */
class ParquetColumnsTest {

  record Y(int y) {}

  record Named(float x, String name) {}

  @ParameterizedTest
  @ValueSource(strings = {"empty", "empty_pandas"})
  void a_table_without_rows_has_columns_without_values(String name) {
    var empty = ParquetResource.of(name);
    assertThat(empty.columns()).containsExactly("x", "name");
    assertThat(empty.arrays("x").get("x").shape()).isEqualTo(Shape.of(0));
    assertThat(empty.records(Named.class)).isEmpty();
  }

  @Test
  void a_name_has_points_of_its_own() {
    var flat = ParquetResource.of("names_flat");
    assertThat(flat.arrays().keySet()).containsExactly("a.b", "a");
    assertThat(flat.arrays("a.b").get("a.b").toFloats()).containsExactly(1.5f, 2.5f);
    // The file has a column "a" with a part "b", too.
    assertThat(ParquetResource.of("names").arrays("a.b").get("a.b").toFloats())
        .containsExactly(1, 2);
  }

  @Test
  void nested_columns_do_no_harm_where_nobody_asks_for_them() {
    var names = ParquetResource.of("names");
    assertThat(names.columns()).containsExactly("x", "a", "a.b", "list", "map", "y");
    assertThat(names.records(Y.class)).containsExactly(new Y(3), new Y(4));
    assertThat(names.arrays("y").get("y").toInts()).containsExactly(3, 4);
  }

  @ParameterizedTest
  @CsvSource({"x, STRUCT", "list, LIST", "map, MAP"})
  void a_nested_column_is_refused_with_its_type(String name, String type) {
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> ParquetResource.of("names").arrays(name))
        .withMessageContaining(
            "needs plain values in column \"%s\", but it has the nested type %s. Write its parts as separate columns."
                .formatted(name, type));
  }

  record Packed(int k, String text, double x) {}

  @ParameterizedTest
  @ValueSource(
      strings = {"packed_snappy", "packed_gzip", "packed_zstd", "packed_lz4", "packed_pages2"})
  void packed_pages_are_read(String name) {
    var packed = ParquetResource.of(name);
    var rows = packed.records(Packed.class).inMemory();
    assertThat(rows).hasSize(1000);
    int i = 0;
    for (var row : rows) {
      // As record.py computes them.
      assertThat(row.k()).isEqualTo(i * 7919 % 1000);
      assertThat(row.text()).isEqualTo("row " + i % 17 + " " + i * i % 1009);
      assertThat(row.x()).isEqualTo(Math.rint(Math.sin(i * 0.001) * 1000) / 1000);
      i++;
    }
    assertThat(packed.arrays("k").get("k").toInts()).startsWith(0, 919, 838).hasSize(1000);
  }

  @Test
  void a_file_of_pandas_is_read_as_it_is() {
    record Row(double x, long label, String name) {}

    assertThat(ParquetResource.of("pandas").records(Row.class))
        .containsExactly(new Row(0.5, 3, "a"), new Row(1.5, 1, "ü"));
  }

  @Test
  void a_compression_that_is_not_read_is_named() {
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> ParquetResource.of("packed_brotli").arrays("k"))
        .withMessageContaining(
            "packed_brotli.parquet, column \"k\" must be compressed with one of "
                + "[UNCOMPRESSED, GZIP, SNAPPY, ZSTD, LZ4_RAW, LZ4], but is compressed with "
                + "BROTLI. Write it with another compression.");
  }
}
