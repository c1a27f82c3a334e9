package io.cambric.control;

import io.cambric.core.Jaxpr;
import io.cambric.core.Lowering;
import io.cambric.core.Primitive;
import io.cambric.core.ShapedArray;
import java.util.List;
import java.util.Set;

/** An operation that calls a program. */
interface ProgramCall extends Primitive {

  /** {@return the program} */
  Jaxpr jaxpr();

  @Override
  default List<ShapedArray> abstractEval(List<ShapedArray> operands) {
    return jaxpr().outputAvals();
  }

  @Override
  default boolean hasEffects() {
    return jaxpr().hasEffects();
  }

  @Override
  default Set<String> axisNames() {
    return jaxpr().axisNames();
  }

  @Override
  default Lowering lower(List<ShapedArray> operands) {
    return new Lowering.Call(jaxpr());
  }
}
