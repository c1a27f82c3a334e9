package io.cambric.interpreters;

import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.core.Tracer;

/** A primal with a nonzero tangent. */
final class JvpTracer extends Tracer {

  private final Array primal;
  private final Array tangent;

  JvpTracer(JvpTrace trace, Array primal, Array tangent) {
    super(trace, primal.aval());
    this.primal = primal;
    this.tangent = tangent;
  }

  Array primal() {
    return primal;
  }

  Array tangent() {
    return tangent;
  }

  /**
   * {@return the values of the primal, so that functions under differentiation can be printed and
   * debugged}
   */
  @Override
  public NdArray concrete(String what) {
    return primal.concrete(what);
  }
}
