package io.cambric.data.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.data.table.ParquetBytes.Column;
import io.cambric.data.table.ParquetBytes.Converted;
import io.cambric.errors.DataException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.List;
import java.util.UUID;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Columns have the values of their logical types. The files and their values are of PyArrow 25.0.1;
 * those that PyArrow does not write are made here.
 */
class ParquetTypesTest {

  // Converted types of the format, by their numbers.
  private static final int ENUM = 4;
  private static final int DECIMAL = 5;
  private static final int TIME_MILLIS = 7;
  private static final int TIMESTAMP_MILLIS = 9;
  private static final int UINT_8 = 11;
  private static final int INT_8 = 15;
  private static final int BSON = 20;
  private static final int INTERVAL = 21;

  private static void assertRefused(ThrowingCallable reading, String message) {
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(reading)
        .withMessageContaining(message);
  }

  private static Parquet made(Column... columns) {
    return Parquet.of(ParquetBytes.of(List.of(columns)), "a.parquet");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          i8;i8[2] [-128, 127]
          i16;i16[2] [-32768, 7]
          i32;i32[2] [-5, 2147483647]
          i64;i64[2] [-9, 4611686018427387904]
          u8;u8[2] [200, 255]
          u16;u16[2] [40000, 65535]
          u32;u32[2] [3000000000, 4294967295]
          u64;u64[2] [9223372036854775813, 17]
          f16;f16[2] [1.5, -0.099975586]
          f32;f32[2] [0.1, -2.5]
          f64;f64[2] [0.1, 1.0E300]
          bool;bool[2] [true, false]
          """)
  void arrays_of_numbers_have_the_dtype_and_the_sign_of_the_file(String column, String array) {
    assertThat(ParquetResource.of("numbers").arrays(column).get(column)).hasToString(array);
  }

  @Test
  void arrays_of_decimals_are_the_nearest_f64() {
    var decimals = ParquetResource.of("decimals").arrays();
    assertThat(doubles(decimals.get("int32"))).containsExactly(12.34, -0.01);
    assertThat(doubles(decimals.get("int64"))).containsExactly(123456789012.3456, -1);
    assertThat(doubles(decimals.get("fixed"))).containsExactly(12345678901234567890.123, -7.5);
    var fixed = ParquetResource.of("decimals_fixed").arrays();
    assertThat(doubles(fixed.get("small"))).containsExactly(12.34, -0.01);
    assertThat(doubles(fixed.get("large"))).containsExactly(1.1111111111111112e59, 0);
  }

  private static double[] doubles(Array array) {
    assertThat(array.dtype()).isEqualTo(DType.F64);
    var values = array.concrete("test");
    var numbers = new double[values.size()];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = values.getDouble(i);
    }
    return numbers;
  }

  @Test
  void missing_numbers_are_nan_where_the_dtype_has_it() {
    var missing = ParquetResource.of("missing_numbers");
    assertThat(missing.arrays("f16").get("f16")).hasToString("f16[2] [NaN, 2.0]");
    assertThat(missing.arrays("d").get("d")).hasToString("f64[2] [-0.05, NaN]");
    assertThat(missing.arrays("f64").get("f64")).hasToString("f64[2] [NaN, 3.5]");
    assertRefused(
        () -> missing.arrays("u8"),
        "row 2, column \"u8\" needs a value, because u8 cannot represent a missing value.");
  }

  record Decimals(BigDecimal int32, BigDecimal int64, BigDecimal fixed) {}

  record DecimalNumbers(double int32, float int64, String fixed) {}

  @Test
  void decimals_are_exact_as_big_decimals_and_as_text() {
    assertThat(ParquetResource.of("decimals").records(Decimals.class))
        .containsExactly(
            new Decimals(
                new BigDecimal("12.34"),
                new BigDecimal("123456789012.3456"),
                new BigDecimal("12345678901234567890.123")),
            new Decimals(
                new BigDecimal("-0.01"), new BigDecimal("-1.0000"), new BigDecimal("-7.500")));
    assertThat(ParquetResource.of("decimals").records(DecimalNumbers.class))
        .containsExactly(
            new DecimalNumbers(12.34, 123456789012.3456f, "12345678901234567890.123"),
            new DecimalNumbers(-0.01, -1, "-7.500"));
  }

  record Decimal(BigDecimal x) {}

  @Test
  void decimals_of_any_length_are_read() {
    var column =
        Column.bytes("x", new byte[] {4, (byte) 0xd2}, new byte[] {-1}, new byte[20])
            .as(new Converted(DECIMAL, 2, 40));
    assertThat(made(column).records(Decimal.class))
        .containsExactly(
            new Decimal(new BigDecimal("12.34")),
            new Decimal(new BigDecimal("-0.01")),
            new Decimal(new BigDecimal("0.00")));
    assertThat(doubles(made(column).arrays("x").get("x"))).containsExactly(12.34, -0.01, 0);
    var large = Column.bytes("x", BigInteger.TEN.pow(60).toByteArray());
    assertRefused(
        () -> made(large.as(new Converted(DECIMAL, 2, 9))).records(Decimal.class).inMemory(),
        "a.parquet, row 1, column \"x\" needs a finite number, but has an invalid "
            + "DECIMAL(9, 2): a value of 200 bits is no DECIMAL(9, 2).");
  }

  record Times(
      LocalDate date,
      LocalTime timeMillis,
      LocalTime timeMicros,
      LocalTime timeNanos,
      LocalDateTime millis,
      LocalDateTime micros,
      LocalDateTime nanos,
      Instant utcMillis,
      Instant utcMicros,
      Instant utcNanos,
      LocalDate midnight) {}

  @Test
  void dates_and_times_have_the_unit_and_the_zone_of_the_file() {
    assertThat(ParquetResource.of("times").records(Times.class))
        .containsExactly(
            new Times(
                LocalDate.of(2024, 2, 29),
                LocalTime.parse("13:45:10.123"),
                LocalTime.parse("13:45:10.123456"),
                LocalTime.parse("13:45:10.123456789"),
                LocalDateTime.parse("2024-02-29T13:45:10.123"),
                LocalDateTime.parse("2024-02-29T13:45:10.123456"),
                LocalDateTime.parse("2024-02-29T13:45:10.123456789"),
                Instant.parse("2024-02-29T13:45:10.123Z"),
                Instant.parse("2024-02-29T13:45:10.123456Z"),
                Instant.parse("2024-02-29T13:45:10.123456789Z"),
                LocalDate.of(2024, 2, 29)),
            new Times(
                LocalDate.of(1815, 6, 18),
                LocalTime.MIDNIGHT,
                LocalTime.parse("23:59:59.999999"),
                LocalTime.ofNanoOfDay(1),
                LocalDateTime.parse("1969-12-31T23:59:59.999"),
                LocalDateTime.parse("1969-12-31T23:59:59.999999"),
                LocalDateTime.parse("1969-12-31T23:59:59.999999999"),
                Instant.parse("1969-12-31T23:59:59.999Z"),
                Instant.parse("1969-12-31T23:59:59.999999Z"),
                Instant.parse("1969-12-31T23:59:59.999999999Z"),
                LocalDate.of(2024, 3, 1)));
  }

  record Widened(LocalDateTime date, String micros, String utcMillis) {}

  @Test
  void a_date_is_the_start_of_its_day_and_times_are_text_of_iso_8601() {
    assertThat(ParquetResource.of("times").records(Widened.class))
        .contains(
            new Widened(
                LocalDateTime.of(2024, 2, 29, 0, 0),
                "2024-02-29T13:45:10.123456",
                "2024-02-29T13:45:10.123Z"));
  }

  record At(Instant t) {}

  record Local(LocalDateTime t) {}

  record Day(LocalDate micros) {}

  record Zoned(Instant micros) {}

  @Test
  void int96_says_nothing_of_a_zone_and_fits_both() {
    var file = ParquetResource.of("int96");
    assertThat(file.records(At.class))
        .containsExactly(
            new At(Instant.parse("2024-02-29T13:45:10.123456789Z")),
            new At(Instant.parse("1969-12-31T23:59:59.999999999Z")));
    assertThat(file.records(Local.class))
        .contains(new Local(LocalDateTime.parse("2024-02-29T13:45:10.123456789")));
  }

  @Test
  void times_that_would_be_cut_or_lack_a_zone_are_refused() {
    assertRefused(
        () -> ParquetResource.of("times").records(Day.class).inMemory(),
        "row 1, column \"micros\" needs a value that fits LocalDate, but has "
            + "2024-02-29T13:45:10.123456 of type TIMESTAMP(MICROS, local). Change the "
            + "record, or correct the file.");
    assertRefused(
        () -> ParquetResource.of("times").records(Zoned.class).inMemory(),
        "column \"micros\" needs a type that fits Instant, but has TIMESTAMP(MICROS, local). Give"
            + " the component the type LocalDateTime.");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          times;date;DATE;LocalDate
          times;timeMillis;TIME(MILLIS, local);LocalTime
          times;nanos;TIMESTAMP(NANOS, local);LocalDateTime
          times;utcMicros;TIMESTAMP(MICROS, UTC);Instant
          int96;t;INT96;LocalDateTime
          texts;id;UUID;UUID
          texts;json;JSON;String
          """)
  void arrays_are_refused_with_the_logical_type_and_the_class_that_has_it(
      String file, String column, String type, String component) {
    assertRefused(
        () -> ParquetResource.of(file).arrays(column),
        "column \"%s\" needs numbers or booleans for an array, but has %s. Read it in records, as %s."
            .formatted(column, type, component));
  }

