package io.cambric.models.generate;

/** When a beam search ends before the greatest length: {@code early_stopping} of Transformers. */
public enum EarlyStopping {
  /**
   * Once no running text is likely to become better than the worst finished one. Its current length
   * counts for its score. The default, {@code false}.
   */
  LIKELY,
  /** Once there are as many finished texts as beams, {@code true}. */
  FULL,
  /**
   * Once no running text can become better than the worst finished one, {@code "never"}. With a
   * positive length penalty the greatest length counts.
   */
  CERTAIN
}
