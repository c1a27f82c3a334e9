package io.cambric.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.errors.DataException;
import java.util.List;
import org.junit.jupiter.api.Test;

class PaddingTest {

  private static final Tokenizer BERT = Samples.words(Samples.CLS_SEP);

  @Test
  void an_encoding_is_padded_to_a_length() {
    var encoding = BERT.withPadding(Padding.to(5, 0, "[UNK]").withType(3)).encode("cat");

    assertThat(encoding.ids()).containsExactly(1, 4, 2, 0, 0);
    assertThat(encoding.mask()).containsExactly(1, 1, 1, 0, 0);
    assertThat(encoding.special()).containsExactly(1, 0, 1, 1, 1);
    assertThat(encoding.types()).containsExactly(0, 0, 0, 3, 3);
    assertThat(encoding.sequences()).containsExactly(-1, 0, -1, -1, -1);
    assertThat(encoding.words()).containsExactly(-1, 0, -1, -1, -1);
    assertThat(encoding.tokens().getLast()).isEqualTo(new Token(0, "[UNK]", 0, 0));
  }

  @Test
  void padding_can_stand_in_front() {
    var encoding = BERT.withPadding(Padding.to(4, 0, "[UNK]").withSide(Side.LEFT)).encode("cat");

    assertThat(encoding.ids()).containsExactly(0, 1, 4, 2);
    assertThat(encoding.sequences()).containsExactly(-1, -1, 0, -1);
  }

  @Test
  void a_length_can_be_a_multiple() {
    var padding = Padding.longest(0, "[UNK]").withMultiple(4);

    assertThat(BERT.withPadding(padding).encode("the cat sat").size()).isEqualTo(8);
  }

  @Test
  void overflow_is_padded() {
    var padded = BERT.withTruncation(Truncation.to(4)).withPadding(Padding.longest(0, "[UNK]"));

    assertThat(padded.encode("the cat sat").overflow().getFirst().ids())
        .containsExactly(1, 5, 2, 0);
  }

  @Test
  void a_batch_is_padded_to_its_longest_text() {
    var batch = BERT.encodeAll(List.of("the cat sat", "mat"));

    assertThat(batch.ids()).isDeepEqualTo(new int[][] {{1, 3, 4, 5, 2}, {1, 7, 2, 0, 0}});
    assertThat(batch.mask()).isDeepEqualTo(new int[][] {{1, 1, 1, 1, 1}, {1, 1, 1, 0, 0}});
    assertThat(batch.types()).isDeepEqualTo(new int[2][5]);
    assertThat(batch.encodings()).hasSize(2);
  }

  @Test
  void the_token_of_a_batch_is_the_usual_one_of_the_vocabulary() {
    var more = BERT.withAddedTokens(List.of(AddedToken.special("<pad>")));

    assertThat(more.encodeAll(List.of("the cat", "mat")).ids())
        .isDeepEqualTo(new int[][] {{1, 3, 4, 2}, {1, 7, 2, 9}});
  }

  @Test
  void pairs_make_a_batch() {
    var batch = BERT.encodePairs(List.of(new TextPair("the", "cat"), new TextPair("mat", "")));

    assertThat(batch.ids()).isDeepEqualTo(new int[][] {{1, 3, 2, 4, 2}, {1, 7, 2, 2, 0}});
    assertThat(batch.types()).isDeepEqualTo(new int[][] {{0, 0, 0, 1, 1}, {0, 0, 0, 1, 0}});
  }

  @Test
  void an_empty_batch_has_no_rows() {
    assertThat(BERT.encodeAll(List.of()).ids().length).isZero();
  }

  @Test
  void encodings_of_each_text_alone_have_lengths_of_their_own() {
    assertThat(BERT.encodeEach(List.of("the cat", "mat")))
        .extracting(Encoding::size)
        .containsExactly(4, 3);
    assertThat(BERT.withPadding(Padding.longest(0, "x")).encodeEach(List.of("the cat", "mat")))
        .extracting(Encoding::size)
        .containsExactly(4, 4);
  }

  @Test
  void rows_of_several_lengths_make_no_batch() {
    var padded = BERT.withPadding(Padding.to(3, 0, "[UNK]"));

    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> padded.encodeAll(List.of("the cat", "mat")))
        .withMessageStartingWith(
            "A batch needs rows of equal length, but after padding their lengths are [4, "
                + "3]. Truncate them, or pad to the longest.");
  }

  @Test
  void numbers_out_of_range_are_refused() {
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> Padding.to(1 << 21, 0, "[PAD]"))
        .withMessageStartingWith(
            "Padding needs a length from 0 to 1048576, but got 2097152. Pass another value.");
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> Padding.longest(0, "[PAD]").withMultiple(0))
        .withMessageStartingWith(
            "Padding needs a multiple from 1 to 1048576, but got 0. Pass another value.");
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> Padding.longest(-1, "[PAD]"))
        .withMessageStartingWith(
            "Padding needs a token and a type of at least 0, but got -1 and 0. Pass other values.");
  }

  @Test
  void padding_can_be_taken_off() {
    var padded = BERT.withPadding(Padding.to(9, 0, "[UNK]"));

    assertThat(padded.withoutPadding().encode("cat").size()).isEqualTo(3);
    assertThat(padded.withoutPadding().padding()).isEmpty();
  }
}
