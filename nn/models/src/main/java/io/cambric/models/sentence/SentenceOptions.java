package io.cambric.models.sentence;

import io.cambric.errors.DataException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The steps after the encoder of a model of sentences.
 *
 * @param pooling ways of pooling, whose vectors are concatenated
 * @param steps applied to the vectors, in order
 * @param maxLength longest sentence in tokens, special ones included; empty for the limit of the
 *     encoder
 */
public record SentenceOptions(
    List<SentencePooling> pooling, List<SentenceStep> steps, Optional<Integer> maxLength) {

  /** The mean, normalised. */
  public static final SentenceOptions DEFAULT =
      new SentenceOptions(List.of(SentencePooling.MEAN), true, Optional.empty());

  /** Copies the lists. */
  public SentenceOptions {
    pooling = List.copyOf(pooling);
    steps = List.copyOf(steps);
  }

  /** Vectors as they are, or divided by their Euclidean norms. */
  public SentenceOptions(
      List<SentencePooling> pooling, boolean normalized, Optional<Integer> maxLength) {
    this(pooling, normalized ? List.of(new SentenceStep.Normalization()) : List.of(), maxLength);
  }

  /** {@return whether embeddings have norm 1} */
  public boolean normalized() {
    return !steps.isEmpty() && steps.getLast() instanceof SentenceStep.Normalization;
  }

  /**
   * {@return the options of a folder of sentence-transformers}
   *
   * @throws DataException if a file is missing or damaged, or has a step or an option that is not
   *     supported
   */
  public static SentenceOptions read(Path folder) {
    return SentenceFolder.open(folder).options();
  }
}
