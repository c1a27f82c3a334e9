package io.cambric.text.train;

import io.cambric.errors.HyperparameterException;
import io.cambric.json.JsonValue;
import io.cambric.text.Tokenizer;
import io.cambric.text.align.AlignedText;
import io.cambric.text.align.ByteAlphabet;
import io.cambric.text.align.Piece;
import io.cambric.text.split.ByteLevel;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.Stream;

/**
 * Trains byte-level byte-pair encodings, as in GPT-2; an immutable value.
 *
 * <p>The vocabulary begins with the special tokens and the 256 characters for bytes. Then the most
 * frequent pair of tokens becomes a token, again and again. Among equally frequent pairs, the one
 * with the smaller numbers is first. The merges match the class BpeTrainer of the library
 * tokenizers.
 *
 * @param vocabularySize the most tokens, at least 256 and the special ones
 * @param minFrequency how often a pair must occur to become a token, at least 1
 * @param specialTokens tokens that texts are never divided into, such as one between texts
 * @param addPrefixSpace whether a text that begins with another character gets a space in front
 * @see <a href="https://arxiv.org/abs/1508.07909">Sennrich et al., Neural Machine Translation of
 *     Rare Words with Subword Units</a>
 */
public record BpeTrainer(
    int vocabularySize, int minFrequency, List<String> specialTokens, boolean addPrefixSpace) {

  private static final int BYTES = 256;

  /**
   * Checks the numbers.
   *
   * @throws HyperparameterException if the vocabulary has no room for all bytes, or the frequency
   *     is below 1
   */
  public BpeTrainer {
    specialTokens = List.copyOf(specialTokens);
    long least = BYTES + specialTokens.stream().distinct().count();
    if (vocabularySize < least || minFrequency < 1) {
      throw new HyperparameterException(
          "BpeTrainer needs a vocabulary of at least %d tokens and a frequency of at least 1, but got %d and %d. Pass larger values."
              .formatted(least, vocabularySize, minFrequency));
    }
  }

  /** {@return a trainer without special tokens, for pairs that occur at least twice} */
  public static BpeTrainer of(int vocabularySize) {
    return new BpeTrainer(vocabularySize, 2, List.of(), false);
  }

  /** {@return this trainer with another frequency that pairs must have} */
  public BpeTrainer withMinFrequency(int frequency) {
    return new BpeTrainer(vocabularySize, frequency, specialTokens, addPrefixSpace);
  }

  /** {@return this trainer with special tokens} */
  public BpeTrainer withSpecialTokens(List<String> tokens) {
    return new BpeTrainer(vocabularySize, minFrequency, tokens, addPrefixSpace);
  }

  /** {@return this trainer with or without a space in front of texts} */
  public BpeTrainer withPrefixSpace(boolean adds) {
    return new BpeTrainer(vocabularySize, minFrequency, specialTokens, adds);
  }

  /** {@return the tokenizer trained on texts, whose order does not matter} */
  public Tokenizer train(Iterable<String> texts) {
    var counts = new LinkedHashMap<String, Long>();
    texts.forEach(text -> count(text, counts));
    return train(counts);
  }

  /** {@return the tokenizer trained on texts, which are taken one by one} */
  public Tokenizer train(Stream<String> texts) {
    var counts = new LinkedHashMap<String, Long>();
    texts.forEachOrdered(text -> count(text, counts));
    return train(counts);
  }

  private void count(String text, LinkedHashMap<String, Long> counts) {
    var whole = List.of(Piece.of(AlignedText.of(text)));
    for (var word : new ByteLevel(addPrefixSpace, true).apply(whole)) {
      if (word.from() < word.to()) {
        counts.merge(word.text(), 1L, Long::sum);
      }
    }
  }

  private Tokenizer train(LinkedHashMap<String, Long> counts) {
    var tokens = new TokenList();
    specialTokens.forEach(tokens::idOf);
    var alphabet = new ArrayList<Character>();
    for (int value = 0; value < BYTES; value++) {
      alphabet.add(ByteAlphabet.character(value));
    }
    alphabet.stream().sorted().map(String::valueOf).forEach(tokens::idOf);
    var pairs = new PairCounts(counts, tokens);
    var merges = pairs.merge(vocabularySize, minFrequency);
    var json = new TrainedFile(tokens, merges, specialTokens, addPrefixSpace).toJson();
    return Tokenizer.read(JsonValue.parse("Trained tokenizer", json));
  }
}
