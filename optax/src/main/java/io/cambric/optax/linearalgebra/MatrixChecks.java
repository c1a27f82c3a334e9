package io.cambric.optax.linearalgebra;

import io.cambric.core.Array;
import io.cambric.errors.DTypeException;
import io.cambric.errors.ShapeException;

/** Checks of matrices. */
final class MatrixChecks {

  private MatrixChecks() {}

  static void requireSquare(String where, Array matrix) {
    if (matrix.rank() != 2 || matrix.dim(0) != matrix.dim(1)) {
      throw new ShapeException(
          "%s needs a square matrix, but got %s. Map it over several matrices with vmap."
              .formatted(where, matrix.aval()));
    }
    requireFloating(where, matrix);
  }

  static void requireFloating(String where, Array x) {
    if (!x.dtype().isFloating()) {
      throw new DTypeException(
          "%s needs floating-point numbers, but got %s. Convert them with astype(DType.F32)."
              .formatted(where, x.aval()));
    }
  }
}
