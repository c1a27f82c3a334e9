package io.cambric.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.text.train.BpeTrainer;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class DecodeStreamTest {

  private static final Tokenizer BYTES = BpeTrainer.of(256).train(List.of());

  @Test
  void a_character_comes_with_its_last_token() {
    var stream = BYTES.decodeStream(true);
    var ids = BYTES.encode("a\u00e9\ud83d\ude42b").ids();

    assertThat(ids).hasSize(8);
    assertThat(Arrays.stream(ids).mapToObj(stream::next))
        .containsExactly("a", "", "\u00e9", "", "", "", "\ud83d\ude42", "b");
  }

  @Test
  void words_keep_the_spaces_between_them() {
    var words = Samples.words();
    var stream = words.decodeStream(true);

    assertThat(stream.next(3) + stream.next(4) + stream.next(5)).isEqualTo("the cat sat");
  }

  @Test
  void special_tokens_add_nothing() {
    var stream = Samples.words(Samples.CLS_SEP).decodeStream(true);

    assertThat(List.of(stream.next(1), stream.next(3), stream.next(2), stream.next(4)))
        .containsExactly("", "the", "", " cat");
  }
}
