package io.cambric.models.pretrained;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.errors.DataException;
import io.cambric.json.JsonValue;
import io.cambric.models.Activation;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConfigFieldsTest {

  private static ConfigFields fields(String json) {
    return ConfigFields.of(JsonValue.parse("config.json", json));
  }

  @Test
  void an_option_that_is_absent_or_null_has_its_default() {
    var fields = fields("{\"a\": null}");

    assertThat(fields.positive("a", 3)).isEqualTo(3);
    assertThat(fields.fraction("b", 0.5)).isEqualTo(0.5);
    assertThat(fields.flag("b", true)).isTrue();
    assertThat(fields.activation("b", Activation.RELU)).isEqualTo(Activation.RELU);
    assertThat(fields.pair("b", 7)).containsExactly(7, 7);
    assertThat(fields.token("a", 10)).isNull();
    assertThat(fields.labels()).isEqualTo(2);
  }

  @Test
  void a_pair_is_a_number_or_two() {
    var fields = fields("{\"one\": 4, \"two\": [4, 5]}");

    assertThat(fields.pair("one", 1)).containsExactly(4, 4);
    assertThat(fields.pair("two", 1)).containsExactly(4, 5);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          0; config.json needs a number of at least 1 at "$.x", but there is "0". It counts elements.
          7; config.json needs a divisor of the 12 features at "$.x", but there is "7". All heads have the same number of features.
          """)
  void a_number_out_of_its_range_is_refused_with_its_place(String number, String message) {
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> fields("{\"x\": %s}".formatted(number)).heads("x", 12))
        .withMessageStartingWith(message);
  }

  @Test
  void values_of_other_kinds_are_refused() {
    var fields =
        fields(
            "{\"rate\": 1.5, \"eps\": 0, \"token\": 9, \"word\": \"x\", \"on\": true, \"list\": [],"
                + " \"pair\": [1, 2, 3]}");

    assertRefused(() -> fields.fraction("rate", 0), "a number in [0, 1]");
    assertRefused(() -> fields.aboveZero("eps", 1), "a number above 0");
    assertRefused(() -> fields.token("token", 9), "a token in [0, 9)");
    assertRefused(() -> fields.word("word", "y", List.of("y", "z")), "one of [y, z]");
    assertRefused(
        () -> fields.require("on", false, false), "Cambric does not support another value.");
    assertRefused(() -> fields.positives("list", List.of(1)), "at least one number");
    assertRefused(() -> fields.pair("pair", 1), "a number, or two");
  }

  private static void assertRefused(Runnable call, String part) {
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(call::run)
        .withMessageContaining(part);
  }
}
