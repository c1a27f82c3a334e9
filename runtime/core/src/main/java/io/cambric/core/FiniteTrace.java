package io.cambric.core;

import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Evaluation that stops at the first operation with a result that is not finite.
 *
 * <p>There is no check and no cost while the trace is not current. Only values are checked. Inside
 * {@code jit} there are no values until the program runs; then the results of the whole program are
 * checked. If one is not finite, the program runs again, equation by equation, to find the first.
 *
 * @see <a href="https://docs.jax.dev/en/latest/debugging/flags.html">jax_debug_nans</a>
 */
public final class FiniteTrace extends Trace {

  private static final String PROPERTY = "cambric.debug";

  private final Trace parent;
  private final Set<Kind> kinds;

  /** The kind of value that stops the evaluation. */
  public enum Kind {
    /** Not a number. */
    NAN("NaN"),
    /** Infinity of either sign. */
    INFINITY("an infinity");

    private final String text;

    Kind(String text) {
      this.text = text;
    }

    boolean is(double value) {
      return this == NAN ? Double.isNaN(value) : Double.isInfinite(value);
    }

    /** {@return the name in messages} */
    @Override
    public String toString() {
      return text;
    }
  }

  private FiniteTrace(Trace parent, Set<Kind> kinds) {
    super(parent);
    this.parent = parent;
    this.kinds = kinds;
  }

  /**
   * {@return the result of the body}
   *
   * @throws io.cambric.errors.NonFiniteException at the first operation with a result of a kind
   */
  public static <R> R run(Set<Kind> kinds, Supplier<? extends R> body) {
    return new FiniteTrace(Trace.current(), EnumSet.copyOf(kinds)).run(body);
  }

  /** {@return evaluation with the checks of {@code -Dcambric.debug=nans,infs}} */
  static Trace bottom() {
    var kinds = kinds(System.getProperty(PROPERTY, ""));
    return kinds.isEmpty() ? EvalTrace.INSTANCE : new FiniteTrace(EvalTrace.INSTANCE, kinds);
  }

  static Set<Kind> kinds(String property) {
    var kinds = EnumSet.noneOf(Kind.class);
    for (var word : property.toLowerCase(Locale.ROOT).split(",")) {
      switch (word.strip()) {
        case "nans" -> kinds.add(Kind.NAN);
        case "infs" -> kinds.add(Kind.INFINITY);
        default -> {
          // Other classes read other values of this property.
        }
      }
    }
    return kinds;
  }

  @Override
  public String name() {
    return parent.name();
  }

  @Override
  boolean evaluates() {
    return parent.evaluates();
  }

  @Override
  public List<Array> process(Primitive primitive, List<Array> operands) {
    var results = parent.run(() -> parent.process(primitive, operands));
    new FiniteCheck(kinds).check(primitive, operands, results);
    return results;
  }
}
