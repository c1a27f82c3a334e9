package io.cambric.lax.sampler;

import io.cambric.core.Array;
import io.cambric.core.Trace;

/** Random numbers from distributions that are drawn by loops. */
public final class SamplerOps {

  private SamplerOps() {}

  /**
   * {@return random numbers from the gamma distribution, or their logarithms}
   *
   * <p>Shapes: {@code keys: u32[b..., 2], alpha: [b..., s...] -> [b..., s...]}.
   *
   * @param alpha shape parameters, floating
   */
  public static Array randomGamma(Array keys, Array alpha, boolean logSpace) {
    return Trace.bind(new RandomGamma(logSpace), keys, alpha);
  }

  /**
   * {@return random numbers from the Poisson distribution, whole numbers in f32; -1 for a NaN or a
   * rate below 0}
   *
   * <p>Shapes: {@code keys: u32[b..., 2], lam: f32[b..., s...] -> f32[b..., s...]}.
   *
   * @param lam expected numbers
   * @param mostRounds the maximum number of iterations of the loop
   */
  public static Array randomPoisson(Array keys, Array lam, int mostRounds) {
    return Trace.bind(new RandomPoisson(mostRounds), keys, lam);
  }

  /**
   * {@return random numbers from the binomial distribution, whole numbers in a floating dtype; NaN
   * for parameters out of range}
   *
   * <p>Shapes: {@code keys: u32[b..., 2], n: [b..., s...], p: [b..., s...] -> [b..., s...]}.
   *
   * @param n numbers of trials
   * @param p probabilities of a success, of the dtype of {@code n}
   */
  public static Array randomBinomial(Array keys, Array n, Array p) {
    return Trace.bind(new RandomBinomial(), keys, n, p);
  }
}
