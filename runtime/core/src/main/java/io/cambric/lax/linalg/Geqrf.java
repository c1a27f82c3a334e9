package io.cambric.lax.linalg;

import io.cambric.array.Shape;
import io.cambric.kernel.Kernels;
import java.util.List;

/**
 * The reflections of {@link Qr} in the form of LAPACK's {@code geqrf}. As in JAX, they have no
 * derivative.
 *
 * <p>Shapes, with {@code k = min(m, n)}: {@code [..., m, n] -> [..., m, n], [..., k]}. The first
 * result has the upper triangle {@code r}, and below it the vectors of the reflections without
 * their first element, a one. The second result has the scales of the reflections.
 *
 * @see <a href="https://www.netlib.org/lapack/lug/node40.html">LAPACK, QR factorization</a>
 */
public record Geqrf() implements MatrixOp {

  @Override
  public String name() {
    return "geqrf";
  }

  @Override
  public boolean needsSquare() {
    return false;
  }

  @Override
  public List<Shape> resultShapes(int rows, int columns) {
    return List.of(Shape.of(rows, columns), Shape.of(Math.min(rows, columns)));
  }

  @Override
  public void factor(Kernels kernels, MatrixBlock matrix, List<MatrixBlock> results) {
    Householder.of(kernels, matrix).store(results.get(0), results.get(1));
  }
}
