package io.cambric.interpreters;

import io.cambric.core.Array;
import io.cambric.core.Atom;
import io.cambric.core.Primitive;
import io.cambric.core.Trace;
import io.cambric.core.Tracer;
import java.util.ArrayList;
import java.util.List;

/**
 * The trace under which jvp rules run during linearization. It records operations that depend on
 * tangents as the linear program, and passes other operations on to its parent.
 */
final class TangentTrace extends Trace {

  private final Trace parent;
  private final JaxprBuilder builder = new JaxprBuilder();

  TangentTrace(Trace parent) {
    super(parent);
    this.parent = parent;
  }

  @Override
  public String name() {
    return "grad";
  }

  Array tracer(Atom.Var variable) {
    return new TangentTracer(variable);
  }

  @Override
  public List<Array> process(Primitive primitive, List<Array> operands) {
    boolean known = true;
    for (var operand : operands) {
      known &= !isOwn(requireAlive(operand));
    }
    if (known) {
      return parent.run(() -> parent.process(primitive, operands));
    }
    var atoms = new ArrayList<Atom>(operands.size());
    for (var operand : operands) {
      atoms.add(atom(operand));
    }
    var results = new ArrayList<Array>();
    for (var variable : builder.add(primitive, atoms).outputs()) {
      results.add(new TangentTracer(variable));
    }
    return results;
  }

  Traced build(List<Atom.Var> inputs, List<Array> outputs) {
    var atoms = new ArrayList<Atom>(outputs.size());
    for (var output : outputs) {
      atoms.add(atom(output));
    }
    return builder.build(inputs, atoms);
  }

  /** {@return whether an array depends on tangents} */
  boolean isOwn(Array operand) {
    return operand instanceof TangentTracer tracer && tracer.trace() == this;
  }

  private Atom atom(Array operand) {
    return operand instanceof TangentTracer tracer && isOwn(tracer)
        ? tracer.variable
        : builder.constant(operand);
  }

  /** A variable of the linear program. */
  private final class TangentTracer extends Tracer {

    private final Atom.Var variable;

    TangentTracer(Atom.Var variable) {
      super(TangentTrace.this, variable.aval());
      this.variable = variable;
    }
  }
}
