package io.cambric.text.post;

import java.util.List;

/** A stage that adds special tokens to the rows of one or two texts; an immutable value. */
public interface PostProcessor {

  /** {@return how many tokens it adds to one text, or to two} */
  int added(boolean isPair);

  /**
   * {@return the rows that together are the result}
   *
   * @param rows of the texts, or the result of an earlier stage
   * @param addSpecial whether special tokens are added
   */
  List<TokenRow> process(List<TokenRow> rows, boolean addSpecial);
}
