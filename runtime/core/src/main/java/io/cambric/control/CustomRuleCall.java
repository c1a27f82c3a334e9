package io.cambric.control;

import io.cambric.core.Array;
import io.cambric.core.Batched;
import io.cambric.core.Jaxpr;
import io.cambric.core.MappedAxis;
import io.cambric.core.Primitive;
import io.cambric.core.Trace;
import java.util.List;
import java.util.Map;

/**
 * A call of a program with a rule of the user for its derivative. Over lanes it is a call of the
 * mapped program with the mapped rule.
 */
interface CustomRuleCall extends ProgramCall {

  /** {@return the name of the function, for listings} */
  String function();

  /** {@return the same call over lanes} */
  Primitive overLanes(Lanes lanes);

  @Override
  default String paramsText() {
    return "name=" + function();
  }

  @Override
  default Map<String, List<Jaxpr>> programs() {
    return Map.of("call_jaxpr", List.of(jaxpr()));
  }

  @Override
  default Batched batch(MappedAxis axis, List<Array> operands, List<Integer> axes) {
    var lanes = Lanes.of(jaxpr(), axis, axes);
    return new Batched(Trace.bind(overLanes(lanes), operands), lanes.resultAxes());
  }
}
