package io.cambric.models.generate.logits;

import io.cambric.annotations.PyTree;
import io.cambric.annotations.Static;
import io.cambric.core.Array;
import io.cambric.numpy.Activations;
import io.cambric.numpy.Numpy;

/**
 * Keeps tokens whose probability is at least {@code epsilon}, or a lower bound where the
 * distribution is flat: {@code min(epsilon, sqrt(epsilon) exp(-entropy))}.
 *
 * @param epsilon f32, in (0, 1)
 * @param least number of tokens that stay in any case, at least 1
 * @see <a href="https://arxiv.org/abs/2210.15191">Hewitt et al., 2022</a>
 */
@PyTree
public record EtaCutoff(Array epsilon, @Static int least) implements LogitsProcessor {

  /** {@return the rule for a probability in (0, 1)} */
  public static EtaCutoff of(double epsilon, int least) {
    return new EtaCutoff(Scalars.ofFloat(epsilon), least);
  }

  @Override
  public Array apply(Array logits, TokenSequences sequences) {
    var entropy = Entropy.of(Activations.logSoftmax(logits));
    var bound = Numpy.minimum(epsilon, epsilon.sqrt().mul(entropy.neg().exp()));
    var removed = Activations.softmax(logits).lt(bound);
    return Tokens.without(logits, Best.spared(removed, logits, least));
  }
}
