package io.cambric.lax.op;

import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.Lowering;
import io.cambric.core.ShapedArray;
import io.cambric.core.Trace;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A product of rows in groups. Operands: lhs, rhs, and the sizes of the groups. Bilinear in lhs and
 * rhs.
 */
interface RaggedProduct extends BilinearOp {

  /** {@return whether the rows of a group are summed} */
  boolean isContracting();

  /** {@return the number of axes of rhs} */
  int rhsRank();

  /** {@return the shapes of the operands, for messages} */
  String operandShapes();

  /** {@return whether operands with the right numbers of axes match} */
  boolean fits(Shape lhs, Shape rhs, Shape sizes);

  /** {@return the shape of the result} */
  Shape resultShape(Shape lhs, Shape rhs, Shape sizes);

  /** {@return the cotangent of lhs} */
  Array lhsCotangent(Array cotangent, Array rhs, Array sizes);

  /** {@return the cotangent of rhs, which has a known shape} */
  Array rhsCotangent(Array cotangent, Array lhs, Array sizes, Shape shape);

  /** {@return the product} */
  default Array of(Array lhs, Array rhs, Array sizes) {
    return Trace.bind(this, List.of(lhs, rhs, sizes)).getFirst();
  }

  @Override
  default String name() {
    return "ragged_dot_general";
  }

  @Override
  default ShapedArray type(List<ShapedArray> operands) {
    RaggedGroups.requireOperands(this, operands, 3, rhsRank());
    var lhs = operands.get(0);
    var rhs = operands.get(1);
    var sizes = operands.get(2).shape();
    RaggedGroups.requireShapes(fits(lhs.shape(), rhs.shape(), sizes), operandShapes(), operands);
    return new ShapedArray(
        resultShape(lhs.shape(), rhs.shape(), sizes), lhs.dtype(), lhs.weak() && rhs.weak());
  }

  @Override
  default Lowering lower(List<ShapedArray> operands) {
    return new Lowering.Kernel(new RaggedGroups(operands, isContracting()));
  }

  @Override
  default List<@Nullable Array> transpose(
      List<@Nullable Array> cotangents, List<LinearOperand> operands) {
    var cotangent = cotangents.getFirst();
    if (cotangent == null || !(operands.get(2) instanceof LinearOperand.Known(var sizes))) {
      return Arrays.asList(null, null, null);
    }
    if (operands.get(1) instanceof LinearOperand.Known(var rhs)) {
      return Arrays.asList(lhsCotangent(cotangent, rhs, sizes), null, null);
    }
    if (operands.get(0) instanceof LinearOperand.Known(var lhs)) {
      var shape = operands.get(1).aval().shape();
      return Arrays.asList(null, rhsCotangent(cotangent, lhs, sizes, shape), null);
    }
    throw missing("transpose", "a product of two linear operands");
  }
}
