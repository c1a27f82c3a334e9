package io.cambric.lax;

import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.Batched;
import io.cambric.core.Lowering;
import io.cambric.core.MappedAxis;
import io.cambric.core.Primitive;
import io.cambric.core.ShapedArray;
import io.cambric.core.Trace;
import io.cambric.errors.DTypeException;
import io.cambric.errors.ShapeException;
import java.util.List;

/**
 * Factors of matrices: orthonormal columns times an upper triangle, by Householder reflections with
 * the signs of LAPACK, so the diagonal of the triangle may be negative.
 *
 * <p>Shapes: {@code [..., m, n] -> [..., m, k], [..., k, n]} with {@code k = min(m, n)}. Computed
 * in double precision. It has values only: no derivative.
 *
 * @see <a
 *     href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.linalg.qr.html">lax.linalg.qr</a>
 */
record Qr() implements Primitive {

  @Override
  public String name() {
    return "qr";
  }

  @Override
  public List<ShapedArray> abstractEval(List<ShapedArray> operands) {
    var matrix = operands.getFirst();
    if (matrix.rank() < 2) {
      throw new ShapeException(
          "qr needs matrices, that is two axes at least, but got %s.".formatted(matrix));
    }
    if (!matrix.dtype().isFloating()) {
      throw new DTypeException(
          "qr needs a floating dtype, but got %s. Convert it with astype.".formatted(matrix));
    }
    var batch = matrix.shape().slice(0, matrix.rank() - 2);
    int rows = matrix.shape().dim(-2);
    int columns = matrix.shape().dim(-1);
    int inner = Math.min(rows, columns);
    return List.of(
        matrix.withShape(batch.concat(Shape.of(rows, inner))),
        matrix.withShape(batch.concat(Shape.of(inner, columns))));
  }

  @Override
  public Lowering lower(List<ShapedArray> operands) {
    var matrix = operands.getFirst();
    return new Lowering.Kernel((kernels, in, out) -> {
      var dense = DenseOperands.of(kernels, matrix, in.getFirst());
      int rows = matrix.shape().dim(-2);
      int columns = matrix.shape().dim(-1);
      int matrices = matrix.shape().slice(0, matrix.rank() - 2).size();
      for (int i = 0; i < matrices; i++) {
        QrKernel.run(i, rows, columns, dense, out.get(0), out.get(1));
      }
    });
  }

  @Override
  public Batched batch(MappedAxis axis, List<Array> operands, List<Integer> axes) {
    var front = Batching.moveAxis(operands.getFirst(), axes.getFirst(), 0);
    return new Batched(Trace.bind(this, List.of(front)), List.of(0, 0));
  }
}
