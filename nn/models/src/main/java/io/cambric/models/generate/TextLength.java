package io.cambric.models.generate;

import io.cambric.annotations.PyTree;
import io.cambric.annotations.Static;
import io.cambric.errors.HyperparameterException;
import io.cambric.errors.ShapeException;

/**
 * Bounds of the length of a text. An immutable value.
 *
 * @param most greatest number of tokens, at least 1
 * @param countsPrompt whether tokens of the prompt count for {@code most}: {@code max_length} of
 *     Transformers, else {@code max_new_tokens}
 * @param minLength least number of tokens, including the prompt
 * @param minNewTokens least number of new tokens
 */
@PyTree
public record TextLength(
    @Static int most, @Static boolean countsPrompt, @Static int minLength, @Static int minNewTokens)
    implements TextLengthWith {

  /**
   * Checks the numbers.
   *
   * @throws HyperparameterException if {@code most} is below 1, or another number below 0
   */
  public TextLength {
    if (most < 1) {
      throw new HyperparameterException(
          "A generator needs at least 1 new token, but got %d. Pass another number."
              .formatted(most));
    }
    if (minLength < 0 || minNewTokens < 0) {
      throw new HyperparameterException(
          "A generator needs minLength and minNewTokens of at least 0, but got %d and %d. Pass other values."
              .formatted(minLength, minNewTokens));
    }
  }

  /** {@return at most a number of new tokens} */
  public static TextLength ofNewTokens(int most) {
    return new TextLength(most, false, 0, 0);
  }

  /**
   * {@return the greatest number of new tokens}
   *
   * @param prompt number of tokens of the longest prompt
   * @throws ShapeException if it leaves room for none
   */
  int newTokens(int prompt) {
    if (!countsPrompt) {
      return most;
    }
    if (prompt >= most) {
      throw new ShapeException(
          "A text of at most %d tokens, including its prompt, needs a shorter prompt than one of %d tokens. Shorten the prompt, or raise the length."
              .formatted(most, prompt));
    }
    return most - prompt;
  }
}
