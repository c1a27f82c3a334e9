package io.cambric.core;

import io.cambric.errors.ConcretizationException;

/**
 * A tracer: an array that represents a value inside a transformation. A trace creates and processes
 * its tracers.
 */
public abstract non-sealed class Tracer implements Array {

  private final Trace trace;
  private final ShapedArray aval;

  /** Makes a tracer of a trace. */
  protected Tracer(Trace trace, ShapedArray aval) {
    this.trace = trace;
    this.aval = aval;
  }

  @Override
  public final ShapedArray aval() {
    return aval;
  }

  /** {@return the trace that made this tracer} */
  public final Trace trace() {
    return trace;
  }

  /** {@return the line that made this tracer, for messages} */
  protected String origin() {
    return "inside " + trace.name();
  }

  @Override
  public NdArray concrete(String what) {
    throw new ConcretizationException(
        "%s needs the values of an array, but a tracer %s of %s has none; it was made %s. Choose between arrays with where or cond, make the argument static, or move it outside the transformation."
            .formatted(what, aval(), trace.name(), origin()));
  }

  @Override
  public String toString() {
    return "Tracer<" + aval + ">(" + trace.name() + ")";
  }
}
