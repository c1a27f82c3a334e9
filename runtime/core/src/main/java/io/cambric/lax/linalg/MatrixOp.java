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
import io.cambric.kernel.Operand;
import io.cambric.lax.op.Batching;
import io.cambric.lax.op.DenseOperands;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * A factorisation of each of the matrices along the last two axes of the one operand, in double
 * precision whatever the dtype is.
 */
interface MatrixOp extends Primitive {

  /** {@return whether only square matrices will do} */
  boolean needsSquare();

  /** {@return the shape of each result for one matrix: that of a matrix or a vector} */
  List<Shape> resultShapes(int rows, int columns);

  /** {@return the dtype of a result for that of the matrices} */
  default DType resultType(int result, DType matrix) {
    return matrix;
  }

  /**
   * {@return the rows of each result; of a vector, one row}
   *
   * @param matrix a copy, by rows, that may be overwritten
   */
  List<double[][]> factor(double[][] matrix, int columns);

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
    return new Lowering.Kernel((kernels, in, out, _) -> {
      Operand matrices = DenseOperands.of(kernels, operand, in.getFirst());
      int count = Matrices.batchShape(operand).size();
      for (int i = 0; i < count; i++) {
        var results = factor(Matrices.read(matrices, i, rows, columns), columns);
        for (int k = 0; k < out.size(); k++) {
          Matrices.write(out.get(k), i, results.get(k));
        }
      }
    });
  }

  @Override
  default Batched batch(MappedAxis axis, List<Array> operands, List<Integer> axes) {
    var front = Batching.moveAxis(operands.getFirst(), axes.getFirst(), 0);
    var results = Trace.bind(this, List.of(front));
    return new Batched(results, Collections.nCopies(results.size(), 0));
  }
}
