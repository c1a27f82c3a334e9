package io.cambric.transform;

import io.cambric.core.ShapedArray;
import io.cambric.interpreters.StagingTrace;
import io.cambric.interpreters.Traced;
import io.cambric.transform.function.Fn;
import java.util.List;

/**
 * The program of a function called by a loop, a branch or a rule, and the structure of its result.
 */
record TracedBody(Traced traced, ArrayTree.Structure result) {

  /**
   * {@return the program of a function at arguments of these avals}
   *
   * @param name the name of the caller, for messages
   */
  static TracedBody of(
      String name, Fn<?, ?> function, ArrayTree.Structure argument, List<ShapedArray> avals) {
    var calls = new Calls<>(function, argument);
    var traced = StagingTrace.trace(name, avals, calls);
    return new TracedBody(traced, calls.result());
  }

  /** {@return the avals of the results} */
  List<ShapedArray> avals() {
    return traced.jaxpr().outputAvals();
  }

  /** Checks that the body returns a tree with the structure of another tree. */
  void requireLike(
      String what,
      String role,
      String of,
      ArrayTree.Structure structure,
      List<ShapedArray> expected) {
    Differentiation.requireLike(what, role, of, structure, expected, result, avals());
  }
}
