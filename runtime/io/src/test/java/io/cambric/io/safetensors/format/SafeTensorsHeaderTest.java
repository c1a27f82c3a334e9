package io.cambric.io.safetensors.format;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.cambric.array.Shape;
import io.cambric.errors.DataException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.charset.Charset;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The header of SafeTensors files: no header is accepted that the reference implementation refuses.
 */
class SafeTensorsHeaderTest {

  private static SafeTensorsHeader read(byte[] header) throws IOException {
    return SafeTensorsHeader.read("file", Channels.newChannel(new ByteArrayInputStream(header)));
  }

  private static SafeTensorsHeader read(String header) throws IOException {
    return read(header.getBytes(UTF_8));
  }

  private static String array(String shape, String offsets) {
    return "{\"x\":{\"dtype\":\"F32\",\"shape\":%s,\"data_offsets\":%s}}".formatted(shape, offsets);
  }

  private static void assertRefused(byte[] header, String what) {
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> read(header))
        .withMessage("file is not a valid safetensors file: %s. Fetch or write it again.", what);
  }

  /** As in safetensors 0.8.0. */
  @Test
  void metadata_of_null_are_absent() throws IOException {
    var header =
        read(
            "{\"__metadata__\":null,\"a\":{\"dtype\":\"U8\",\"shape\":[1],\"data_offsets\":[0,1]}}");

    assertThat(header.metadata()).isEmpty();
    assertThat(header.entries()).extracting(SafeTensorsHeader.Entry::name).containsExactly("a");
  }

  @Test
  void order_of_fields_blanks_unknown_fields_and_escapes_are_free() throws IOException {
    var header =
        read(
            "{ \"\\u00e9\\/\" :\n{\"more\":[{\"a\":[1e5,null,\"b\"]}],\"data_offsets\":[0,8],"
                + "\t\"shape\":[2],\"dtype\":\"F32\"},\r\"__metadata__\":{\"k\":\"\\ud83d\\ude00\"}} ");

    assertThat(header.entries())
        .singleElement()
        .satisfies(entry -> {
          assertThat(entry.name()).isEqualTo("é/");
          assertThat(entry.shape()).isEqualTo(Shape.of(2));
          assertThat(entry.end()).isEqualTo(8);
        });
    assertThat(header.metadata()).containsEntry("k", "\ud83d\ude00");
  }

  @ParameterizedTest
  @ValueSource(strings = {"UTF-16LE", "UTF-16BE", "UTF-16", "UTF-32LE", "UTF-32BE"})
  void another_encoding_than_utf_8_is_refused(String charset) {
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> read(array("[2]", "[0,8]").getBytes(Charset.forName(charset))))
        .withMessageStartingWith("file is not a valid safetensors file: its header ");
  }

  @Test
  void a_byte_order_mark_or_blanks_before_the_header_are_refused() {
    var what = "its header does not begin with a JSON object";
    assertRefused(
        ("\ufeff" + array("[2]", "[0,8]")).getBytes(UTF_8),
        "its header is not JSON: \"Unexpected character ('\\ufeff' (code 65279 / 0xfeff)): expected a"
            + " valid value (JSON String, Number, Array...\"");
    assertRefused((" " + array("[2]", "[0,8]")).getBytes(UTF_8), what);
    assertRefused(array("[2]", "[0,8]").substring(1).getBytes(UTF_8), what);
    assertRefused("[]".getBytes(UTF_8), what);
    assertRefused(new byte[0], what);
  }

  static Stream<Arguments> malformedUtf8() {
    return Stream.of(
        arguments("overlong slash", "\u00c0\u00af"),
        arguments("overlong slash of three bytes", "\u00e0\u0080\u00af"),
        arguments("overlong NUL", "\u00c0\u0080"),
        arguments("surrogates, each on its own", "\u00ed\u00a0\u00bd\u00ed\u00b8\u0080"),
        arguments("past the last code point", "\u00f4\u0090\u0080\u0080"),
        arguments("a continuation alone", "\u0080"),
        arguments("Latin-1", "\u00e9"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("malformedUtf8")
  void malformed_utf_8_is_refused(String name, String bytes) {
    var header = array("[2]", "[0,8]").replace("x", bytes).getBytes(ISO_8859_1);
    assertRefused(header, "its header is not UTF-8");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"8.0", "8e0", "1e-400", "\"8\"", "null", "[8]", "-8", "9223372036854775808"})
  void an_offset_that_is_no_plain_whole_number_is_refused(String end) {
    assertRefused(
        array("[2]", "[0," + end + "]").getBytes(UTF_8),
        "the data_offsets of array \"x\" are not two ascending whole numbers");
  }

  @ParameterizedTest
  @ValueSource(strings = {"[-0,8]", "[1e-400,8]", "[0]", "[]", "[0,8,8]", "{}", "8", "[8,0]"})
  void offsets_are_two_ascending_whole_numbers(String offsets) {
    assertRefused(
        array("[2]", offsets).getBytes(UTF_8),
        "the data_offsets of array \"x\" are not two ascending whole numbers");
  }

  @ParameterizedTest
  @ValueSource(strings = {"2.0", "2e0", "-2", "-0", "2147483648", "99999999999999999999", "true"})
  void a_size_that_is_no_plain_whole_number_is_refused(String size) {
    assertRefused(
        array("[" + size + "]", "[0,8]").getBytes(UTF_8),
        "array \"x\" has \"%s\" for a size, which is not a whole number from 0 to 2^31 - 1"
            .formatted(size));
  }

  @ParameterizedTest
  @ValueSource(strings = {"+8", "08", "0x8", ".8", "8.", "NaN", "Infinity"})
  void a_number_that_json_does_not_know_is_refused(String number) {
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> read(array("[2]", "[0," + number + "]")))
        .withMessageStartingWith(
            "file is not a valid safetensors file: its header is not JSON: \"");
  }

  /** Also where a later size is 0: the reference implementation multiplies from left to right. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "[2147483647,2]",
        "[65536,32768]",
        "[65536,65536,65536,65536]",
        "[2147483647,2147483647,2147483647,0]"
      })
  void a_product_of_sizes_that_overflows_is_refused(String shape) {
    assertRefused(
        array(shape, "[0,0]").getBytes(UTF_8),
        "array \"x\" has more elements than a Java array can hold");
  }

  @ParameterizedTest
  @ValueSource(strings = {"[2147483647,2147483647,3,0]", "[0,2147483647,2147483647,2147483647]"})
  void long_axes_of_an_array_without_elements_are_read(String shape) throws IOException {
    assertThat(read(array(shape, "[0,0]")).entries().getFirst().shape().size()).isZero();
  }

  static Stream<Arguments> unsound() {
    return Stream.of(
        arguments("{\"x\":1}", "array \"x\" is not a JSON object"),
        arguments("{\"x\":{}}", "array \"x\" needs dtype, shape and data_offsets"),
        arguments("{\"x\":{\"dtype\":4}}", "the dtype of array \"x\" is not a string"),
        arguments("{\"x\":{\"shape\":2}}", "the shape of array \"x\" is not a JSON array"),
        arguments("{\"__metadata__\":[]}", "the metadata of its header are not a JSON object"),
        arguments("{\"__metadata__\":1}", "the metadata of its header are not a JSON object"),
        arguments("{\"__metadata__\":{\"a\":null}}", "the metadata \"a\" are not a string"),
        arguments("{\"\\ud800\":1}", "the string \"\\ud800\" of its header is not Unicode"),
        arguments(
            "{\"__metadata__\":{\"a\":\"\\udc00\\ud800\"}}",
            "the string \"\\udc00\\ud800\" of its header is not Unicode"),
        arguments(
            "{\"x\":{\"y\":[{\"z\":\"\\ud800\"}]}}",
            "the string \"\\ud800\" of its header is not Unicode"),
        arguments("{}{}", "it has more than one JSON objects header"),
        arguments("{\"__metadata__\":{},\"__metadata__\":{}}", duplicate("__metadata__")),
        arguments("{\"__metadata__\":{\"a\":\"\",\"a\":\"\"}}", duplicate("a")),
        arguments("{\"x\":{\"dtype\":\"U8\",\"dtype\":\"U8\"}}", duplicate("dtype")),
        arguments(
            array("[2]", "[0,9]"), "array \"x\" f32[2] needs 8 bytes, but its offsets are [0, 9]"));
  }

  private static String duplicate(String name) {
    return "its header is not JSON: \"Duplicate Object property \"%s\"\"".formatted(name);
  }

  @ParameterizedTest
  @MethodSource("unsound")
  void what_is_no_sound_header_is_refused(String header, String what) {
    assertRefused(header.getBytes(UTF_8), what);
  }

  @Test
  void values_that_are_too_deep_are_refused() {
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> read("{\"x\":{\"y\":" + "[".repeat(1_000_000)))
        .withMessageContaining("its header is not JSON: \"Document nesting depth (129) exceeds");
  }

  @Test
  void a_message_has_the_beginning_of_a_long_name() {
    var start = "a".repeat(100);
    assertRefused(
        "{\"%s\":1}".formatted("a".repeat(1_000_000)).getBytes(UTF_8),
        "array \"%s...\" is not a JSON object".formatted(start));
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> read("{\"%1$s\":{},\"%1$s\":1}".formatted("a".repeat(1_000_000))))
        .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(300));
  }

  @Test
  void a_dtype_that_cambric_lacks_is_named() {
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> read(array("[1]", "[0,8]").replace("F32", "C64")))
        .withMessage(
            "Array \"x\" of file has dtype \"C64\", which Cambric does not have. Convert it to one"
                + " of BOOL, U8 ... U64, I8 ... I64, BF16, F16, F32, F64.");
  }

  @Test
  void utf_16_with_the_length_of_utf_8_is_no_header() {
    assertRefused(
        array("[2]", "[0,8]").getBytes(UTF_16LE),
        "its header is not JSON: \"Illegal character ((CTRL-CHAR, code 0)): only regular white"
            + " space (\\r, \\n, \\t) is allowed between to...\"");
  }
}
