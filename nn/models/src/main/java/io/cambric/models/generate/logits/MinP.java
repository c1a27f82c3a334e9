package io.cambric.models.generate.logits;

import io.cambric.annotations.PyTree;
import io.cambric.annotations.Static;
import io.cambric.core.Array;
import io.cambric.lax.Lax;
import io.cambric.numpy.Activations;
import io.cambric.numpy.Numpy;

/**
 * Keeps tokens that are at least a fraction as probable as the most probable one.
 *
 * @param fraction f32, in [0, 1]
 * @param least number of tokens that stay in any case, at least 1
 * @see <a href="https://arxiv.org/abs/2407.01082">Nguyen et al., 2024</a>
 */
@PyTree
public record MinP(Array fraction, @Static int least) implements LogitsProcessor {

  /** {@return the rule for a fraction in [0, 1]} */
  public static MinP of(double fraction, int least) {
    return new MinP(Scalars.ofFloat(fraction), least);
  }

  @Override
  public Array apply(Array logits, TokenSequences sequences) {
    var chances = Activations.softmax(logits);
    var best = Lax.topK(chances, Math.min(least, logits.dim(-1)));
    var needed = Numpy.slice(best.get(0), 1, 0, 1).mul(fraction);
    var spared = Tokens.ofRows(best.get(1), Numpy.isfinite(best.get(0)), logits.dim(-1));
    var removed = Numpy.logicalAnd(chances.lt(needed), Numpy.logicalNot(spared));
    return Tokens.without(logits, removed);
  }
}
