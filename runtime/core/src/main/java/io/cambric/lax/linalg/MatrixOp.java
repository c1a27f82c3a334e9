package io.cambric.lax.linalg;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.Batched;
import io.cambric.core.Lowering;
import io.cambric.core.MappedAxis;
import io.cambric.core.Primitive;
import io.cambric.core.ShapedArray;
import io.cambric.core.Trace;
import io.cambric.kernel.Kernels;
import io.cambric.lax.op.Batching;
import io.cambric.lax.op.DenseOperands;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** A factorisation of each matrix along the last two axes of the operand. */
interface MatrixOp extends Primitive {

  /** {@return whether the operation requires square matrices} */
  boolean needsSquare();

  /** {@return the shape of each result for one matrix: a matrix or a vector} */
  List<Shape> resultShapes(int rows, int columns);

  /** {@return the dtype of a result for the dtype of the matrices} */
  default DType resultType(int result, DType matrix) {
    return matrix;
  }

  /**
   * Factors a matrix.
   *
   * @param matrix only read
   * @param results the results, overwritten completely; a vector is one row
   */
  void factor(Kernels kernels, MatrixBlock matrix, List<MatrixBlock> results);

  @Override
  default List<ShapedArray> abstractEval(List<ShapedArray> operands) {
    var operand = operands.getFirst();
    Matrices.require(name(), operand);
    if (needsSquare()) {
      Matrices.requireSquare(name(), operand);
    }
    var shapes = resultShapes(operand.shape().dim(-2), operand.shape().dim(-1));
    var results = new ArrayList<ShapedArray>(shapes.size());
    for (int i = 0; i < shapes.size(); i++) {
      var shape = Matrices.batchShape(operand).concat(shapes.get(i));
      var dtype = resultType(i, operand.dtype());
      results.add(new ShapedArray(shape, dtype, operand.weak() && dtype == operand.dtype()));
    }
    return results;
  }

  @Override
  default Lowering lower(List<ShapedArray> operands) {
    var operand = operands.getFirst();
    int rows = operand.shape().dim(-2);
    int columns = operand.shape().dim(-1);
    int count = Matrices.batchShape(operand).size();
    var shapes = resultShapes(rows, columns);
    long work = (long) rows * columns * Math.min(rows, columns);
    return new Lowering.Kernel((kernels, in, out, _) -> {
      var matrices = DenseOperands.of(kernels, operand, in.getFirst());
      Matrices.forEach(
          count,
          work,
          i -> {
            var results = new ArrayList<MatrixBlock>(shapes.size());
            for (int k = 0; k < shapes.size(); k++) {
              var shape = shapes.get(k);
              int height = shape.rank() == 1 ? 1 : shape.dim(0);
              results.add(MatrixBlock.of(out.get(k), i, height, shape.dim(-1)));
            }
            factor(kernels, MatrixBlock.of(matrices, i, rows, columns), results);
          });
    });
  }

  @Override
  default Batched batch(MappedAxis axis, List<Array> operands, List<Integer> axes) {
    var front = Batching.moveAxis(operands.getFirst(), axes.getFirst(), 0);
    var results = Trace.bind(this, List.of(front));
    return new Batched(results, Collections.nCopies(results.size(), 0));
  }
}
