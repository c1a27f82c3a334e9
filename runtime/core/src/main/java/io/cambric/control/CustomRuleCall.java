package io.cambric.control;

import io.cambric.core.Jaxpr;
import java.util.List;
import java.util.Map;

/** A call of a program with a rule of the user for its derivative. */
interface CustomRuleCall extends ProgramCall {

  /** {@return the name of the function, for listings} */
  String function();

  @Override
  default String paramsText() {
    return "name=" + function();
  }

  @Override
  default Map<String, List<Jaxpr>> programs() {
    return Map.of("call_jaxpr", List.of(jaxpr()));
  }
}
