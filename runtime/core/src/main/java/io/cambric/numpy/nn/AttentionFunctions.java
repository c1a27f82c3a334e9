package io.cambric.numpy.nn;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.errors.DTypeException;
import io.cambric.errors.ShapeException;
import io.cambric.lax.Lax;
import io.cambric.numpy.dtype.Promotion;
import io.cambric.numpy.option.DotProductAttentionOptions;
import io.cambric.numpy.routine.ElementSelection;
import io.cambric.numpy.routine.Logic;
import io.cambric.numpy.routine.Products;
import io.cambric.numpy.routine.Ranges;
import io.cambric.numpy.routine.Shapes;
import org.jspecify.annotations.Nullable;

/** Attention by scaled dot products. */
public final class AttentionFunctions {

  /** The value for minus infinity. With minus infinity itself, a row without keys would be NaN. */
  private static final double MASKED = -0.7 * Float.MAX_VALUE;

  private AttentionFunctions() {}

  /** {@return scaled dot-product attention of queries over keys and values} */
  public static Array dotProductAttention(Array query, Array key, Array value) {
    return dotProductAttention(query, key, value, DotProductAttentionOptions.DEFAULT);
  }

  /**
   * {@return scaled dot-product attention of queries over keys and values}
   *
   * <pre>
   *   softmax(scale query key^T + bias) value
   * </pre>
   *
   * <p>Shapes: {@code query: [batch, queries, heads, size], key and value: [batch, keys, groups,
   * size] -> [batch, queries, heads, size]}, all with or all without the batch axis. Each group of
   * keys serves {@code heads / groups} heads. Logits and softmax are in f32 at least. A row of the
   * result is 0 if its query is beyond the length of queries.
   *
   * <p>From 128 x 128 logits per head on, logits are computed tile by tile, without an array of all
   * logits. The same holds for the gradient. {@link DotProductAttentionOptions#withImplementation}
   * selects the algorithm for any size.
   *
   * @param options such as {@code DotProductAttentionOptions.DEFAULT.withCausal(true)}
   * @throws ShapeException if the shapes do not match
   * @throws DTypeException if the three operands do not share one floating dtype, or the mask is
   *     not bool
   * @see <a href="https://arxiv.org/abs/1706.03762">Vaswani et al., 2017</a>
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.nn.dot_product_attention.html">nn.dot_product_attention</a>
   */
  public static Array dotProductAttention(
      Array query, Array key, Array value, DotProductAttentionOptions options) {
    requireFit(query, key, value);
    var q = inFourAxes(query);
    var k = inFourAxes(key);
    var v = inFourAxes(value);
    var attended =
        isTiled(options, q.dim(1), k.dim(1))
            ? tiled(options, q, k, v)
            : composite(options, q, k, v);
    if (options.querySeqLengths() != null) {
      var counts = below(q.dim(1), options.querySeqLengths()).astype(attended.dtype());
      attended = attended.mul(Shapes.expandDims(counts, -1, -2));
    }
    return attended.reshape(query.shape());
  }

  private static double scale(DotProductAttentionOptions settings, Array query) {
    return settings.scale() == null ? 1 / Math.sqrt(query.dim(3)) : settings.scale();
  }

  private static boolean isTiled(DotProductAttentionOptions settings, int queries, int keys) {
    return settings.implementation() == null
        ? DotProductAttentionOptions.isLarge(queries, keys)
        : settings.implementation() == DotProductAttentionOptions.Implementation.TILED;
  }

  /** {@return the number of positions that a query sees before its own} */
  private static int before(DotProductAttentionOptions settings) {
    var window = settings.window();
    return window == null ? Integer.MAX_VALUE : window.left();
  }

  /** {@return the number of positions that a query sees after its own} */
  private static int after(DotProductAttentionOptions settings) {
    var window = settings.window();
    int right = window == null ? Integer.MAX_VALUE : window.right();
    return settings.causal() ? Math.min(right, 0) : right;
  }

  private static Array tiled(DotProductAttentionOptions settings, Array q, Array k, Array v) {
    int heads = q.dim(2);
    var mask = settings.mask() == null ? null : inFourAxes(requireBool(settings.mask()), heads);
    if (settings.keyValueSeqLengths() != null) {
      mask = and(mask, Shapes.expandDims(below(k.dim(1), settings.keyValueSeqLengths()), 1, 2));
    }
    var bias = settings.bias();
    return Lax.dotProductAttention(
            q,
            k,
            v,
            bias == null
                ? null
                : inFourAxes(bias, heads).astype(Promotion.promoteTypes(q.dtype(), DType.F32)),
            mask,
            scale(settings, q),
            before(settings),
            after(settings))
        .getFirst();
  }