  enum Colour {
    RED,
    GREEN
  }

  enum Size {
    SMALL
  }

  record Texts(String text, Colour colour, String json, UUID id) {}

  record Sized(Size colour) {}

  record Id(String id) {}

  @Test
  void texts_become_strings_and_constants() {
    assertThat(ParquetResource.of("texts").records(Texts.class))
        .containsExactly(
            new Texts(
                "ünï",
                Colour.RED,
                "{\"a\":1}",
                UUID.fromString("123e4567-e89b-12d3-a456-426614174000")),
            new Texts("", Colour.GREEN, "[]", new UUID(-1, -1)));
    assertThat(ParquetResource.of("texts").records(Id.class))
        .contains(new Id("123e4567-e89b-12d3-a456-426614174000"));
    assertThat(made(Column.texts("colour", "GREEN").as(Converted.of(ENUM))).records(Coloured.class))
        .containsExactly(new Coloured(Colour.GREEN));
    assertRefused(
        () -> ParquetResource.of("texts").records(Sized.class).inMemory(),
        "row 1, column \"colour\" needs one of [\"SMALL\"], but has \"RED\" of type STRING.");
  }

  record Coloured(Colour colour) {}

  record Bytes(String bytes) {}

  record Fixed(String fixed) {}

  record X(String x) {}

