package io.cambric.models.generate.logits;

import io.cambric.core.Array;

/**
 * A rule for the logits of the next token. Implementations are pytrees, so that a changed number
 * reuses the program.
 */
public interface LogitsProcessor {

  /**
   * {@return the logits to choose by}
   *
   * @param logits f32 {@code [rows, vocabulary]}; minus infinity for an excluded token
   * @param sequences the tokens so far
   */
  Array apply(Array logits, TokenSequences sequences);
}
