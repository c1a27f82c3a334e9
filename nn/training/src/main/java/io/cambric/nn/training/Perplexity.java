package io.cambric.nn.training;

import io.cambric.annotations.PyTree;
import io.cambric.core.Array;
import org.jspecify.annotations.Nullable;

/**
 * The perplexity of a language model: {@code exp} of the mean cross entropy of tokens; NaN without
 * tokens.
 *
 * @param entropy the mean cross entropy, in nats
 */
@PyTree
public record Perplexity(Mean entropy) implements Metric<Perplexity> {

  /** {@return the perplexity of no tokens} */
  public static Perplexity empty() {
    return new Perplexity(Mean.empty());
  }

  /** {@return this with the cross entropies of more tokens} */
  public Perplexity update(Array entropies) {
    return update(entropies, null);
  }

  /**
   * {@return this with more tokens}
   *
   * @param entropies cross entropy of each token in nats, of any shape
   * @param mask weights whose axes are the leading ones of the entropies; null for 1 everywhere
   * @throws io.cambric.errors.ShapeException if the mask has other axes
   */
  public Perplexity update(Array entropies, @Nullable Array mask) {
    return new Perplexity(entropy.update(entropies, mask));
  }

  /** {@return the perplexity, {@code f64[]}} */
  @Override
  public Array compute() {
    return entropy.compute().exp();
  }
}
