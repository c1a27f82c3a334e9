package io.cambric.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.errors.DataException;
import io.cambric.text.Truncation.Strategy;
import org.junit.jupiter.api.Test;

class TruncationTest {

  private static final Tokenizer BERT = Samples.words(Samples.CLS_SEP);
  private static final String TEXT = "the cat sat on the mat";

  private static String ids(Encoding encoding) {
    return String.join(" ", encoding.texts());
  }

  @Test
  void the_end_of_a_text_is_cut_off_and_is_overflow_up_to_the_length() {
    var encoding = BERT.withTruncation(Truncation.to(5)).encode(TEXT);

    assertThat(ids(encoding)).isEqualTo("[CLS] the cat sat [SEP]");
    assertThat(encoding.overflow())
        .extracting(TruncationTest::ids)
        .containsExactly("[CLS] on the [SEP]");
  }

  @Test
  void rows_can_share_tokens() {
    var encoding = BERT.withTruncation(Truncation.to(5).withStride(2)).encode(TEXT);

    assertThat(ids(encoding)).isEqualTo("[CLS] the cat sat [SEP]");
    assertThat(encoding.overflow())
        .extracting(TruncationTest::ids)
        .containsExactly("[CLS] cat sat on [SEP]", "[CLS] sat on the [SEP]");
  }

  @Test
  void the_beginning_can_be_cut_off() {
    var encoding = BERT.withTruncation(Truncation.to(4).withSide(Side.LEFT)).encode(TEXT);

    assertThat(ids(encoding)).isEqualTo("[CLS] the mat [SEP]");
  }

  @Test
  void the_longer_text_is_cut_first() {
    var encoding = BERT.withTruncation(Truncation.to(7)).encode(TEXT, "on");

    assertThat(ids(encoding)).isEqualTo("[CLS] the cat sat [SEP] on [SEP]");
  }

  @Test
  void one_text_alone_can_be_cut() {
    var first = Truncation.to(6).withStrategy(Strategy.ONLY_FIRST);
    var second = Truncation.to(6).withStrategy(Strategy.ONLY_SECOND);

    assertThat(ids(BERT.withTruncation(first).encode(TEXT, "on")))
        .isEqualTo("[CLS] the cat [SEP] on [SEP]");
    assertThat(ids(BERT.withTruncation(second).encode("on", TEXT)))
        .isEqualTo("[CLS] on [SEP] the cat [SEP]");
  }

  @Test
  void a_length_below_the_special_tokens_leaves_out_words_alone() {
    var encoding = BERT.withTruncation(Truncation.to(1)).encode(TEXT);

    assertThat(ids(encoding)).isEqualTo("[CLS] the [SEP]");
    assertThat(encoding.overflow()).isEmpty();
  }

  @Test
  void a_length_of_the_special_tokens_leaves_these() {
    var encoding = BERT.withTruncation(Truncation.to(2)).encode("cat");

    assertThat(ids(encoding)).isEqualTo("[CLS] [SEP]");
    assertThat(encoding.overflow())
        .extracting(TruncationTest::ids)
        .containsExactly("[CLS] cat [SEP]");
  }

  @Test
  void a_tokenizer_without_truncation_keeps_all() {
    var limited = BERT.withTruncation(Truncation.to(3));

    assertThat(limited.withoutTruncation().encode(TEXT).size()).isEqualTo(8);
    assertThat(limited.withoutTruncation().truncation()).isEmpty();
  }

  @Test
  void a_text_that_is_too_short_to_be_cut_is_refused() {
    var limited = BERT.withTruncation(Truncation.to(6).withStrategy(Strategy.ONLY_FIRST));

    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> limited.encode("cat", TEXT))
        .withMessageStartingWith(
            "Truncation of one text cannot reach the limit: it has 1 tokens, the other has "
                + "6, and the limit is 3. Use another strategy, or a larger length.");
  }

  @Test
  void a_cut_of_the_second_text_needs_one() {
    var limited = BERT.withTruncation(Truncation.to(4).withStrategy(Strategy.ONLY_SECOND));

    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> limited.encode(TEXT))
        .withMessageStartingWith(
            "Truncation of only the second text needs a second text, but got one text of 6 "
                + "tokens with a limit of 2. Use another strategy, or encode two texts.");
  }

  @Test
  void a_stride_that_leaves_no_room_is_refused() {
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> BERT.withTruncation(Truncation.to(4).withStride(3)))
        .withMessageStartingWith(
            "Truncation to 4 tokens, 2 of them special, needs a stride of at most 2, but "
                + "got 3. Pass a smaller stride, or a larger length.");
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> BERT.withTruncation(Truncation.to(4).withStride(2)).encode(TEXT))
        .withMessageStartingWith(
            "Truncation of a text to 2 tokens needs a smaller stride than that, but got 2. "
                + "Pass a smaller stride, or a larger length.");
  }

  @Test
  void negative_numbers_are_refused() {
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> Truncation.to(-1))
        .withMessageStartingWith(
            "Truncation needs a length and a stride of at least 0, but got -1 and 0. Pass "
                + "other values.");
  }
}
