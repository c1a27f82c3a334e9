package io.cambric.text.model;

import io.cambric.text.vocabulary.Vocabulary;
import tools.jackson.core.JsonGenerator;

/** A stage that divides a word into tokens; immutable and safe for use by several threads. */
public sealed interface Model permits Bpe, Unigram, WordLevel, WordPiece {

  /**
   * {@return the tokens of a word}
   *
   * @param word not empty
   */
  WordTokens tokenize(String word);

  /** {@return the tokens and their numbers} */
  Vocabulary vocabulary();

  /** Writes it as an object, as the Rust library does. */
  void write(JsonGenerator json);
}
