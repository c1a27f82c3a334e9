package io.cambric.models.generate.logits;

import io.cambric.annotations.PyTree;
import io.cambric.annotations.Static;
import io.cambric.core.Array;
import io.cambric.numpy.Activations;

/**
 * Keeps tokens whose probability is at least {@code epsilon}.
 *
 * @param epsilon f32, in (0, 1)
 * @param least number of tokens that stay in any case, at least 1
 * @see <a href="https://arxiv.org/abs/2210.15191">Hewitt et al., 2022</a>
 */
@PyTree
public record EpsilonCutoff(Array epsilon, @Static int least) implements LogitsProcessor {

  /** {@return the rule for a probability in (0, 1)} */
  public static EpsilonCutoff of(double epsilon, int least) {
    return new EpsilonCutoff(Scalars.ofFloat(epsilon), least);
  }

  @Override
  public Array apply(Array logits, TokenSequences sequences) {
    var removed = Activations.softmax(logits).lt(epsilon);
    return Tokens.without(logits, Best.spared(removed, logits, least));
  }
}
