package io.cambric.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class AddedTokensTest {

  private static final Tokenizer WORDS = Samples.words();

  private static Tokenizer with(AddedToken... tokens) {
    return WORDS.withAddedTokens(List.of(tokens));
  }

  @Test
  void a_new_token_gets_the_number_behind_all() {
    var more = with(AddedToken.of("dog"), AddedToken.of("cat"), AddedToken.of("bird"));

    assertThat(more.idOf("dog")).isEqualTo(OptionalInt.of(9));
    assertThat(more.idOf("bird")).isEqualTo(OptionalInt.of(10));
    assertThat(more.vocabularySize()).isEqualTo(11);
    assertThat(WORDS.vocabularySize()).isEqualTo(9);
  }

  @Test
  void a_token_of_the_model_keeps_its_number() {
    assertThat(with(AddedToken.of("cat")).idOf("cat")).isEqualTo(OptionalInt.of(4));
  }

  @Test
  void a_token_is_found_inside_of_words() {
    assertThat(with(AddedToken.of("mat")).encode("tomato").tokens())
        .containsExactly(
            new Token(0, "[UNK]", 0, 2), new Token(7, "mat", 2, 5), new Token(0, "[UNK]", 5, 6));
  }

  @Test
  void a_single_word_is_not_found_inside_of_others() {
    var more = with(AddedToken.of("mat").asSingleWord());

    assertThat(more.encode("tomato").ids()).containsExactly(0);
    assertThat(more.encode("mat.").ids()).containsExactly(7, 8);
  }

  @Test
  void the_longest_token_is_found_first() {
    var more = with(AddedToken.of("<a>"), AddedToken.of("<a><b>"));

    assertThat(more.encode("<a><a><b>").texts()).containsExactly("<a>", "<a><b>");
  }

  @Test
  void whitespace_can_belong_to_a_token() {
    var left = with(AddedToken.special("<m>").withLeftStrip());
    var right = with(AddedToken.special("<m>").withRightStrip());

    assertThat(left.encode("cat  <m> sat").texts()).containsExactly("cat", "  <m>", "sat");
    assertThat(right.encode("cat <m>  sat").texts()).containsExactly("cat", "<m>  ", "sat");
  }

  @Test
  void a_normalized_token_is_found_in_the_normalized_text() {
    assertThat(with(AddedToken.of("Dog")).encode("DOG").ids()).containsExactly(9);
    assertThat(with(AddedToken.of("Dog").withNormalized(false)).encode("DOG dog Dog").ids())
        .containsExactly(0, 0, 9);
  }

  @Test
  void a_token_that_normalization_leaves_nothing_of_is_found_nowhere() {
    var spaces =
        Samples.read(
            """
            {"normalizer": {"type": "Strip", "strip_left": true, "strip_right": true},
             "model": {"type": "WordLevel", "unk_token": "a", "vocab": {"a": 0, "b c": 1}}}
            """);

    assertThat(spaces.withAddedTokens(List.of(AddedToken.of("  "))).encode("b c").ids())
        .containsExactly(1);
  }

  @Test
  void special_tokens_are_left_out_of_texts() {
    var more = with(AddedToken.special("<x>"), AddedToken.of("<y>"));

    assertThat(more.decode(more.encode("cat<x><y>").ids(), true)).isEqualTo("cat <y>");
    assertThat(more.addedTokens()).endsWith(AddedToken.special("<x>"), AddedToken.of("<y>"));
  }
}