  @Test
  void bytes_are_never_shown_as_text() {
    var texts = ParquetResource.of("texts");
    assertRefused(
        () -> texts.records(Bytes.class).inMemory(),
        "column \"bytes\" needs a type that fits String, but has BYTE_ARRAY. Leave it out, or write"
            + " it as another type.");
    assertRefused(
        () -> texts.records(Fixed.class).inMemory(),
        "column \"fixed\" needs a type that fits String, but has FIXED_LEN_BYTE_ARRAY.");
    assertRefused(
        () ->
            made(Column.bytes("x", new byte[5]).as(Converted.of(BSON))).records(X.class).inMemory(),
        "column \"x\" needs a type that fits String, but has BSON in BYTE_ARRAY.");
    var interval = Column.fixed("x", 12, new byte[24]).as(Converted.of(INTERVAL));
    assertRefused(
        () -> made(interval).records(X.class).inMemory(),
        "column \"x\" needs a type that fits String, but has INTERVAL in FIXED_LEN_BYTE_ARRAY.");
    assertRefused(
        () -> made(interval).arrays(),
        "column \"x\" needs numbers or booleans for an array, but has INTERVAL in"
            + " FIXED_LEN_BYTE_ARRAY. Leave it out, or write it as another type.");
  }

  @Test
  void a_text_that_is_not_utf_8_is_refused() {
    var column = Column.texts("x", "a").as(Converted.of(0));
    var wrong = Column.bytes("x", "\u00e9".getBytes(StandardCharsets.ISO_8859_1));
    assertThat(made(column).records(X.class)).containsExactly(new X("a"));
    assertRefused(
        () -> made(wrong.as(Converted.of(0))).records(X.class).inMemory(),
        "a.parquet, row 1, column \"x\" needs a value that fits String, but has an "
            + "invalid STRING:");
  }

