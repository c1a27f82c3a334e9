package io.cambric.module.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.errors.DataException;
import io.cambric.sample.Dense;
import io.cambric.sample.Sub;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Texts that are damaged, or written to do harm. */
class JsonMistakesTest {

  private static final JsonFormat JSON =
      JsonFormat.standard().withModules(Dense.of(1), Sub.of()).withValue("known", "value");

  @TempDir private Path folder;

  /** A record that is refused when its number is negative. */
  record Checked(int number, List<Integer> list, float f) {

    Checked {
      if (number < 0) {
        throw new DataException("A number needs to be positive. Change it.");
      }
      if (number == 7) {
        throw new IllegalStateException("seven");
      }
    }
  }

  private static void assertRefused(String text, Class<?> type, String message) {
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> JSON.read(text, type))
        .withMessage(message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          ``            | The JSON text must contain a JSON value, but is empty. Write it again.
          1 2           | The JSON text must contain one JSON value, but has more in line 1. Remove everything after the first.
          null          | The JSON text needs a value of type Object at "$", but there is null. Write the value again.
          {"$other": 1} | The JSON text needs one of [$module, $record, $enum, $value, $array] at "$", but there is "$other". Names with a dollar sign are reserved for the format.
          {"$value": 3} | The JSON text needs one of the names ["known"] at "$.$value", but there is "3". Register it with withValue if you trust the text.
          {"$value": "known", "x": 1} | The JSON text needs no names but ["$value"] at "$", but there is "x". Remove it, or read it with the version that wrote it.
          1e999         | The JSON text needs a number, "NaN", "Infinity" or "-Infinity" at "$", but there is "1e999". Write a number that fits a double.
          9223372036854775808 | The JSON text needs a whole number from -9223372036854775808 to 9223372036854775807 at "$", but there is "9223372036854775808". Write a number in that range, without a decimal point or an exponent.
          {"$array": "float23", "shape": [], "values": [1]} | The JSON text needs the name of a dtype such as float32 at "$.$array", but there is "float23". Name one of the dtypes of JAX.
          {"$array": "int8", "shape": [2], "values": [1]} | The JSON text needs 2 elements of shape [2] at "$.values", but there are 1. Write the array again.
          {"$array": "int8", "shape": [1], "values": [128]} | The JSON text needs a whole number from -128 to 127 at "$.values[0]", but there is "128". Write a number in that range, without a decimal point or an exponent.
          {"$array": "bool", "shape": [1], "values": [1]} | The JSON text needs true or false at "$.values[0]", but there is another value. Write the array again.
          {"$array": "int8", "shape": [1000000000], "values": []} | The JSON text needs 1000000000 elements of shape [1000000000] at "$.values", but there are 0. Write the array again.
          {"$array": "int8", "shape": 3, "values": []} | The JSON text needs an array of whole numbers at "$.shape", but there is "3". Put them in brackets.
          """)
  void a_value_that_is_not_of_the_form_is_refused(String text, String message) {
    assertRefused(text, Object.class, message);
  }

  @Test
  void no_class_is_made_by_a_name_that_is_not_known() {
    for (var tag : List.of("$module", "$record", "$enum")) {
      assertThatExceptionOfType(DataException.class)
          .isThrownBy(
              () -> JSON.read("{\"%s\": \"java.lang.Runtime\"}".formatted(tag), Object.class))
          .withMessageContaining("needs one of the names [")
          .withMessageContaining("but there is the string \"java.lang.Runtime\". Register it");
    }
  }

  @Test
  void damaged_texts_are_refused_with_line_and_column() {
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> JSON.read("{\"a\": 1,\n \"b\": nil}", Object.class))
        .withMessageStartingWith("The JSON text is not JSON: line 2, column ")
        .withMessageContaining("Unrecognized token 'nil'");
    for (var text : List.of("{\"a\": 1, \"a\": 2}", "[1,]", "{'a': 1}", "NaN", "[01]", "\"\\x\"")) {
      assertThatExceptionOfType(DataException.class)
          .isThrownBy(() -> JSON.read(text, Object.class))
          .withMessageStartingWith("The JSON text is not JSON: line 1, column ");
    }
  }

  @Test
  void deep_and_long_texts_are_refused_without_an_error_of_the_machine() {
    for (var text : List.of("[".repeat(1_000_000), "{\"a\":".repeat(1_000_000))) {
      assertThatExceptionOfType(DataException.class)
          .isThrownBy(() -> JSON.read(text, Object.class))
          .withMessageContaining("nesting depth");
    }
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> JSON.read("1".repeat(100_000), Object.class))
        .withMessageContaining("Number value length");
    var deep = "{\"$module\": \"Sub\", \"inner\": ".repeat(150) + "null" + "}".repeat(150);
    assertThat(JSON.read(deep, Sub.class)).isInstanceOf(Sub.class);
  }

  @Test
  void attributes_that_do_not_fit_are_refused_with_their_place() {
    var dense = "{\"$module\": \"Dense\", %s, \"useBias\": true, \"kernelInit\": %s}";
    var init = "{\"$record\": \"Initializers.Constant\", \"value\": 0}";
    assertRefused(
        dense.formatted("\"features\": 1.0", init),
        Dense.class,
        "The JSON text needs a whole number from -2147483648 to 2147483647 at "
            + "\"$.features\", but there is \"1.0\". Write a number in that range, without a "
            + "decimal point or an exponent.");
    assertRefused(
        dense.formatted("\"features\": null", init),
        Dense.class,
        "The JSON text needs a value of type int at \"$.features\", but there is null. Write a"
            + " value.");
    assertRefused(
        dense.formatted("\"feature\": 1", init),
        Dense.class,
        "The JSON text needs no names but [\"$module\", \"$name\", \"features\", \"useBias\","
            + " \"kernelInit\"] at \"$\", but there is \"feature\". Remove it, or read it with the"
            + " version that wrote it.");
    assertRefused(
        dense.formatted("\"features\": 1", "\"zeros\""),
        Dense.class,
        "The JSON text needs a value of type Initializer at \"$.kernelInit\", but there "
            + "is the string \"zeros\". Write a value in the form of that type.");
    assertRefused(
        "{\"$module\": \"Dense\"}",
        Dense.class,
        "The JSON text needs the name \"features\" at \"$\", but there is none. Add it, "
            + "or read it with the version that wrote it.");
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() ->
            JSON.read(dense.formatted("\"$name\": \"a/b\", \"features\": 1", init), Dense.class))
        .withMessageStartingWith(
            "The JSON text holds at \"$\": The name of a submodule needs at least one character");
  }

  @Test
  void a_record_that_refuses_its_components_is_reported_with_its_place() {
    var text =
        "{\"$record\": \"JsonMistakesTest.Checked\", \"number\": %s, \"list\": [1], \"f\": %s}";
    assertThat(JSON.read(text.formatted("1", "2"), Checked.class))
        .isEqualTo(new Checked(1, List.of(1), 2));
    assertRefused(
        text.formatted("-1", "2"),
        Checked.class,
        "The JSON text holds at \"$\": JsonMistakesTest.Checked rejects its components: "
            + "A number needs to be positive. Change it. Change them.");
    assertRefused(
        text.formatted("7", "2"),
        Checked.class,
        "The JSON text holds at \"$\": JsonMistakesTest.Checked rejects its components: "
            + "java.lang.IllegalStateException: seven. Change them.");
    assertRefused(
        text.formatted("1", "1e39"),
        Checked.class,
        "The JSON text needs a number that a float can hold at \"$.f\", but there is \"1e39\"."
            + " Write a smaller one.");
  }

  @Test
  void a_file_is_named_in_messages() throws IOException {
    var file = folder.resolve("model.json");
    Files.write(file, new byte[] {'"', (byte) 0xff, '"'});
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> JSON.read(file, Object.class))
        .withMessage("JSON file %s must be UTF-8, but has other bytes. Write it again.", file);
    Files.writeString(file, "[1");
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> JSON.read(file, Object.class))
        .withMessageStartingWith(file + " is not JSON: line 1, column ");
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> JSON.read(folder, Object.class))
        .withMessageStartingWith("Reading a JSON file needs a regular file, but " + folder);
  }

  @Test
  void random_changes_of_a_text_give_values_or_refusals() {
    long seed = 35;
    var random = new Random(seed);
    var sound =
        JSON.write(
            Map.of(
                "model", Sub.of(Dense.of(3)), "list", List.of(1, 2.5e3, true, "text", Map.of())));
    var pieces =
        List.of("{", "}", "[", "]", ",", ":", "null", "1e9", "-", "\"$module\"", "\\u0000");
    for (int i = 0; i < 20_000; i++) {
      var text = new StringBuilder(sound);
      for (int k = random.nextInt(3); k >= 0; k--) {
        int at = random.nextInt(text.length());
        int end = Math.min(text.length(), at + random.nextInt(6));
        text.replace(at, end, pieces.get(random.nextInt(pieces.size())));
      }
      try {
        JSON.read(text.toString(), Object.class);
      } catch (DataException e) {
        assertThat(e).as("seed %d, input %d", seed, i).hasMessageContaining("JSON");
      }
    }
  }
}
