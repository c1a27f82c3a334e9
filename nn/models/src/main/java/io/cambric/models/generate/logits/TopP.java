package io.cambric.models.generate.logits;

import io.cambric.annotations.PyTree;
import io.cambric.annotations.Static;
import io.cambric.core.Array;
import io.cambric.numpy.Activations;
import io.cambric.numpy.Numpy;

/**
 * Keeps the fewest most probable tokens that together reach a probability.
 *
 * @param mass f32, the probability
 * @param least number of tokens that stay in any case, at least 1
 * @see <a href="https://arxiv.org/abs/1904.09751">Holtzman et al., 2019</a>
 */
@PyTree
public record TopP(Array mass, @Static int least) implements LogitsProcessor {

  /** {@return the rule for a probability in [0, 1]} */
  public static TopP of(double mass, int least) {
    return new TopP(Scalars.ofFloat(mass), least);
  }

  @Override
  public Array apply(Array logits, TokenSequences sequences) {
    int vocabulary = logits.dim(-1);
    var order = Numpy.argsort(logits, -1);
    var ascending = Numpy.takeAlongAxis(logits, order, -1);
    var reached = Numpy.cumsum(Activations.softmax(ascending), -1);
    var rest = Numpy.arange(vocabulary).lt(vocabulary - least);
    var removed = Numpy.logicalAnd(reached.le(mass.neg().add(1)), rest);
    return Tokens.without(logits, Tokens.ofRows(order, removed, vocabulary));
  }
}
