package io.cambric.nn;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.errors.ShapeException;
import io.cambric.lax.Lax;
import io.cambric.numpy.Numpy;
import io.cambric.numpy.dtype.Promotion;
import io.cambric.numpy.option.DotProductAttentionOptions;

/** Attention computed tile by tile, without an array of all weights, for long sequences. */
final class TiledAttention {

  private TiledAttention() {}

  /** {@return whether there are many weights, and nothing reads them} */
  static boolean suits(Array query, Array key, AttentionOptions options) {
    return DotProductAttentionOptions.isLarge(query.dim(-3), key.dim(-3))
        && !options.drops()
        && !options.sowWeights()
        && !options.hasOwnEinsums();
  }

  /** {@return attention over the values, for arrays {@code [batch..., length, heads, size]}} */
  static Array attend(Array query, Array key, Array value, AttentionOptions options) {
    Attention.requireOneSize(query, key);
    var batch = query.shape().slice(0, query.rank() - 3);
    var scores = batch.concat(Shape.of(query.dim(-2), query.dim(-3), key.dim(-3)));
    var bias = options.bias();
    var mask = options.mask();
    int all = Integer.MAX_VALUE;
    var attended =
        Lax.dotProductAttention(
                inFourAxes(query),
                inFourAxes(key),
                inFourAxes(value),
                bias == null ? null : bias(bias, query.dtype(), scores),
                mask == null ? null : inFourAxes(mask.astype(DType.BOOL), scores),
                1 / Math.sqrt(query.dim(-1)),
                all,
                all)
            .getFirst();
    return attended.reshape(query.shape().with(query.rank() - 1, value.dim(-1)));
  }

  private static Array bias(Array bias, DType dtype, Shape scores) {
    return inFourAxes(bias.astype(Promotion.promoteTypes(dtype, DType.F32)), scores);
  }

  private static Array inFourAxes(Array x) {
    int batch = x.shape().slice(0, x.rank() - 3).size();
    return x.reshape(Shape.of(batch).concat(x.shape().slice(x.rank() - 3, x.rank())));
  }

  /** {@return an operand that broadcasts to all scores, with one batch axis} */
  private static Array inFourAxes(Array x, Shape scores) {
    int rank = scores.rank();
    if (x.rank() > rank) {
      throw new ShapeException(
          "Attention needs bias and mask that broadcast to %s, but got %s."
              .formatted(scores, x.aval()));
    }
    var full = x;
    while (full.rank() < rank) {
      full = Numpy.expandDims(full, 0);
    }
    var lanes = full.shape().slice(rank - 3, rank);
    boolean isRepeated = full.shape().slice(0, rank - 3).size() == 1;
    return isRepeated
        ? full.reshape(Shape.of(1).concat(lanes))
        : inFourAxes(Numpy.broadcastTo(full, scores.slice(0, rank - 3).concat(lanes)));
  }
}
