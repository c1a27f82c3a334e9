package io.cambric.interpreters;

import io.cambric.core.Array;
import io.cambric.core.Primitive;
import io.cambric.core.Trace;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Forward differentiation, the trace of {@code jvp}: the jvp rule of each operation computes its
 * results and their tangents.
 */
public final class JvpTrace extends Trace {

  private final Trace parent;

  private JvpTrace(Trace parent) {
    super(parent);
    this.parent = parent;
  }

  /**
   * {@return the results and tangents of a function}
   *
   * @param tangents one per primal; {@code null} is a symbolic zero
   */
  public static Primitive.Jvp jvp(
      Function<List<Array>, List<Array>> function,
      List<Array> primals,
      List<@Nullable Array> tangents) {
    var trace = new JvpTrace(Trace.current());
    var inputs = new ArrayList<Array>(primals.size());
    for (int i = 0; i < primals.size(); i++) {
      inputs.add(trace.pair(primals.get(i), tangents.get(i)));
    }
    try {
      var results = trace.run(() -> function.apply(inputs));
      var primalsOut = new ArrayList<Array>(results.size());
      var tangentsOut = new ArrayList<@Nullable Array>(results.size());
      for (var result : results) {
        primalsOut.add(trace.primalOf(requireAlive(result)));
        tangentsOut.add(trace.tangentOf(result));
      }
      return new Primitive.Jvp(primalsOut, tangentsOut);
    } finally {
      trace.finish();
    }
  }

  @Override
  public String name() {
    return "jvp";
  }

  @Override
  public List<Array> process(Primitive primitive, List<Array> operands) {
    var primals = new ArrayList<Array>(operands.size());
    var tangents = new ArrayList<@Nullable Array>(operands.size());
    boolean anyTangent = false;
    for (var operand : operands) {
      requireAlive(operand);
      var tangent = tangentOf(operand);
      anyTangent |= tangent != null;
      primals.add(primalOf(operand));
      tangents.add(tangent);
    }
    if (!anyTangent) {
      return parent.run(() -> parent.process(primitive, primals));
    }
    var out = parent.run(() -> primitive.jvp(primals, tangents));
    var results = new ArrayList<Array>(out.primals().size());
    for (int i = 0; i < out.primals().size(); i++) {
      results.add(pair(out.primals().get(i), out.tangents().get(i)));
    }
    return results;
  }

  private Array pair(Array primal, @Nullable Array tangent) {
    return tangent == null ? primal : new JvpTracer(this, primal, tangent);
  }

  private Array primalOf(Array operand) {
    return operand instanceof JvpTracer tracer && tracer.trace() == this
        ? tracer.primal()
        : operand;
  }

  private @Nullable Array tangentOf(Array operand) {
    return operand instanceof JvpTracer tracer && tracer.trace() == this ? tracer.tangent() : null;
  }
}
