package io.cambric.lax.op;

import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.core.Trace;
import io.cambric.errors.DTypeException;
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
    for (var operand : new Array[] {lhs, rhs}) {
      boolean fits =
          preferredElementType.isFloating() == operand.dtype().isFloating()
              && preferredElementType.bytes() >= operand.dtype().bytes();
      if (!fits) {
        throw new DTypeException(
            "dot_general needs a preferred dtype of the kind of its operand and no narrower, but got %s for %s. Convert the result with astype."
                .formatted(preferredElementType, operand.aval()));
      }
    }
    return dotGeneral(
        UnaryOps.convertElementType(lhs, preferredElementType),
        UnaryOps.convertElementType(rhs, preferredElementType),
        dims);
  }
}
