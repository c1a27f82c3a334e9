package io.cambric.programs;

import io.cambric.core.Array;
import io.cambric.core.Primitive;
import io.cambric.core.Trace;
import java.util.List;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Injection of faults: a trace that replaces the operations that a program applies, on top of any
 * other trace. So a rule gets a fault without a switch in the library.
 */
final class Planting extends Trace {

  private static final ScopedValue<UnaryOperator<Primitive>> REPLACEMENT =
      ScopedValue.newInstance();

  private final Trace parent;
  private final UnaryOperator<Primitive> replacement;

  private Planting(Trace parent, UnaryOperator<Primitive> replacement) {
    super(parent);
    this.parent = parent;
    this.replacement = replacement;
  }

  /** Runs with a fault in every program that is applied meanwhile. */
  static <R> R with(Fault fault, Supplier<R> body) {
    UnaryOperator<Primitive> replacement = operation -> Planted.in(operation, fault);
    return ScopedValue.where(REPLACEMENT, replacement).call(body::get);
  }

  /** Runs a part of a program, its operations replaced. */
  static <R extends @Nullable Object> R around(Supplier<R> body) {
    return REPLACEMENT.isBound()
        ? new Planting(Trace.current(), REPLACEMENT.get()).run(body)
        : body.get();
  }

  @Override
  public String name() {
    return parent.name();
  }

  @Override
  public List<Array> process(Primitive primitive, List<Array> operands) {
    return parent.run(() -> parent.process(replacement.apply(primitive), operands));
  }
}
