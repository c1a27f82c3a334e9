package io.cambric.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.errors.DataException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CsvTest {

  record Flower(String name, float length, double width, int petals, boolean wild) {}

  private static Csv csv(String text) {
    return Csv.of(text.getBytes(StandardCharsets.UTF_8), "flowers.csv");
  }

  private static void assertRefused(ThrowingCallable reading, String message) {
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(reading)
        .withMessageStartingWith(message);
  }

  @Test
  void floats_have_the_order_of_the_names() {
    var matrix = csv("a,b,c\n1,2,3\n4,5,6\n").floats("c", "a");
    assertThat(matrix.shape()).isEqualTo(Shape.of(2, 2));
    assertThat(matrix.toFloats()).containsExactly(3, 1, 6, 4);
  }

  @Test
  void columns_have_the_dtypes_that_are_asked_for() {
    var arrays =
        csv("x,y,z\n1.5,300,true\n2,-7,0\n")
            .arrays(Map.of("x", DType.F64, "y", DType.I16, "z", DType.BOOL));
    assertThat(arrays.get("x").toFloats()).containsExactly(1.5f, 2);
    assertThat(arrays.get("y").toInts()).containsExactly(300, -7);
    assertThat(arrays.get("z").toInts()).containsExactly(1, 0);
  }

  @Test
  void lines_with_quotation_marks_are_read_among_plain_ones() {
    var text = "a,b\r\n1,2\r\n\"3\",\"4\"\r\n5,6\r\n\r\n7,\"8\"";
    assertThat(csv(text).floats().toFloats()).containsExactly(1, 2, 3, 4, 5, 6, 7, 8);
  }

  @Test
  void a_missing_number_is_nan() {
    var array = csv("a,b\n1,\n-999,3\nNA,4\n").withMissing("", "NA", "-999").floats();
    assertThat(array.toFloats()).containsExactly(1, Float.NaN, Float.NaN, 3, Float.NaN, 4);
  }

  @Test
  void records_have_the_columns_of_their_names() {
    var text = "wild,name,length,petals,width\ntrue,\"Iris, blue\",1.5,3,2.5\n0,ünï,,4,1\n";
    var flowers = csv(text).records(Flower.class).inMemory();
    assertThat(flowers)
        .containsExactly(
            new Flower("Iris, blue", 1.5f, 2.5, 3, true),
            new Flower("ünï", Float.NaN, 1, 4, false));
  }

  record Sizes(byte small, short middle, int usual, long large) {

    Sizes {
      if (usual < 0) {
        throw new IllegalArgumentException("usual is " + usual);
      }
    }
  }

  @Test
  void records_of_plain_lines_are_those_of_quoted_ones() {
    var plain = new StringBuilder("name,unwanted,length,width,petals,wild\r\n");
    var mixed = new StringBuilder("\ufeffname,unwanted,length,width,petals,wild\n");
    var random = new Random(5);
    for (int i = 0; i < 1000; i++) {
      var name = "flower " + i;
      var rest =
          ",x,%s,%s,%d,%b".formatted(random.nextFloat(), random.nextGaussian(), i, i % 2 == 0);
      plain.append(name).append(rest).append("\r\n");
      // The first half has no quotation mark, so only the rest is left to Commons CSV.
      mixed
          .append(i < 500 ? name : '"' + name + '"')
          .append(rest)
          .append(i % 7 == 0 ? "\n\n" : "\n");
    }
    var expected = csv(plain.toString()).records(Flower.class).inMemory();
    assertThat(expected).hasSize(1000).element(3).extracting(Flower::petals).isEqualTo(3);
    assertThat(csv(mixed.toString()).records(Flower.class)).containsExactlyElementsOf(expected);
  }

  @Test
  void integers_of_records_fit_their_types() {
    var header = "small,middle,usual,large\n";
    assertThat(csv(header + "-128,32767,7,9223372036854775807\n").records(Sizes.class))
        .containsExactly(new Sizes((byte) -128, (short) 32767, 7, Long.MAX_VALUE));
    assertRefused(
        () -> csv(header + "1,2,3,4\n128,2,3,4\n").records(Sizes.class).inMemory(),
        "flowers.csv, line 3, record 2, column \"small\" needs an integer that fits byte, but has"
            + " \"128\".");
    assertRefused(
        () -> csv(header + "1,2,,4\n").records(Sizes.class).inMemory(),
        "flowers.csv, line 2, record 1, column \"usual\" needs an integer, but has \"\".");
  }

  @Test
  void values_that_a_record_refuses_are_refused_with_their_line() {
    for (var last : List.of("1,2,-3,4\n", "1,2,\"-3\",4\n", "1,2,-3,4")) {
      assertRefused(
          () -> csv("small,middle,usual,large\n1,2,3,4\n\n" + last).records(Sizes.class).inMemory(),
          "flowers.csv, line 4 needs values that io.cambric.data.CsvTest$Sizes accepts, "
              + "but it rejected them: java.lang.IllegalArgumentException: usual is -3. "
              + "Correct the row.");
    }
  }

  @Test
  void rows_are_all_fields_as_text() {
    assertThat(csv("a;b\n1;x y\n").withDelimiter(';').rows()).containsExactly(List.of("1", "x y"));
    assertThat(csv("1;2\n").withDelimiter(';').withoutHeader().rows())
        .containsExactly(List.of("1", "2"));
  }

  @Test
  void a_field_that_is_no_number_is_refused_with_its_place() {
    assertRefused(
        () -> csv("a,b\n1,2\n3,four\n").floats(),
        "flowers.csv, line 3, record 2, column \"b\" needs a number, but has \"four\". "
            + "Correct the file, or declare the text a missing value.");
    assertRefused(
        () -> csv("a,b\n1,2\n\n3,1.5\n").ints("b"),
        "flowers.csv, line 4, record 2, column \"b\" needs an integer of i32, but has \"1.5\". "
            + "Read decimals and larger numbers as floats.");
    assertRefused(
        () -> csv("a\n1\n3000000000\n").ints("a"),
        "flowers.csv, line 3, record 2, column \"a\" needs an integer of i32, but has"
            + " \"3000000000\".");
    assertRefused(
        () ->
            csv("name,length,width,petals,wild\nx,1,1,2,maybe\n").records(Flower.class).inMemory(),
        "flowers.csv, line 2, record 1, column \"wild\" needs true, false, 1 or 0, but has"
            + " \"maybe\".");
  }

  @Test
  void a_row_of_another_length_is_refused_with_its_line() {
    var message =
        "flowers.csv, line 3, record 2, needs 2 fields like the first line, but has 3. "
            + "Check delimiters and quotation marks.";
    assertRefused(() -> csv("a,b\n1,2\n3,4,5\n").floats(), message);
    assertRefused(() -> csv("a,b\n1,2\n3,4,5\n").rows().inMemory(), message);
  }

  @Test
  void malformed_quotation_marks_are_refused_with_their_line() {
    var needs = "needs closed quotation marks followed by a delimiter, but: ";
    var open = csv("a,b\n1,2\n\"3,4\n5,6\n");
    var openMessage =
        "flowers.csv, line 4, "
            + needs
            + "\"(startline 3) EOF reached before encapsulated token finished\". Correct the file.";
    assertRefused(open::floats, openMessage);
    assertRefused(open.rows()::inMemory, openMessage);
    var behind = csv("a,b\n\n\"1\"x,2\n");
    var behindMessage =
        "flowers.csv, line 3, "
            + needs
            + "\"Invalid character between encapsulated token and delimiter at line: 3\". "
            + "Correct the file.";
    assertRefused(behind::floats, behindMessage);
    assertRefused(behind.rows()::inMemory, behindMessage);
  }

  @Test
  void bytes_that_are_no_text_are_refused_with_their_line() {
    assertRefused(
        () -> Csv.of(new byte[] {'a', '\n', '1', '\n', (byte) 0xff}, "flowers.csv").floats(),
        "flowers.csv, line 3, needs text in UTF-8, but has the bytes ff. Save it as UTF-8.");
    assertRefused(
        () -> csv("a\n\0\n").floats(),
        "flowers.csv, line 2, needs text, but has a NUL character. Save it as UTF-8.");
  }

  @Test
  void a_mend_names_the_decimal_point_and_the_delimiter() {
    assertRefused(
        () -> csv("a;b\n1,5;2\n").withDelimiter(';').floats(),
        "flowers.csv, line 2, record 1, column \"a\" needs a number, but has \"1,5\". "
            + "Write the number with a decimal point.");
    assertRefused(
        () -> csv("a;b\n1;2\n").floats(),
        "flowers.csv, line 2, record 1, column \"a;b\" needs a number, but has \"1;2\". "
            + "Set the delimiter of the file, as in withDelimiter(';').");
    assertRefused(
        () -> csv("a;b\n1;2\n").floats("a"),
        "flowers.csv needs a column \"a\", but has [\"a;b\"]. "
            + "Set the delimiter of the file, as in withDelimiter(';').");
  }

  @Test
  void a_column_that_is_not_there_is_refused() {
    assertRefused(
        () -> csv("a,b\n1,2\n").floats("c"),
        "flowers.csv needs a column \"c\", but has [\"a\", \"b\"]. Check the names in its header.");
    assertRefused(
        () -> csv("a,a\n1,2\n").floats("a"),
        "flowers.csv needs one column \"a\", but has 2. Rename all but one.");
    assertRefused(
        () -> csv("").records(Flower.class).inMemory(),
        "flowers.csv needs a header with its column names, but is empty.");
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void numbers_are_rounded_as_java_rounds_them(long seed) {
    var random = new Random(seed);
    var text = new StringBuilder("plain,quoted\n");
    var expected = new double[20_000];
    for (int i = 0; i < expected.length; i++) {
      var number = number(random);
      expected[i] = Double.parseDouble(number);
      text.append(number).append(",\"").append(number).append("\"\n");
    }
    var arrays = csv(text.toString()).arrays(Map.of("plain", DType.F64, "quoted", DType.F64));
    for (int i = 0; i < expected.length; i++) {
      assertThat(arrays.get("plain").concrete("test").getDouble(i))
          .as("seed %d, number %d", seed, i)
          .isEqualTo(expected[i])
          .isEqualTo(arrays.get("quoted").concrete("test").getDouble(i));
    }
  }

  record Single(float v) {}

  record Twice(double v) {}

  @Test
  void a_component_of_a_record_is_never_infinite_unless_written_so() {
    var csv = csv("v\n-inf\n\"Infinity\"\n-1e400\n");
    var place = "flowers.csv, line 4, record 3, column \"v\" needs a number that fits ";
    var came = ", but has \"-1e400\". Correct the file";
    assertRefused(() -> csv.records(Single.class).inMemory(), place + "float" + came);
    assertRefused(() -> csv.records(Twice.class).inMemory(), place + "double" + came);
    var rows = csv.records(Twice.class).iterator();
    assertThat(rows.next()).isEqualTo(new Twice(Double.NEGATIVE_INFINITY));
    assertThat(rows.next()).isEqualTo(new Twice(Double.POSITIVE_INFINITY));
    rows.close();
  }

  record Truth(boolean v) {}

  @Test
  void spaces_around_a_truth_do_not_count() {
    var csv = csv("v\n true\n0 \n\" TRUE \"\n");
    assertThat(csv.arrays(Map.of("v", DType.BOOL)).get("v"))
        .hasToString("bool[3] [true, false, true]");
    assertThat(csv.records(Truth.class))
        .containsExactly(new Truth(true), new Truth(false), new Truth(true));
  }

  private static String number(Random random) {
    return switch (random.nextInt(4)) {
      case 0 -> Double.toString(random.nextGaussian());
      case 1 -> Double.toString(Double.longBitsToDouble(random.nextLong() & ~(1L << 62)));
      case 2 -> Long.toString(random.nextLong());
      default ->
          "%d.%06de%d"
              .formatted(random.nextInt(), random.nextInt(1_000_000), random.nextInt(40) - 20);
    };
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 1 << 17, 1 << 18, 1 << 20})
  void lines_across_blocks_are_whole(int spaces) {
    var text = new StringBuilder("a,b\n");
    for (int i = 0; i < 5; i++) {
      text.append(" ".repeat(spaces)).append(i).append(",2\n");
    }
    Array array = csv(text.toString()).floats("a");
    assertThat(array.toFloats()).containsExactly(0, 1, 2, 3, 4);
  }
}
