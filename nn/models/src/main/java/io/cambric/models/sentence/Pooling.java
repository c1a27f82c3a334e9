package io.cambric.models.sentence;

import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.numpy.Numpy;
import java.util.function.BinaryOperator;

/**
 * A way to make one vector of the states of a sentence.
 *
 * @see <a href="https://sbert.net/docs/package_reference/sentence_transformer/modules.html">Pooling
 *     of sentence-transformers</a>
 */
public enum Pooling {
  /** The mean over tokens that are no padding. */
  MEAN("pooling_mode_mean_tokens", (states, mask) -> sum(states, mask).div(count(mask))),
  /** The state of the first token. */
  CLS("pooling_mode_cls_token", (states, mask) -> Numpy.squeeze(Numpy.slice(states, 1, 0, 1), 1)),
  /** The largest value of each feature over tokens that are no padding. */
  MAX("pooling_mode_max_tokens", Pooling::largest),
  /** The sum over tokens that are no padding, divided by the root of their number. */
  MEAN_SQRT_LENGTH(
      "pooling_mode_mean_sqrt_len_tokens",
      (states, mask) -> sum(states, mask).div(Numpy.sqrt(count(mask))));

  private final String option;
  private final BinaryOperator<Array> function;

  Pooling(String option, BinaryOperator<Array> function) {
    this.option = option;
    this.function = function;
  }

  /** {@return the option of a configuration that asks for it} */
  String option() {
    return option;
  }

  /**
   * {@return one vector a sentence, {@code [batch, features]}}
   *
   * @param states {@code [batch, length, features]}
   * @param mask {@code [batch, length]}, 0 at padding
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
    var lowest = NdArray.scalar(DType.F32, -1e9).astype(states.dtype());
    return Numpy.max(Numpy.where(mask.gt(0), states, lowest), 1);
  }
}
