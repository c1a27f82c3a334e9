package io.cambric.interpreters;

import io.cambric.core.Array;
import io.cambric.core.Atom;
import io.cambric.core.Primitive;
import io.cambric.core.ShapedArray;
import io.cambric.core.Source;
import io.cambric.core.Trace;
import io.cambric.core.Tracer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Staging, the trace of {@code jit} and {@code makeJaxpr}: records operations as equations of a
 * jaxpr instead of running them.
 */
public final class StagingTrace extends Trace {

  private final String transformation;
  private final JaxprBuilder builder = new JaxprBuilder();

  private StagingTrace(String transformation) {
    super(Trace.current());
    this.transformation = transformation;
  }

  /**
   * {@return the program of a function of arrays}
   *
   * @param transformation the name in messages, such as {@code jit}
   */
  public static Traced trace(
      String transformation, List<ShapedArray> avals, Function<List<Array>, List<Array>> function) {
    var trace = new StagingTrace(transformation);
    var inputs = new ArrayList<Atom.Var>(avals.size());
    var tracers = new ArrayList<Array>(avals.size());
    for (var aval : avals) {
      var variable = new Atom.Var(aval);
      inputs.add(variable);
      tracers.add(new StagedTracer(trace, variable, null));
    }
    try {
      var results = trace.run(() -> function.apply(tracers));
      var outputs = new ArrayList<Atom>(results.size());
      for (var result : results) {
        outputs.add(trace.atom(result));
      }
      return trace.builder.build(inputs, outputs);
    } finally {
      trace.finish();
    }
  }

  @Override
  public String name() {
    return transformation;
  }

  @Override
  public List<Array> process(Primitive primitive, List<Array> operands) {
    var atoms = new ArrayList<Atom>(operands.size());
    for (var operand : operands) {
      atoms.add(atom(operand));
    }
    var eqn = builder.add(primitive, atoms);
    var results = new ArrayList<Array>(eqn.outputs().size());
    for (var variable : eqn.outputs()) {
      results.add(new StagedTracer(this, variable, eqn.source()));
    }
    return results;
  }

  private Atom atom(Array operand) {
    requireAlive(operand);
    return operand instanceof StagedTracer tracer && tracer.trace() == this
        ? tracer.atom
        : builder.constant(operand);
  }

  /** A variable of the jaxpr that is being recorded. */
  private static final class StagedTracer extends Tracer {

    private final Atom.Var atom;
    private final @Nullable Source source;

    StagedTracer(StagingTrace trace, Atom.Var atom, @Nullable Source source) {
      super(trace, atom.aval());
      this.atom = atom;
      this.source = source;
    }

    @Override
    protected String origin() {
      return source == null ? "as an argument" : "at " + source;
    }
  }
}
