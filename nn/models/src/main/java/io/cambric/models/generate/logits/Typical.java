package io.cambric.models.generate.logits;

import io.cambric.annotations.PyTree;
import io.cambric.annotations.Static;
import io.cambric.core.Array;
import io.cambric.numpy.Activations;
import io.cambric.numpy.Numpy;

/**
 * Keeps the fewest tokens that together reach a probability, in order of how near their information
 * is to the entropy.
 *
 * @param mass f32, the probability, in (0, 1)
 * @param least number of tokens that stay in any case, at least 1
 * @see <a href="https://arxiv.org/abs/2202.00666">Meister et al., 2022</a>
 */
@PyTree
public record Typical(Array mass, @Static int least) implements LogitsProcessor {

  /** {@return the rule for a probability in (0, 1)} */
  public static Typical of(double mass, int least) {
    return new Typical(Scalars.ofFloat(mass), least);
  }

  @Override
  public Array apply(Array logits, TokenSequences sequences) {
    int vocabulary = logits.dim(-1);
    var normalized = Activations.logSoftmax(logits);
    var distance = normalized.neg().sub(Entropy.of(normalized)).abs();
    var order = Numpy.argsort(distance, -1);
    var ascending = Numpy.takeAlongAxis(distance, order, -1);
    var chances = Activations.softmax(Numpy.takeAlongAxis(logits, order, -1));
    var last = Numpy.cumsum(chances, -1).lt(mass).sum(-1);
    var bound =
        Numpy.takeAlongAxis(
            ascending, Numpy.expandDims(Numpy.minimum(last, vocabulary - 1), -1), -1);
    var behind = Numpy.arange(vocabulary).ge(least);
    var removed = Numpy.logicalAnd(ascending.gt(bound), behind);
    return Tokens.without(logits, Tokens.ofRows(order, removed, vocabulary));
  }
}
