package io.cambric.core;

import io.cambric.errors.EscapedTracerException;
import io.cambric.errors.NestingException;
import io.cambric.errors.UnboundAxisException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * An interpreter of operations: while it is current, it processes every operation that is applied.
 *
 * <p>Traces have no levels. Each trace has a parent: the trace that was current at its creation.
 * The current trace treats tracers of other traces as constants, and runs its rules with its parent
 * current.
 *
 * @see <a href="https://docs.jax.dev/en/latest/autodidax.html">autodidax</a>, and section 2.1 of
 *     the stackless design of JAX 0.4.36
 */
public abstract class Trace {

  private static final ScopedValue<Context> CURRENT = ScopedValue.newInstance();

  /**
   * The ambient state while operations are bound.
   *
   * @param trace the trace that processes them
   * @param source the line that they come from, {@code null} for the line on the stack
   * @param arrays the scope of the arrays that evaluation makes, {@code null} for none
   */
  private record Context(Trace trace, @Nullable Source source, @Nullable ArrayScope arrays) {

    static Context current() {
      return CURRENT.orElse(Bottom.CONTEXT);
    }
  }

  /**
   * Holds evaluation, the trace outside of all transformations. A class of its own, since
   * evaluation is a subclass of this class.
   */
  private static final class Bottom {

    static final Context CONTEXT = new Context(FiniteTrace.bottom(), null, null);

    private Bottom() {}
  }

  private final @Nullable Trace parent;
  private final int depth;

  /** The outermost enclosing trace that transforms. */
  private final Trace root;

  /** Of a root, the innermost trace that ran when the stack was full; null while it is not. */
  private @Nullable Trace deepest;

  private volatile boolean finished;

  /**
   * Makes a trace that is running.
   *
   * @param parent the trace that was current at the creation of this trace, or {@code null} for
   *     none
   */
  protected Trace(@Nullable Trace parent) {
    this.parent = parent;
    this.depth = parent == null ? 0 : parent.depth + 1;
    this.root = parent == null || parent.evaluates() ? this : parent.root;
  }

  /** {@return the trace that was current at the creation of this trace; null for evaluation} */
  final @Nullable Trace parent() {
    return parent;
  }

  /** {@return the number of enclosing traces} */
  final int depth() {
    return depth;
  }

  /** {@return the trace that processes operations now; evaluation when no transformation runs} */
  public static Trace current() {
    return Context.current().trace();
  }

  /** {@return the line of the equation that is evaluated or transposed now, if one is} */
  static @Nullable Source currentSource() {
    return Context.current().source();
  }

  /**
   * Runs the code of an equation: operations bound meanwhile come from its line, as {@link
   * Source#capture} reports.
   */
  public static <R> R at(Source source, Supplier<? extends R> body) {
    var now = Context.current();
    return ScopedValue.where(CURRENT, new Context(now.trace, source, now.arrays)).call(body::get);
  }

  /** {@return the scope of the arrays that evaluation makes, if one is open} */
  static @Nullable ArrayScope arrays() {
    return Context.current().arrays();
  }

  /** Runs with a scope of arrays, or without one; the current trace is unchanged. */
  static <R> R in(@Nullable ArrayScope arrays, Supplier<? extends R> body) {
    var now = Context.current();
    return ScopedValue.where(CURRENT, new Context(now.trace, now.source, arrays)).call(body::get);
  }

  /** Adds a new array to the scope, if evaluation made it in a scope. */
  static void made(NdArray array) {
    var now = Context.current();
    if (now.arrays != null && now.trace.evaluates()) {
      now.arrays.add(array);
    }
  }

  /** {@return whether operations are computed at once: no transformation runs} */
  public static boolean isEvaluating() {
    return current().evaluates();
  }

  /** {@return whether this trace only computes arrays, as evaluation does} */
  boolean evaluates() {
    return false;
  }

  /**
   * {@return whether a called program runs unchanged: operations are computed at once, and no trace
   * inspects their results}
   */
  public static boolean isRunningPrograms() {
    return current().runsPrograms();
  }

  /** {@return whether this trace evaluates, without work before or after an operation} */
  boolean runsPrograms() {
    return false;
  }

  /**
   * {@return the operands of an operation that is evaluated}
   *
   * @param operation its name, for messages
   * @throws EscapedTracerException if one is a tracer
   */
  public static List<NdArray> evaluated(String operation, List<Array> operands) {
    var values = new ArrayList<NdArray>(operands.size());
    for (var operand : operands) {
      values.add(
          switch (requireAlive(operand)) {
            case NdArray value -> value;
            case Tracer tracer ->
                throw new EscapedTracerException(
                    "%s got a tracer %s of %s outside of that transformation. Transformed functions run on one thread; pass arrays, not tracers, to others."
                        .formatted(operation, tracer.aval(), tracer.trace().name()));
          });
    }
    return values;
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
   * @param operands tracers of this trace or of other running traces, or concrete arrays
   */
  public abstract List<Array> process(Primitive primitive, List<Array> operands);

  /** {@return the named axes that functions may use in this trace, the innermost first} */
  public List<MappedAxis> namedAxes() {
    return parent == null ? List.of() : parent.namedAxes();
  }

  /**
   * {@return the innermost axis of this name in the current trace}
   *
   * @param operation the operation that needs the axis, for the message
   * @throws UnboundAxisException if no enclosing mapping has the name
   */
  public static MappedAxis namedAxis(String operation, String name) {
    var axes = current().namedAxes();
    return axes.stream()
        .filter(axis -> name.equals(axis.name()))
        .findFirst()
        .orElseThrow(() ->
            new UnboundAxisException(
                "%s needs a mapping around it with the axis name \"%s\", but %s. Add axisName(\"%s\") to vmap or pmap."
                    .formatted(
                        operation,
                        name,
                        axes.isEmpty()
                            ? "no axis name is bound here"
                            : "the names bound here are "
                                + axes.stream().map(MappedAxis::name).toList(),
                        name)));
  }

  /**
   * Runs with this trace as the current one.
   *
   * @throws NestingException if traces inside of one another fill the stack
   */
  public final <R> R run(Supplier<? extends R> body) {
    try {
      var now = Context.current();
      return ScopedValue.where(CURRENT, new Context(this, now.source, now.arrays)).call(body::get);
    } catch (Error e) {
      var overflow = NestingException.overflow(e);
      if (overflow == null || evaluates()) {
        throw e;
      }
      // The stack has little room here: the outermost trace does the remaining work.
      if (root.deepest == null || root.deepest.depth < depth) {
        root.deepest = this;
      }
      if (!isEvaluating()) {
        throw e;
      }
      throw TransformationNesting.ofTransformations(root.deepest, overflow, e);
    }
  }

  /** {@return whether the transformed function has not returned yet} */
  public final boolean isRunning() {
    return !finished;
  }

  /** Marks this trace as finished: a later use of its tracers is an error. */
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
          "A tracer %s was used after its %s trace had finished. It was made %s; return it from the traced function instead of storing it."
              .formatted(tracer.aval(), tracer.trace().name(), tracer.origin()));
    }
    return operand;
  }
}
