package io.cambric.models.encoder;

import io.cambric.annotations.Module;
import io.cambric.annotations.Setup;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.module.ModuleScope;
import io.cambric.nn.Attention;
import io.cambric.nn.AttentionOptions;
import io.cambric.nn.Dense;
import org.jspecify.annotations.Nullable;

/**
 * Attention of several heads whose projections are dense layers, as Hugging Face stores them.
 *
 * <p>Shapes: {@code [batch, queries, in]} to {@code [batch, queries, features]}.
 *
 * <p>Variables: {@code params/{query,key,value}} with {@code kernel} {@code [in, heads * size]} and
 * {@code bias}, {@code params/out} with {@code kernel} {@code [heads * size, features]} and {@code
 * bias}. Random streams: {@code dropout}, while training.
 *
 * @param heads number of heads
 * @param size features of a head
 * @param features of the result
 * @param qkvBias whether the projections to queries, keys and values have biases
 * @param outBias whether the last projection has a bias
 * @param scaled whether scores are divided by the root of {@code size}
 * @param dropoutRate fraction of weights dropped while training, in {@code [0, 1]}
 * @see <a href="https://arxiv.org/abs/1706.03762">Vaswani et al., 2017</a>
 */
@Module
record HeadsDef(
    int heads,
    int size,
    int features,
    boolean qkvBias,
    boolean outBias,
    boolean scaled,
    double dropoutRate) {

  /** The projections. */
  record Parts(Dense query, Dense key, Dense value, Dense out) {}

  /** Scaled, with biases; the size of a head follows from the features. */
  HeadsDef(int heads, int features, double dropoutRate) {
    this(heads, features / heads, features, true, true, true, dropoutRate);
  }

  @Setup
  Parts parts() {
    return new Parts(
        projection(), projection(), projection(), Dense.of(features).withUseBias(outBias));
  }

  private Dense projection() {
    return Dense.of(heads * size).withUseBias(qkvBias);
  }

  /**
   * {@return a sequence attending to itself}
   *
   * @param mask where queries attend to keys, broadcasts to {@code [batch, heads, queries, keys]};
   *     {@code null} for everywhere
   * @param bias added to the scores, of the same shape; {@code null} for none
   */
  Array call(Parts parts, Array x, @Nullable Array mask, @Nullable Array bias, boolean train) {
    return attend(parts, x, keysAndValues(parts, x), mask, bias, train);
  }

  /** {@return keys and values of a sequence} */
  KeysValues keysAndValues(Parts parts, Array x) {
    return new KeysValues(split(parts.key().call(x)), split(parts.value().call(x)));
  }

  /** {@return queries of a sequence attending to keys of another; masks as in {@code call}} */
  Array attend(
      Parts parts,
      Array x,
      KeysValues memory,
      @Nullable Array mask,
      @Nullable Array bias,
      boolean train) {
    var query = split(parts.query().call(x));
    var attended =
        Attention.dotProductAttention(
            scaled ? query : query.mul(Math.sqrt(size)),
            memory.key(),
            memory.value(),
            dropping(AttentionOptions.DEFAULT.withMask(mask).withBias(bias), train));
    return parts.out().call(attended.reshape(x.shape().with(x.rank() - 1, heads * size)));
  }

  private AttentionOptions dropping(AttentionOptions options, boolean train) {
    return train && dropoutRate > 0
        ? options
            .withBroadcastDropout(false)
            .withDropout(dropoutRate, ModuleScope.makeRng("dropout"))
        : options;
  }

  private Array split(Array x) {
    return x.reshape(Shape.of(x.dim(0), x.dim(1), heads, size));
  }
}
