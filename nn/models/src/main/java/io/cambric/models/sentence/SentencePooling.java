package io.cambric.models.sentence;

import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.numpy.Numpy;
import java.util.function.BinaryOperator;

/**
 * A way to make one vector of the states of a sentence. Constants are in the order in which the
 * original joins the vectors of an older configuration.
 *
 * @see <a href="https://sbert.net/docs/package_reference/sentence_transformer/modules.html">Pooling
 *     of sentence-transformers</a>
 */
public enum SentencePooling {
  /** The state of the first token. */
  CLS(
      "cls",
      "pooling_mode_cls_token",
      (states, mask) -> Numpy.squeeze(Numpy.slice(states, 1, 0, 1), 1)),
  /** The largest value of each feature over tokens that are no padding. */
  MAX("max", "pooling_mode_max_tokens", SentencePooling::largest),
  /** The mean over tokens that are no padding. */
  MEAN("mean", "pooling_mode_mean_tokens", (states, mask) -> sum(states, mask).div(count(mask))),
  /** The sum over tokens that are no padding, divided by the root of their number. */
  MEAN_SQRT_LENGTH(
      "mean_sqrt_len_tokens",
      "pooling_mode_mean_sqrt_len_tokens",
      (states, mask) -> sum(states, mask).div(Numpy.sqrt(count(mask)))),
  /** The mean weighted by position, from 1 for the first token. */
  WEIGHTED_MEAN("weightedmean", "pooling_mode_weightedmean_tokens", SentencePooling::weighted),
  /** The state of the last token that is no padding. */
  LAST("lasttoken", "pooling_mode_lasttoken", SentencePooling::last);

  private final String word;
  private final String option;
  private final BinaryOperator<Array> function;

  SentencePooling(String word, String option, BinaryOperator<Array> function) {
    this.word = word;
    this.option = option;
    this.function = function;
  }

  /** {@return the word of a configuration that asks for it} */
  String word() {
    return word;
  }

  /** {@return the option of an older configuration that asks for it} */
  String option() {
    return option;
  }

  /**
   * {@return one vector a sentence, {@code [batch, features]}}
   *
   * @param states {@code [batch, length, features]}
   * @param mask {@code [batch, length]}, 0 at padding, which is at the end
   */
  public Array apply(Array states, Array mask) {
    return function.apply(states, Numpy.expandDims(mask, -1).astype(states.dtype()));
  }

  private static Array sum(Array states, Array mask) {
    return states.mul(mask).sum(1);
  }

  /** {@return the number of tokens of each sentence, at least a little above 0} */
  private static Array count(Array mask) {
    return Numpy.maximum(mask.sum(1), NdArray.scalar(mask.dtype(), 1e-9));
  }

  private static Array largest(Array states, Array mask) {
    var lowest = NdArray.scalar(DType.F32, Double.NEGATIVE_INFINITY).astype(states.dtype());
    return Numpy.max(Numpy.where(mask.gt(0), states, lowest), 1);
  }

  private static Array weighted(Array states, Array mask) {
    var weights = mask.mul(places(states).add(1).astype(states.dtype()));
    return sum(states, weights).div(count(weights));
  }

  private static Array last(Array states, Array mask) {
    var last = Numpy.expandDims(mask.sum(1), 1).sub(1);
    var chosen = places(states).astype(states.dtype()).eq(last);
    return Numpy.where(chosen, states, Numpy.zerosLike(states)).sum(1);
  }

  /** {@return the numbers of tokens from 0 on, {@code [length, 1]}} */
  private static Array places(Array states) {
    return Numpy.expandDims(Numpy.arange(states.dim(1)), -1);
  }
}
