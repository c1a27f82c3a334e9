package io.cambric.models.generate.logits;

import io.cambric.annotations.PyTree;
import io.cambric.core.Array;

/**
 * Divides the logits.
 *
 * @param divisor f32, above 0
 */
@PyTree
public record Temperature(Array divisor) implements LogitsProcessor {

  /** {@return the rule for a divisor} */
  public static Temperature of(double divisor) {
    return new Temperature(Scalars.ofFloat(divisor));
  }

  @Override
  public Array apply(Array logits, TokenSequences sequences) {
    return logits.div(divisor);
  }
}
