package io.cambric.nn.writer;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class TerminalTest {

  @Test
  void columns_are_those_of_the_environment() {
    assertThat(Terminal.columns("132")).isEqualTo(132);
    assertThat(Terminal.columns(" 20 ")).isEqualTo(20);
  }

  @ParameterizedTest
  @NullSource
  @ValueSource(strings = {"", "wide", "0", "-1", "19", "99999999999"})
  void a_hundred_columns_are_taken_where_the_environment_has_no_sensible_number(String given) {
    assertThat(Terminal.columns(given)).isEqualTo(100);
  }

  @Test
  void tables_have_plain_lines_where_the_charset_has_no_others() {
    var table = "┏━┓\n┃a┃\n└─┘";
    assertThat(Terminal.table(table, UTF_8)).isEqualTo(table);
    assertThat(Terminal.table(table, US_ASCII)).isEqualTo("+-+\n|a|\n+-+");
  }

  @Test
  void a_dumb_terminal_is_known_by_its_name() {
    assertThat(Terminal.isDumb("dumb")).isTrue();
    assertThat(Terminal.isDumb("xterm-256color")).isFalse();
    assertThat(Terminal.isDumb((String) null)).isFalse();
  }
}