  record Clock(LocalTime x) {}

  record Stamp(Instant x) {}

  @Test
  void values_outside_of_their_type_are_refused() {
    assertRefused(
        () ->
            made(Column.ints("x", 1, 86_400_000).as(Converted.of(TIME_MILLIS)))
                .records(Clock.class)
                .inMemory(),
        "a.parquet, row 2, column \"x\" needs a value that fits LocalTime, but has an "
            + "invalid TIME(MILLIS, UTC):");
    assertRefused(
        () -> made(Column.ints("x", 300).as(Converted.of(UINT_8))).arrays(), "300 is no UINT_8");
    assertRefused(
        () -> made(Column.longs("x", 3).as(Converted.of(INT_8))).arrays(),
        "column \"x\" needs numbers or booleans for an array, but has INT_8 in INT64.");
    assertThat(made(Column.longs("x", -1).as(Converted.of(TIMESTAMP_MILLIS))).records(Stamp.class))
        .containsExactly(new Stamp(Instant.parse("1969-12-31T23:59:59.999Z")));
  }

  record OneOrNone(boolean i64) {}

  record Narrow(int i64) {}

  record Small(byte u8) {}

  record Floats(float f64) {}

  record Whole(int f64) {}

  @Test
  void numbers_fit_components_that_have_the_same_value() {
    var numbers = ParquetResource.of("numbers");
    assertRefused(
        () -> numbers.records(OneOrNone.class).inMemory(),
        "row 1, column \"i64\" needs true, false, 1 or 0, but has -9 of type INT64.");
    assertRefused(
        () -> numbers.records(Narrow.class).inMemory(),
        "row 2, column \"i64\" needs an integer that fits int, but has 4611686018427387904 of type"
            + " INT64.");
    assertRefused(
        () -> numbers.records(Small.class).inMemory(),
        "row 1, column \"u8\" needs an integer that fits byte, but has 200 of type UINT_8.");
    assertRefused(
        () -> numbers.records(Floats.class).inMemory(),
        "row 2, column \"f64\" needs a number that fits float, but has 1.0E300 of type DOUBLE.");
    assertRefused(
        () -> numbers.records(Whole.class).inMemory(),
        "row 1, column \"f64\" needs an integer that fits int, but has 0.1 of type DOUBLE.");
  }

  record Mixed(long u32, BigDecimal u64, short u8, double f16, String i16, int bool, float i64) {}

  @Test
  void numbers_are_widened() {
    assertThat(ParquetResource.of("numbers").records(Mixed.class))
        .containsExactly(
            new Mixed(
                3_000_000_000L,
                new BigDecimal("9223372036854775813"),
                (short) 200,
                1.5,
                "-32768",
                1,
                -9),
            new Mixed(
                4_294_967_295L,
                BigDecimal.valueOf(17),
                (short) 255,
                -0.0999755859375,
                "7",
                0,
                0x1p62f));
  }

  record Number(int text) {}

  record Truth(boolean f64) {}

  @Test
  void types_that_no_value_fits_are_refused_with_the_column_and_both() {
    assertRefused(
        () -> ParquetResource.of("texts").records(Number.class).inMemory(),
        "column \"text\" needs a type that fits int, but has STRING. Give the component the type"
            + " String.");
    assertRefused(
        () -> ParquetResource.of("numbers").records(Truth.class).inMemory(),
        "column \"f64\" needs a type that fits boolean, but has DOUBLE. Give the component the type"
            + " double.");
  }
}
