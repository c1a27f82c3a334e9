package io.cambric.numpy;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.errors.DTypeException;
import io.cambric.errors.ShapeException;
import io.cambric.lax.Lax;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Attention, as {@link Activations} offers it. */
abstract class AttentionFunctions extends CommonFunctions {

  /** Stands for minus infinity, which would make a row without any key NaN. */
  private static final double MASKED = -0.7 * Float.MAX_VALUE;

  AttentionFunctions() {}

  /** {@return the values, weighed by how well queries and keys agree} */
  public static Array dotProductAttention(Array query, Array key, Array value) {
    return dotProductAttention(query, key, value, spec -> spec);
  }

  /**
   * {@return the values, weighed by how well queries and keys agree}
   *
   * <pre>
   *   softmax(scale query key^T + bias) value
   * </pre>
   *
   * <p>Shapes: {@code query: [batch, queries, heads, size], key and value: [batch, keys, groups,
   * size] -> [batch, queries, heads, size]}, all with or all without the batch axis. Each group of
   * keys serves {@code heads / groups} heads. Logits and softmax are in f32 at least. A row of the
   * result is 0 where its query does not count.
   *
   * @param options such as {@code spec -> spec.withCausal(true)}
   * @throws ShapeException if the shapes do not fit each other
   * @throws DTypeException if the three have not one floating dtype, or the mask is not bool
   * @see <a href="https://arxiv.org/abs/1706.03762">Vaswani et al., 2017</a>
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.nn.dot_product_attention.html">nn.dot_product_attention</a>
   */
  public static Array dotProductAttention(
      Array query, Array key, Array value, UnaryOperator<AttentionSpec> options) {
    requireFit(query, key, value);
    var spec = options.apply(AttentionSpec.DEFAULT);
    var q = inFourAxes(query);
    var k = inFourAxes(key);
    var v = inFourAxes(value);
    int groups = k.dim(2);
    int perGroup = q.dim(2) / groups;
    var computed = Promotion.promoteTypes(q.dtype(), DType.F32);
    var grouped = q.reshape(Shape.of(q.dim(0), q.dim(1), groups, perGroup, q.dim(3)));
    var logits =
        Numpy.einsum("btkgh,bskh->bkgts", grouped.astype(computed), k.astype(computed))
            .mul(spec.scale() == null ? 1 / Math.sqrt(q.dim(3)) : spec.scale());
    if (spec.bias() != null) {
      logits = logits.add(inGroups(spec.bias(), groups, perGroup)).astype(computed);
    }
    var mask = mask(spec, q.dim(1), k.dim(1), groups, perGroup);
    var shown = mask == null ? logits : Numpy.where(mask, logits, MASKED);
    var weights = Activations.softmax(shown).astype(k.dtype());
    var attended = Numpy.einsum("bkgts,bskh->btkgh", weights, v).reshape(q.shape());
    if (spec.querySeqLengths() != null) {
      var counts = below(q.dim(1), spec.querySeqLengths()).astype(attended.dtype());
      attended = attended.mul(Numpy.expandDims(counts, -1, -2));
    }
    return attended.reshape(query.shape());
  }

  private static void requireFit(Array query, Array key, Array value) {
    if (!key.dtype().isFloating() || query.dtype() != key.dtype() || value.dtype() != key.dtype()) {
      throw new DTypeException(
          "dot_product_attention needs query, key and value of one floating dtype, but got %s, %s and %s. Convert them with astype."
              .formatted(query.aval(), key.aval(), value.aval()));
    }
    int rank = query.rank();
    boolean fits =
        (rank == 3 || rank == 4)
            && key.rank() == rank
            && key.shape().equals(value.shape())
            && (rank == 3 || query.dim(0) == key.dim(0))
            && query.dim(-1) == key.dim(-1)
            && key.dim(-2) > 0
            && query.dim(-2) % key.dim(-2) == 0;
    if (!fits) {
      throw new ShapeException(
          "dot_product_attention needs query [batch, queries, heads, size], key and value [batch, keys, groups, size] with heads a multiple of groups, but got %s, %s and %s."
              .formatted(query.aval(), key.aval(), value.aval()));
    }
  }

  private static Array inFourAxes(Array x) {
    return x.rank() == 4 ? x : Numpy.expandDims(x, 0);
  }

  /** From {@code [batch, heads, queries, keys]}, or a shape that broadcasts to it. */
  private static Array inGroups(Array x, int groups, int perGroup) {
    if (x.rank() > 4) {
      throw new ShapeException(
          "dot_product_attention needs bias and mask [batch, heads, queries, keys], but got %s."
              .formatted(x.aval()));
    }
    var full = x;
    while (full.rank() < 4) {
      full = Numpy.expandDims(full, 0);
    }
    var shape = full.shape();
    if (shape.dim(1) == 1) {
      return Numpy.expandDims(full, 1);
    }
    if (shape.dim(1) != groups * perGroup) {
      throw new ShapeException(
          "dot_product_attention of %d heads needs bias and mask with as many or 1 along axis 1, but got %s."
              .formatted(groups * perGroup, x.aval()));
    }
    return full.reshape(Shape.of(shape.dim(0), groups, perGroup, shape.dim(2), shape.dim(3)));
  }

  /** {@return where queries attend to keys, {@code [batch, groups, heads, queries, keys]}} */
  private static @Nullable Array mask(
      AttentionSpec spec, int queries, int keys, int groups, int perGroup) {
    Array mask = null;
    if (spec.mask() != null) {
      if (spec.mask().dtype() != DType.BOOL) {
        throw new DTypeException(
            "dot_product_attention needs a mask of bool, but got %s. Compare it with 0, or give a bias."
                .formatted(spec.mask().aval()));
      }
      mask = inGroups(spec.mask(), groups, perGroup);
    }
    var query = Numpy.expandDims(Numpy.arange(queries), -1);
    var key = Numpy.arange(keys);
    if (spec.causal()) {
      mask = and(mask, key.le(query));
    }
    if (spec.window() != null) {
      mask = and(mask, query.le(key.add(spec.window().left())));
      mask = and(mask, query.ge(key.sub(spec.window().right())));
    }
    if (spec.querySeqLengths() != null) {
      mask = and(mask, Numpy.expandDims(below(queries, spec.querySeqLengths()), 1, 2, 4));
    }
    if (spec.keyValueSeqLengths() != null) {
      mask = and(mask, Numpy.expandDims(below(keys, spec.keyValueSeqLengths()), 1, 2, 3));
    }
    return mask;
  }

  private static Array and(@Nullable Array mask, Array other) {
    return mask == null ? other : Numpy.logicalAnd(mask, other);
  }

  /** {@return for each of a batch which of the first {@code count} numbers are below its length} */
  private static Array below(int count, Array lengths) {
    return Lax.lt(
        Numpy.broadcastTo(
            Lax.convertElementType(Numpy.arange(count), DType.I32),
            Shape.of(lengths.dim(0), count)),
        Numpy.broadcastTo(
            Numpy.expandDims(Lax.convertElementType(lengths, DType.I32), -1),
            Shape.of(lengths.dim(0), count)));
  }
}
