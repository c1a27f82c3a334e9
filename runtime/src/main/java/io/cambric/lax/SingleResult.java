package io.cambric.lax;

import io.cambric.core.Primitive;
import io.cambric.core.ShapedArray;
import java.util.List;

/** An operation with one result. */
interface SingleResult extends Primitive {

  /** {@return the abstract value of the result} */
  ShapedArray type(List<ShapedArray> operands);

  @Override
  default List<ShapedArray> abstractEval(List<ShapedArray> operands) {
    return List.of(type(operands));
  }
}
