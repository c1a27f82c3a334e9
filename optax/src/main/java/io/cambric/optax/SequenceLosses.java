package io.cambric.optax;

import io.cambric.core.Array;

/** Losses of sequences, by connectionist temporal classification. {@link Losses} offers them. */
final class SequenceLosses {

  /** The usual index of the blank class. */
  private static final int BLANK = 0;

  /** The finite value for the logarithm of 0. */
  private static final double LOG_EPSILON = -1e5;

  private SequenceLosses() {}

  /**
   * {@return the connectionist temporal classification loss of each sequence, with class 0 as
   * blank}
   */
  public static Array ctcLoss(
      Array logits, Array logitPaddings, Array labels, Array labelPaddings) {
    return ctcLoss(logits, logitPaddings, labels, labelPaddings, BLANK, LOG_EPSILON);
  }

  /**
   * {@return the connectionist temporal classification loss of each sequence} The loss is minus the
   * logarithm of the probability of all alignments. An alignment emits the labels in order, with
   * blanks between them.
   *
   * <p>Shapes: {@code logits: [batch, time, classes], logitPaddings: [batch, time], labels: [batch,
   * n], labelPaddings: [batch, n] -> [batch]}.
   *
   * @param logitPaddings 1 at times after the end of a sequence, else 0; floating
   * @param labels integers
   * @param labelPaddings 1 after the last label, else 0; floating
   * @param blankId the blank class
   * @param logEpsilon finite value for the logarithm of 0
   * @throws io.cambric.errors.ShapeException if the shapes do not match
   * @see <a href="https://dl.acm.org/doi/10.1145/1143844.1143891">Graves et al., 2006</a>
   */
  public static Array ctcLoss(
      Array logits,
      Array logitPaddings,
      Array labels,
      Array labelPaddings,
      int blankId,
      double logEpsilon) {
    return ctcLossWithForwardProbs(
            logits, logitPaddings, labels, labelPaddings, blankId, logEpsilon)
        .losses();
  }

  /** {@return the losses of {@link #ctcLoss} and the forward probabilities} */
  public static CtcForward ctcLossWithForwardProbs(
      Array logits, Array logitPaddings, Array labels, Array labelPaddings) {
    return ctcLossWithForwardProbs(
        logits, logitPaddings, labels, labelPaddings, BLANK, LOG_EPSILON);
  }

  /** {@return the losses of {@link #ctcLoss} and the forward probabilities} */
  public static CtcForward ctcLossWithForwardProbs(
      Array logits,
      Array logitPaddings,
      Array labels,
      Array labelPaddings,
      int blankId,
      double logEpsilon) {
    Ctc.requireShapes(logits, logitPaddings, labels, labelPaddings);
    return new Ctc(labels, logEpsilon).run(logits, logitPaddings, labelPaddings, blankId);
  }
}
