package io.cambric.interpreters;

import io.cambric.core.Array;
import io.cambric.core.Atom;
import io.cambric.core.NdArray;
import io.cambric.core.Primitive;
import io.cambric.core.Trace;
import io.cambric.core.Tracer;
import io.cambric.lax.Lax;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Linearization, the trace of {@code grad} and {@code vjp}: computes a function and records its
 * linear part as a jaxpr. The jvp rule of each operation runs with a {@link TangentTrace} current.
 * Operations on tangents are recorded there; all other operations run in the parent at once.
 *
 * <p>This fuses jvp and partial evaluation of JAX into one trace: operands with a tangent are the
 * unknowns, and no separate pass divides the equations.
 */
public final class LinearizeTrace extends Trace {

  private final Trace parent;
  private final TangentTrace tangents;
  private final Check check;

  private LinearizeTrace(Trace parent, Check check) {
    super(parent);
    this.parent = parent;
    this.tangents = new TangentTrace(parent);
    this.check = check;
  }

  /** A check of each operation on an argument with a tangent, before it runs. */
  @FunctionalInterface
  public interface Check {

    /** Accepts an operation, or throws. */
    void accept(Primitive primitive, List<Array> operands, List<Boolean> nonzero);
  }

  /**
   * The value of a function at a point, and its derivative there.
   *
   * @param primals the results
   * @param nonzero whether each result has a nonzero tangent
   * @param linear from the requested tangents to the nonzero tangents of the results; its captured
   *     arrays are the residuals
   */
  public record Result(List<Array> primals, List<Boolean> nonzero, Traced linear) {}

  /**
   * {@return the value of the function at {@code primals}, and its linear part}
   *
   * @param differentiated whether each primal has a tangent
   */
  public static Result linearize(
      Function<List<Array>, List<Array>> function,
      List<Array> primals,
      List<Boolean> differentiated) {
    return linearize(function, primals, differentiated, List.of(), (_, _, _) -> {});
  }

  /**
   * {@return the value of the function at {@code primals}, and its linear part}
   *
   * @param differentiated whether each primal has a tangent
   * @param check a check of each operation on tangents
   */
  public static Result linearize(
      Function<List<Array>, List<Array>> function,
      List<Array> primals,
      List<Boolean> differentiated,
      Check check) {
    return linearize(function, primals, differentiated, List.of(), check);
  }

  /**
   * {@return the value of the function at {@code primals}, and its linear part}
   *
   * @param differentiated whether each primal has a tangent
   * @param instantiate whether each result has a tangent even if it is zero; empty for none
   */
  static Result linearize(
      Function<List<Array>, List<Array>> function,
      List<Array> primals,
      List<Boolean> differentiated,
      List<Boolean> instantiate) {
    return linearize(function, primals, differentiated, instantiate, (_, _, _) -> {});
  }

  private static Result linearize(
      Function<List<Array>, List<Array>> function,
      List<Array> primals,
      List<Boolean> differentiated,
      List<Boolean> instantiate,
      Check check) {
    var trace = new LinearizeTrace(Trace.current(), check);
    var tangentInputs = new ArrayList<Atom.Var>();
    var inputs = new ArrayList<Array>(primals.size());
    for (int i = 0; i < primals.size(); i++) {
      var primal = primals.get(i);
      if (differentiated.get(i)) {
        var variable = new Atom.Var(primal.aval().strong());
        tangentInputs.add(variable);
        inputs.add(trace.new LinearTracer(primal, trace.tangents.tracer(variable)));
      } else {
        inputs.add(primal);
      }
    }
    try {
      var results = trace.run(() -> function.apply(inputs));
      var primalsOut = new ArrayList<Array>(results.size());
      var nonzero = new ArrayList<Boolean>(results.size());
      var tangentsOut = new ArrayList<Array>();
      for (int i = 0; i < results.size(); i++) {
        var result = requireAlive(results.get(i));
        var tangent = trace.tangentOf(result);
        if (tangent == null && !instantiate.isEmpty() && instantiate.get(i)) {
          tangent = Lax.zeros(result.aval().strong());
        }
        primalsOut.add(trace.primalOf(result));
        nonzero.add(tangent != null);
        if (tangent != null) {
          tangentsOut.add(tangent);
        }
      }
      return new Result(primalsOut, nonzero, trace.tangents.build(tangentInputs, tangentsOut));
    } finally {
      trace.finish();
      trace.tangents.finish();
    }
  }

  @Override
  public String name() {
    return "grad";
  }

  @Override
  public List<Array> process(Primitive primitive, List<Array> operands) {
    var primals = new ArrayList<Array>(operands.size());
    var tangentsIn = new ArrayList<@Nullable Array>(operands.size());
    var nonzero = new ArrayList<Boolean>(operands.size());
    for (var operand : operands) {
      requireAlive(operand);
      var tangent = tangentOf(operand);
      primals.add(primalOf(operand));
      tangentsIn.add(tangent);
      nonzero.add(tangent != null);
    }
    if (!nonzero.contains(true)) {
      return parent.run(() -> parent.process(primitive, primals));
    }
    check.accept(primitive, primals, nonzero);
    var linearized = parent.run(() -> primitive.linearize(primals, nonzero));
    if (linearized == null) {
      var out = tangents.run(() -> primitive.jvp(primals, tangentsIn));
      return pair(out.primals(), out.tangents());
    }
    var tangentsOut = tangents.run(() -> linearized.tangents().apply(tangentsIn));
    return pair(linearized.primals(), tangentsOut);
  }

  /**
   * Pairs results with their tangents. A tangent that depends on no tangent of an operand is zero,
   * because tangents of results are linear in tangents of operands.
   */
  private List<Array> pair(List<Array> primals, List<@Nullable Array> tangentsOut) {
    var results = new ArrayList<Array>(primals.size());
    for (int i = 0; i < primals.size(); i++) {
      var tangent = tangentsOut.get(i);
      results.add(
          tangent != null && tangents.isOwn(tangent)
              ? new LinearTracer(primals.get(i), tangent)
              : primals.get(i));
    }
    return results;
  }

  private Array primalOf(Array operand) {
    return operand instanceof LinearTracer tracer && tracer.trace() == this
        ? tracer.primal
        : operand;
  }

  private @Nullable Array tangentOf(Array operand) {
    return operand instanceof LinearTracer tracer && tracer.trace() == this ? tracer.tangent : null;
  }

  /** A primal of the parent with a tangent of the tangent trace. */
  private final class LinearTracer extends Tracer {

    private final Array primal;
    private final Array tangent;

    LinearTracer(Array primal, Array tangent) {
      super(LinearizeTrace.this, primal.aval());
      this.primal = primal;
      this.tangent = tangent;
    }

    @Override
    public NdArray concrete(String what) {
      return primal.concrete(what);
    }
  }
}
