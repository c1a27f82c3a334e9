package io.cambric.errors;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class RepetitionTest {

  private static List<String> repeated(List<String> first, List<String> period, int times) {
    var names = new ArrayList<>(first);
    Collections.nCopies(times, period).forEach(names::addAll);
    return names;
  }

  @Test
  void what_repeats_is_written_once_with_a_number() {
    assertThat(NestingException.text(repeated(List.of(), List.of("jit"), 300), " of "))
        .isEqualTo("(jit) 300 times");
    assertThat(NestingException.text(repeated(List.of("Model"), List.of("b", "a"), 40), "/"))
        .isEqualTo("Model/(b/a) 40 times");
  }

  @Test
  void the_shortest_period_counts() {
    assertThat(NestingException.text(repeated(List.of(), List.of("a", "a", "b"), 4), "/"))
        .isEqualTo("(a/a/b) 4 times");
    assertThat(NestingException.text(repeated(List.of("b"), List.of("a", "a"), 6), "/"))
        .isEqualTo("b/(a) 12 times");
  }

  @Test
  void part_of_a_period_at_the_beginning_stands_before_it() {
    assertThat(NestingException.text(repeated(List.of("a"), List.of("b", "a"), 5), "/"))
        .isEqualTo("a/(b/a) 5 times");
  }

  @Test
  void a_few_names_may_stand_behind_what_repeats() {
    assertThat(NestingException.text(repeated(List.of("x", "w"), List.of("a"), 9), "/"))
        .isEqualTo("x/w/(a) 9 times");
    var names = repeated(List.of(), List.of("block"), 100);
    names.addAll(List.of("Dense_0", "kernel"));
    assertThat(NestingException.text(names, "/")).isEqualTo("(block) 100 times/Dense_0/kernel");
  }

  @Test
  void names_that_do_not_repeat_are_shortened_in_the_middle() {
    assertThat(NestingException.text(List.of("a", "b", "c"), "/")).isEqualTo("a/b/c");
    assertThat(
            NestingException.text(List.of("a", "b", "c", "d", "e", "f", "g", "h", "i", "j"), "/"))
        .isEqualTo("a/b/c/d/.../g/h/i/j");
    assertThat(NestingException.text(List.of(), "/")).isEmpty();
  }
}
