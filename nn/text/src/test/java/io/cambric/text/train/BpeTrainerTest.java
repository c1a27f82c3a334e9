package io.cambric.text.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.errors.HyperparameterException;
import io.cambric.text.Tokenizer;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BpeTrainerTest {

  private static final String END = "<|endoftext|>";

  private static final List<String> TEXTS =
      List.of("low lower lowest", "new newer newest", "wide wider widest", "low low new");

  @TempDir private Path folder;

  private static Tokenizer train(int size) {
    return BpeTrainer.of(size).withSpecialTokens(List.of(END)).train(TEXTS);
  }

  @Test
  void special_tokens_are_first_then_bytes_then_merges() {
    var tokenizer = train(265);

    assertThat(tokenizer.idOf(END)).isEqualTo(OptionalInt.of(0));
    assertThat(tokenizer.tokenOf(1)).contains("!");
    assertThat(tokenizer.tokenOf(256)).contains("\u0143");
    // As the Rust library merges.
    assertThat(
            Stream.iterate(257, id -> id + 1).limit(8).map(id -> tokenizer.tokenOf(id).orElse("")))
        .containsExactly("lo", "low", "ew", "new", "de", "ide", "st", "wide");
    assertThat(tokenizer.vocabularySize()).isEqualTo(265);
  }

  @Test
  void a_pair_that_comes_too_seldom_does_not_merge() {
    var tokenizer = BpeTrainer.of(1000).withMinFrequency(3).train(TEXTS);

    assertThat(tokenizer.vocabularySize()).isLessThan(290);
  }

  @Test
  void any_text_is_encoded_and_decoded() {
    var tokenizer = train(300);
    var text = "low\u00e9r \ud83d\ude42 " + END + "\n";

    assertThat(tokenizer.decode(tokenizer.encode(text).ids(), false)).isEqualTo(text);
    assertThat(tokenizer.encode(text).ids()).contains(0);
  }

  @Test
  void texts_can_come_one_by_one() {
    assertThat(BpeTrainer.of(290).train(TEXTS.stream()).toJson())
        .isEqualTo(BpeTrainer.of(290).train(TEXTS).toJson());
  }

  @Test
  void a_space_can_be_put_in_front_of_texts() {
    var tokenizer = BpeTrainer.of(300).withPrefixSpace(true).train(TEXTS);

    assertThat(tokenizer.decode(tokenizer.encode("low").ids(), true)).isEqualTo(" low");
  }

  @Test
  void a_trained_tokenizer_is_saved_and_read() {
    var file = folder.resolve("tokenizer.json");
    var trained = train(300);
    trained.save(file);

    assertThat(Tokenizer.read(file).encode("lowest newer").ids())
        .isEqualTo(trained.encode("lowest newer").ids());
  }

  @Test
  void a_vocabulary_without_room_for_bytes_is_refused() {
    assertThatExceptionOfType(HyperparameterException.class)
        .isThrownBy(() -> train(256))
        .withMessageStartingWith(
            "BpeTrainer needs a vocabulary of at least 257 tokens and a frequency of at "
                + "least 1, but got 256 and 2. Pass larger values.");
    assertThatExceptionOfType(HyperparameterException.class)
        .isThrownBy(() -> BpeTrainer.of(300).withMinFrequency(0))
        .withMessageStartingWith(
            "BpeTrainer needs a vocabulary of at least 256 tokens and a frequency of at "
                + "least 1, but got 300 and 0. Pass larger values.");
  }
}
