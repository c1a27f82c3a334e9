package io.cambric.lax.op;

import io.cambric.core.Primitive;
import io.cambric.core.ShapedArray;
import java.util.List;

/** An operation with one result. */
public interface SingleResult extends Primitive {

  /** {@return the abstract value of the result} */
  ShapedArray type(List<ShapedArray> operands);

  @Override
  default List<ShapedArray> abstractEval(List<ShapedArray> operands) {
    return List.of(type(operands));
  }
}
