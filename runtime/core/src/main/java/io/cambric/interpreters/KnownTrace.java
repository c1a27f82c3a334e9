package io.cambric.interpreters;

import io.cambric.core.Array;
import io.cambric.core.Lowering;
import io.cambric.core.Primitive;
import io.cambric.core.ShapedArray;
import io.cambric.core.Trace;
import io.cambric.core.Tracer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Partial evaluation without the unknown part: operations on known arrays run in the parent. For
 * the other operations only the avals are computed.
 */
public final class KnownTrace extends Trace {

  private final String transformation;
  private final Trace parent;

  private KnownTrace(String transformation, Trace parent) {
    super(parent);
    this.transformation = transformation;
    this.parent = parent;
  }

  /**
   * {@return the result of a function of unknown arguments}
   *
   * @param transformation the name in messages, such as {@code scan}
   * @param function from the trace and its arguments
   */
  public static <R> R run(
      String transformation,
      List<ShapedArray> avals,
      BiFunction<KnownTrace, List<Array>, R> function) {
    var trace = new KnownTrace(transformation, Trace.current());
    var unknown = new ArrayList<Array>(avals.size());
    for (var aval : avals) {
      unknown.add(new Unknown(trace, aval));
    }
    try {
      return trace.run(() -> function.apply(trace, unknown));
    } finally {
      trace.finish();
    }
  }

  /** {@return whether an array is known: computed from known arrays only} */
  public boolean knows(Array array) {
    return !isOwn(array);
  }

  @Override
  public String name() {
    return transformation;
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
    var avals = ShapedArray.ofAll(operands);
    if (primitive.lower(avals) instanceof Lowering.Call(var jaxpr)) {
      // Some results of a called program may be known although others are not.
      return run(() -> jaxpr.eval(operands));
    }
    var part = knownPart(primitive, operands);
    var results = new ArrayList<Array>();
    for (var aval : primitive.abstractEval(avals)) {
      var result = part == null ? null : part.get(results.size());
      results.add(result == null ? new Unknown(this, aval) : result);
    }
    return results;
  }

  private @Nullable List<@Nullable Array> knownPart(Primitive primitive, List<Array> operands) {
    var known = new ArrayList<@Nullable Array>();
    operands.forEach(operand -> known.add(isOwn(operand) ? null : operand));
    return parent.run(() -> primitive.known(known));
  }

  private boolean isOwn(Array operand) {
    return operand instanceof Unknown tracer && tracer.trace() == this;
  }

  /** An array of known shape and dtype and unknown values. */
  private static final class Unknown extends Tracer {

    Unknown(KnownTrace trace, ShapedArray aval) {
      super(trace, aval);
    }
  }
}
