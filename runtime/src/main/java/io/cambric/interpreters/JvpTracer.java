package io.cambric.interpreters;

import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.core.Tracer;

/** A primal with a tangent that is not zero. */
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

  /** The primal's values: differentiation can be printed and stepped through. */
  @Override
  public NdArray concrete(String what) {
    return primal.concrete(what);
  }
}
