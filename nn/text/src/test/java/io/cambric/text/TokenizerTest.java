package io.cambric.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.errors.DataException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TokenizerTest {

  private static final Tokenizer WORDS = Samples.words();
  private static final Tokenizer BERT = Samples.words(Samples.CLS_SEP);

  @TempDir private Path folder;

  @Test
  void tokens_have_numbers_texts_and_the_parts_that_they_come_from() {
    assertThat(WORDS.encode("The cat slept.").tokens())
        .containsExactly(
            new Token(3, "the", 0, 3),
            new Token(4, "cat", 4, 7),
            new Token(0, "[UNK]", 8, 13),
            new Token(8, ".", 13, 14));
  }

  @Test
  void offsets_count_code_points() {
    assertThat(WORDS.encode("\ud83d\ude42 cat").tokens())
        .containsExactly(new Token(0, "[UNK]", 0, 1), new Token(4, "cat", 2, 5));
  }

  @Test
  void special_tokens_stand_around_a_text() {
    var encoding = BERT.encode("The cat");

    assertThat(encoding.texts()).containsExactly("[CLS]", "the", "cat", "[SEP]");
    assertThat(encoding.special()).containsExactly(1, 0, 0, 1);
    assertThat(encoding.mask()).containsExactly(1, 1, 1, 1);
    assertThat(encoding.words()).containsExactly(-1, 0, 1, -1);
  }

  @Test
  void two_texts_have_types_and_sequences() {
    var encoding = BERT.encode("The cat", "sat");

    assertThat(encoding.texts()).containsExactly("[CLS]", "the", "cat", "[SEP]", "sat", "[SEP]");
    assertThat(encoding.types()).containsExactly(0, 0, 0, 0, 1, 1);
    assertThat(encoding.sequences()).containsExactly(-1, 0, 0, -1, 1, -1);
    assertThat(encoding.size()).isEqualTo(6);
  }

  @Test
  void special_tokens_can_be_left_out() {
    var plain = BERT.withSpecialTokens(false);

    assertThat(plain.encode("The cat").ids()).containsExactly(3, 4);
    assertThat(plain.encode("The", "cat").ids()).containsExactly(3, 4);
    assertThat(plain.withSpecialTokens(true).encode("The").ids()).containsExactly(1, 3, 2);
  }

  @Test
  void an_empty_text_has_special_tokens_alone() {
    assertThat(BERT.encode("").texts()).containsExactly("[CLS]", "[SEP]");
    assertThat(WORDS.encode("").size()).isZero();
    assertThat(WORDS.encode("").toString()).isEqualTo("[]");
  }

  @Test
  void tokens_are_found_by_text_and_by_number() {
    assertThat(WORDS.idOf("cat")).isEqualTo(OptionalInt.of(4));
    assertThat(WORDS.idOf("dog")).isEmpty();
    assertThat(WORDS.tokenOf(4)).contains("cat");
    assertThat(WORDS.tokenOf(99)).isEmpty();
    assertThat(WORDS.vocabularySize()).isEqualTo(9);
  }

  @Test
  void decoding_leaves_out_special_tokens_and_numbers_of_none() {
    var ids = new int[] {1, 3, 4, 99, 2};

    assertThat(BERT.decode(ids, true)).isEqualTo("the cat");
    assertThat(BERT.decode(ids, false)).isEqualTo("[CLS] the cat [SEP]");
  }

  @Test
  void the_stages_can_be_seen_alone() {
    assertThat(WORDS.normalize("The Cat")).isEqualTo("the cat");
    assertThat(WORDS.preTokenize("a cat"))
        .containsExactly(new Word("a", 0, 1), new Word("cat", 2, 5));
  }

  @Test
  void a_surrogate_that_stands_alone_becomes_the_replacement_character() {
    assertThat(WORDS.normalize("a\ud83db")).isEqualTo("a\ufffdb");
    assertThat(WORDS.encode("\ude42 cat").tokens().getLast()).isEqualTo(new Token(4, "cat", 2, 5));
  }

  @Test
  void a_saved_tokenizer_is_read_again() throws IOException {
    var file = folder.resolve("tokenizer.json");
    var saved =
        BERT.withTruncation(Truncation.to(5).withStride(1))
            .withPadding(Padding.to(6, 0, "[UNK]").withMultiple(4))
            .withAddedTokens(List.of(AddedToken.of("dog").asSingleWord()));
    saved.save(file);

    var read = Tokenizer.read(file);

    assertThat(read.toJson()).isEqualTo(saved.toJson()).isEqualTo(Files.readString(file));
    assertThat(read.truncation()).isEqualTo(saved.truncation());
    assertThat(read.padding()).isEqualTo(saved.padding());
    assertThat(read.addedTokens()).isEqualTo(saved.addedTokens());
    assertThat(read.encode("The dog").ids()).isEqualTo(saved.encode("The dog").ids());
  }

  @Test
  void a_file_that_cannot_be_written_is_named() {
    var file = folder.resolve("no folder").resolve("tokenizer.json");

    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> WORDS.save(file))
        .withMessageStartingWith("Tokenizer file %s cannot be written: ".formatted(file));
  }

  @Test
  void threads_share_a_tokenizer() {
    var texts = IntStream.range(0, 2000).mapToObj(i -> "the cat %d sat on".formatted(i % 50));

    var ids = texts.parallel().map(text -> List.of(BERT.encode(text).texts())).distinct().toList();

    assertThat(ids).containsExactly(List.of(BERT.encode("the cat 1 sat on").texts()));
  }
}
