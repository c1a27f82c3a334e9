package io.cambric.core;

import io.cambric.errors.EscapedTracerException;
import java.util.List;
import java.util.function.Supplier;

/**
 * An interpreter of operations: what happens when one is applied while this trace is current.
 *
 * <p>Traces have no levels. Each knows its parent, the trace that was current where it was made;
 * the current one processes every operation, taking tracers of other traces for constants, and runs
 * its rules with its parent current.
 *
 * @see <a href="https://docs.jax.dev/en/latest/autodidax.html">autodidax</a>, and section 2.1 of
 *     the stackless design of JAX 0.4.36
 */
public abstract class Trace {

  private static final ScopedValue<Trace> CURRENT = ScopedValue.newInstance();

  private volatile boolean finished;

  /** Makes a trace that is running. */
  protected Trace() {}

  /** {@return the trace that processes operations now; evaluation when no transformation runs} */
  public static Trace current() {
    return CURRENT.orElse(EvalTrace.INSTANCE);
  }

  /** Applies an operation to arrays in the current trace. */
  public static List<Array> bind(Primitive primitive, List<? extends Array> operands) {
    return current().process(primitive, List.copyOf(operands));
  }

  /** Applies an operation with one result in the current trace. */
  public static Array bind(Primitive primitive, Array... operands) {
    return current().process(primitive, List.of(operands)).getFirst();
  }

  /** {@return the transformation this trace belongs to, for messages, such as {@code jit}} */
  public abstract String name();

  /**
   * Applies an operation.
   *
   * @param operands tracers of this trace, of others that are still running, or concrete arrays
   */
  public abstract List<Array> process(Primitive primitive, List<Array> operands);

  /** Runs with this trace as the current one. */
  public final <R> R run(Supplier<? extends R> body) {
    return ScopedValue.where(CURRENT, this).call(body::get);
  }

  /** Marks this trace as over: using one of its tracers from now on is an error. */
  public final void finish() {
    finished = true;
  }

  /**
   * {@return the operand, checked to belong to a trace that is still running}
   *
   * @throws EscapedTracerException if it is a tracer of a finished trace
   */
  protected static Array requireAlive(Array operand) {
    if (operand instanceof Tracer tracer && tracer.trace().finished) {
      throw new EscapedTracerException(
          "A tracer %s of a finished %s trace was used. It was made %s; return it from the traced function instead of storing it."
              .formatted(tracer.aval(), tracer.trace().name(), tracer.origin()));
    }
    return operand;
  }
}
