package io.cambric.lax.op;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.core.Trace;
import io.cambric.errors.DTypeException;
import io.cambric.errors.ShapeException;
import io.cambric.lax.dims.DotDims;

/** Contractions: products of two arrays, summed over axes. */
public final class ContractionOps {

  private ContractionOps() {}

  /** {@return products summed over contracted axes} */
  public static Array dotGeneral(Array lhs, Array rhs, DotDims dims) {
    return Trace.bind(new DotGeneral(dims), lhs, rhs);
  }

  /**
   * {@return the contraction of operands that are widened to another dtype first}
   *
   * @param preferredElementType of the result, of the same kind and no narrower
   * @throws DTypeException if it is narrower or of another kind
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.dot_general.html">lax.dot_general</a>
   */
  public static Array dotGeneral(Array lhs, Array rhs, DotDims dims, DType preferredElementType) {
    requireWider("dot_general", lhs, preferredElementType);
    requireWider("dot_general", rhs, preferredElementType);
    return dotGeneral(
        UnaryOps.convertElementType(lhs, preferredElementType),
        UnaryOps.convertElementType(rhs, preferredElementType),
        dims);
  }

  /** Checks that a preferred dtype has the kind of an operand and is not narrower. */
  static void requireWider(String name, Array operand, DType preferred) {
    boolean fits =
        preferred.isFloating() == operand.dtype().isFloating()
            && preferred.bytes() >= operand.dtype().bytes();
    if (!fits) {
      throw new DTypeException(
          "%s needs a preferred dtype of the same kind as its operand and at least as wide, but got %s for %s. Convert the result with astype."
              .formatted(name, preferred, operand.aval()));
    }
  }

  /**
   * {@return the products of the matrices in the last two axes, of operands with the same leading
   * axes}
   *
   * <p>Shapes: {@code [..., m, k], [..., k, n] -> [..., m, n]}.
   *
   * @throws ShapeException if the numbers of axes differ or are below two, or sizes do not fit
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.batch_matmul.html">lax.batch_matmul</a>
   */
  public static Array batchMatmul(Array lhs, Array rhs) {
    int rank = lhs.rank();
    if (rank < 2 || rhs.rank() != rank) {
      throw new ShapeException(
          "batch_matmul needs two operands of equal rank, at least 2, but got %s and %s."
              .formatted(lhs.aval(), rhs.aval()));
    }
    var batch = Axes.range(0, rank - 2);
    return dotGeneral(lhs, rhs, new DotDims(Axes.of(rank - 1), Axes.of(rank - 2), batch, batch));
  }
}
