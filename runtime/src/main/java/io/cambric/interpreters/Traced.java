package io.cambric.interpreters;

import io.cambric.core.Array;
import io.cambric.core.Jaxpr;
import java.util.ArrayList;
import java.util.List;

/**
 * A program as it was traced.
 *
 * @param jaxpr with the captured arrays as leading inputs
 * @param constants the captured arrays
 */
public record Traced(Jaxpr jaxpr, List<Array> constants) {

  /** Copies the constants. */
  public Traced {
    constants = List.copyOf(constants);
  }

  /** {@return the arguments with the captured arrays in front} */
  public List<Array> withConstants(List<? extends Array> arguments) {
    var all = new ArrayList<Array>(constants);
    all.addAll(arguments);
    return all;
  }
}