  private static Array composite(DotProductAttentionOptions settings, Array q, Array k, Array v) {
    int groups = k.dim(2);
    int perGroup = q.dim(2) / groups;
    var computed = Promotion.promoteTypes(q.dtype(), DType.F32);
    var grouped = q.reshape(Shape.of(q.dim(0), q.dim(1), groups, perGroup, q.dim(3)));
    var logits =
        Products.einsum("btkgh,bskh->bkgts", grouped.astype(computed), k.astype(computed))
            .mul(scale(settings, q));
    if (settings.bias() != null) {
      logits = logits.add(inGroups(settings.bias(), groups, perGroup)).astype(computed);
    }
    var mask = mask(settings, q.dim(1), k.dim(1), groups, perGroup);
    var shown = mask == null ? logits : ElementSelection.where(mask, logits, MASKED);
    var weights = ActivationFunctions.softmax(shown).astype(k.dtype());
    return Products.einsum("bkgts,bskh->btkgh", weights, v).reshape(q.shape());
  }

  private static void requireFit(Array query, Array key, Array value) {
    if (!key.dtype().isFloating() || query.dtype() != key.dtype() || value.dtype() != key.dtype()) {
      throw new DTypeException(
          "dot_product_attention needs query, key and value with the same floating dtype, but got %s, %s and %s. Convert them with astype."
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
    return x.rank() == 4 ? x : Shapes.expandDims(x, 0);
  }

  /** Adds leading axes to a shape that broadcasts to {@code [batch, heads, queries, keys]}. */
  private static Array inFourAxes(Array x, int heads) {
    if (x.rank() > 4) {
      throw new ShapeException(
          "dot_product_attention needs bias and mask [batch, heads, queries, keys], but got %s."
              .formatted(x.aval()));
    }
    var full = x;
    while (full.rank() < 4) {
      full = Shapes.expandDims(full, 0);
    }
    if (full.dim(1) != 1 && full.dim(1) != heads) {
      throw new ShapeException(
          "dot_product_attention of %d heads needs bias and mask with as many heads, or 1, along axis 1, but got %s."
              .formatted(heads, x.aval()));
    }
    return full;
  }

  /**
   * Divides the heads of a shape that broadcasts to {@code [batch, heads, queries, keys]} into
   * groups.
   */
  private static Array inGroups(Array x, int groups, int perGroup) {
    var full = inFourAxes(x, groups * perGroup);
    var shape = full.shape();
    return shape.dim(1) == 1
        ? Shapes.expandDims(full, 1)
        : full.reshape(Shape.of(shape.dim(0), groups, perGroup, shape.dim(2), shape.dim(3)));
  }

  private static Array requireBool(Array mask) {
    if (mask.dtype() != DType.BOOL) {
      throw new DTypeException(
          "dot_product_attention needs a mask of bool, but got %s. Compare it with 0, or pass it as a bias."
              .formatted(mask.aval()));
    }
    return mask;
  }

  /**
   * {@return the mask of keys that queries attend to, {@code [batch, groups, heads, queries,
   * keys]}}
   */
  private static @Nullable Array mask(
      DotProductAttentionOptions settings, int queries, int keys, int groups, int perGroup) {
    Array mask = null;
    if (settings.mask() != null) {
      mask = inGroups(requireBool(settings.mask()), groups, perGroup);
    }
    var query = Shapes.expandDims(Ranges.arange(queries), -1);
    var key = Ranges.arange(keys);
    if (settings.causal()) {
      mask = and(mask, key.le(query));
    }
    if (settings.window() != null) {
      mask = and(mask, query.le(key.add(settings.window().left())));
      mask = and(mask, query.ge(key.sub(settings.window().right())));
    }
    if (settings.querySeqLengths() != null) {
      mask = and(mask, Shapes.expandDims(below(queries, settings.querySeqLengths()), 1, 2, 4));
    }
    if (settings.keyValueSeqLengths() != null) {
      mask = and(mask, Shapes.expandDims(below(keys, settings.keyValueSeqLengths()), 1, 2, 3));
    }
    return mask;
  }

  private static Array and(@Nullable Array mask, Array other) {
    return mask == null ? other : Logic.logicalAnd(mask, other);
  }

  /**
   * {@return the mask of {@code count} positions that selects those below the length of each
   * sequence}
   */
  private static Array below(int count, Array lengths) {
    return Lax.lt(
        Shapes.broadcastTo(
            Lax.convertElementType(Ranges.arange(count), DType.I32),
            Shape.of(lengths.dim(0), count)),
        Shapes.broadcastTo(
            Shapes.expandDims(Lax.convertElementType(lengths, DType.I32), -1),
            Shape.of(lengths.dim(0), count)));
  }
}
