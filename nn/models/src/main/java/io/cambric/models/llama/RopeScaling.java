package io.cambric.models.llama;

/** How rotary frequencies are lowered for sequences longer than in training. */
public sealed interface RopeScaling {

  /** {@return the scaled frequency, in radians a token} */
  double scaled(double frequency);

  /** Unchanged frequencies. */
  record Default() implements RopeScaling {

    @Override
    public double scaled(double frequency) {
      return frequency;
    }
  }

  /**
   * All frequencies divided.
   *
   * @param factor the divisor
   * @see <a href="https://arxiv.org/abs/2306.15595">Chen et al., 2023</a>
   */
  record Linear(double factor) implements RopeScaling {

    @Override
    public double scaled(double frequency) {
      return frequency / factor;
    }
  }

  /**
   * Low frequencies divided, high ones kept, and the ones in between interpolated.
   *
   * @param factor the divisor of low frequencies
   * @param lowFreqFactor rotations within the original length up to which frequencies are low
   * @param highFreqFactor rotations within the original length from which on frequencies are high
   * @param originalMaxPositionEmbeddings length of sequences of the training
   * @see <a href="https://arxiv.org/abs/2407.21783">Grattafiori et al., 2024</a>
   */
  record Llama3(
      double factor, double lowFreqFactor, double highFreqFactor, int originalMaxPositionEmbeddings)
      implements RopeScaling {

    @Override
    public double scaled(double frequency) {
      double turns = originalMaxPositionEmbeddings * frequency / (2 * Math.PI);
      double kept =
          Math.clamp((turns - lowFreqFactor) / (highFreqFactor - lowFreqFactor), 0.0, 1.0);
      return (1 - kept) * frequency / factor + kept * frequency;
    }
  }
}
