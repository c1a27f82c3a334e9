package io.cambric.examples.diffusion;

import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;

/**
 * The noise of each level, from little to all: an image at level t is {@code sqrt(kept) x + sqrt(1
 * - kept) noise}.
 *
 * @param kept share of the image's variance, {@code f32[levels]}, falling
 * @param beta variance of the noise that a level adds to the one before it, {@code f32[levels]}
 * @see <a href="https://arxiv.org/abs/2102.09672">Nichol and Dhariwal, Improved Denoising Diffusion
 *     Probabilistic Models</a>
 */
record NoiseSchedule(Array kept, Array beta) {

  /** Keeps the first levels from having next to no noise. */
  private static final double OFFSET = 0.008;

  private static final double MAX_BETA = 0.999;

  /** {@return a schedule whose kept share falls as a squared cosine} */
  static NoiseSchedule cosine(int levels) {
    var kept = new float[levels];
    var beta = new float[levels];
    double product = 1;
    for (int t = 0; t < levels; t++) {
      double each = Math.min(1 - cosine(t + 1, levels) / cosine(t, levels), MAX_BETA);
      product *= 1 - each;
      beta[t] = (float) each;
      kept[t] = (float) product;
    }
    var shape = Shape.of(levels);
    return new NoiseSchedule(NdArray.of(shape, kept), NdArray.of(shape, beta));
  }

  private static double cosine(int level, int levels) {
    double cosine = Math.cos(((double) level / levels + OFFSET) / (1 + OFFSET) * Math.PI / 2);
    return cosine * cosine;
  }

  int levels() {
    return kept.dim(0);
  }
}
