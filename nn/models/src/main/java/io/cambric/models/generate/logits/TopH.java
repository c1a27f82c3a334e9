package io.cambric.models.generate.logits;

import io.cambric.annotations.PyTree;
import io.cambric.core.Array;
import io.cambric.lax.Lax;
import io.cambric.numpy.Activations;
import io.cambric.numpy.Numpy;

/**
 * Keeps the most probable tokens while their share of the entropy stays within a fraction.
 *
 * @param fraction f32, in (0, 1]
 * @see <a href="https://arxiv.org/abs/2509.02510">Potraghloo et al., 2025</a>
 */
@PyTree
public record TopH(Array fraction) implements LogitsProcessor {

  /** The number of most probable tokens that are considered. */
  private static final int CANDIDATES = 100;

  /** {@return the rule for a fraction in (0, 1]} */
  public static TopH of(double fraction) {
    return new TopH(Scalars.ofFloat(fraction));
  }

  @Override
  public Array apply(Array logits, TokenSequences sequences) {
    int vocabulary = logits.dim(-1);
    int count = Math.min(CANDIDATES, vocabulary);
    var best = Lax.topK(logits, count);
    var normalized = Activations.logSoftmax(best.get(0));
    var chances = normalized.exp();
    var terms = chances.mul(chances.log()).neg();
    // An excluded candidate adds NaN, which also excludes all candidates after it.
    var reached = Numpy.cumsum(terms, -1);
    var entropy = Entropy.of(normalized);
    var first = Numpy.arange(count).lt(1);
    var kept = Numpy.logicalOr(reached.le(entropy.mul(fraction)), first);
    return Tokens.without(logits, Numpy.logicalNot(Tokens.ofRows(best.get(1), kept, vocabulary)));
  }
}
