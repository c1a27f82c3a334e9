package io.cambric.lax.attention;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.ShapedArray;
import io.cambric.errors.DTypeException;
import io.cambric.errors.ShapeException;
import io.cambric.kernel.Operand;
import io.cambric.kernel.ScoreOperands;
import io.cambric.kernel.ScoreSpec;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The parameters of attention scores. The first operands of such an operation are queries {@code
 * [batch, queries, heads, size]}, keys {@code [batch, keys, groups, size]} and values {@code
 * [batch, keys, groups, valueSize]}. A bias and a mask may follow, {@code [batch, heads, queries,
 * keys]} or 1 along some of these axes.
 *
 * @param scale factor of the products of queries and keys
 * @param before number of positions that a query sees before its own; {@link Integer#MAX_VALUE} for
 *     all
 * @param after number of positions that a query sees after its own; may be negative; {@link
 *     Integer#MAX_VALUE} for all
 * @param bias whether a bias is added to the scores
 * @param mask whether a mask selects the visible keys
 */
public record ScoreParams(double scale, int before, int after, boolean bias, boolean mask) {

  /** {@return whether some keys may be invisible to a query} */
  boolean hides() {
    return mask || before != Integer.MAX_VALUE || after != Integer.MAX_VALUE;
  }

  /** {@return the number of operands that scores and values depend on} */
  int operands() {
    return 3 + (bias ? 1 : 0) + (mask ? 1 : 0);
  }

  /** {@return the dtype of scores: f32 at least} */
  static DType scoreType(ShapedArray query) {
    return query.dtype() == DType.F64 ? DType.F64 : DType.F32;
  }

  /** {@return the sizes of operands that match} */
  ScoreSpec spec(List<ShapedArray> operands) {
    var query = operands.get(0).shape();
    var key = operands.get(1).shape();
    return new ScoreSpec(
        query.dim(0),
        query.dim(1),
        key.dim(1),
        query.dim(2),
        key.dim(2),
        query.dim(3),
        operands.get(2).shape().dim(3),
        scale,
        before,
        after,
        operands.get(0).dtype());
  }

  /** {@return the shape of all scores} */
  Shape scores(List<ShapedArray> operands) {
    var query = operands.get(0).shape();
    return Shape.of(query.dim(0), query.dim(2), query.dim(1), operands.get(1).shape().dim(1));
  }

  /** {@return the shape of one number per query: batch, heads, queries} */
  ShapedArray perQuery(List<ShapedArray> operands) {
    return new ShapedArray(scores(operands).slice(0, 3), scoreType(operands.getFirst()));
  }

  /** {@return the shape of the attended values: batch, queries, heads, value size} */
  Shape attended(List<ShapedArray> operands) {
    return operands.get(0).shape().with(3, operands.get(2).shape().dim(3));
  }

  /**
   * Checks the operands.
   *
   * @throws ShapeException if their shapes do not match
   * @throws DTypeException if their dtypes do not match
   */
  void require(String name, List<ShapedArray> operands) {
    var query = operands.get(0);
    var key = operands.get(1);
    var value = operands.get(2);
    if (!query.dtype().isFloating()
        || key.dtype() != query.dtype()
        || value.dtype() != query.dtype()) {
      throw new DTypeException(
          "%s needs queries, keys and values with the same floating dtype, but got %s, %s and %s. Convert them with astype."
              .formatted(name, query, key, value));
    }
    boolean fits =
        query.rank() == 4
            && key.rank() == 4
            && value.rank() == 4
            && key.shape().dim(0) == query.shape().dim(0)
            && key.shape().dim(3) == query.shape().dim(3)
            && value.shape().slice(0, 3).equals(key.shape().slice(0, 3))
            && key.shape().dim(2) > 0
            && query.shape().dim(2) % key.shape().dim(2) == 0;
    if (!fits) {
      throw new ShapeException(
          "%s needs queries [batch, queries, heads, size], keys and values [batch, keys, groups, size] with heads a multiple of groups, but got %s, %s and %s."
              .formatted(name, query, key, value));
    }
    var scores = scores(operands);
    if (bias) {
      requireBroadcast(name, operands.get(3), scores, false);
    }
    if (mask) {
      requireBroadcast(name, operands.get(operands() - 1), scores, true);
    }
  }

  private static void requireBroadcast(String name, ShapedArray x, Shape scores, boolean mask) {
    boolean fits = x.rank() == 4 && (mask ? x.dtype() == DType.BOOL : x.dtype().isFloating());
    for (int d = 0; fits && d < 4; d++) {
      fits = x.shape().dim(d) == 1 || x.shape().dim(d) == scores.dim(d);
    }
    if (!fits) {
      throw new ShapeException(
          "%s needs a %s %s, or 1 along some axes, but got %s."
              .formatted(name, mask ? "mask of bool" : "floating bias", scores, x));
    }
  }

  /** {@return the operands of a kernel, from the first operands of an operation} */
  ScoreOperands operands(List<ShapedArray> avals, List<Operand> in) {
    return new ScoreOperands(
        in.get(0),
        in.get(1),
        in.get(2),
        bias ? repeated(avals.get(3), in.get(3)) : null,
        mask ? repeated(avals.get(operands() - 1), in.get(operands() - 1)) : null);
  }

  /** {@return an operand that is read repeatedly along its axes of size 1} */
  static Operand repeated(ShapedArray aval, Operand operand) {
    int[] strides = operand.strides().clone();
    for (int d = 0; d < strides.length; d++) {
      if (aval.shape().dim(d) == 1) {
        strides[d] = 0;
      }
    }
    return new Operand(operand.buffer(), operand.offset(), strides);
  }

  /** {@return the bias among the first operands, {@code null} if this operation has none} */
  <T> @Nullable T biasOf(List<T> operands) {
    return bias ? operands.get(3) : null;
  }

  /** {@return the mask among the first operands} */
  <T> Optional<T> maskOf(List<T> operands) {
    return mask ? Optional.of(operands.get(operands() - 1)) : Optional.empty();
  }
}
