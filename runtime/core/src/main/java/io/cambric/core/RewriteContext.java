package io.cambric.core;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The program around an operation, for a {@linkplain RewriteRules rule}. */
public interface RewriteContext {

  /** {@return the equation that makes a value, or {@code null} for inputs and literals} */
  @Nullable Eqn maker(Atom atom);

  /** {@return the number of reads of a value, by equations and as a result} */
  int uses(Atom atom);

  /** {@return the one result of an operation that is inserted before} */
  Atom.Var bind(Primitive primitive, List<Atom> operands);

  /** {@return the one result of an operation that is inserted before} */
  default Atom.Var bind(Primitive primitive, Atom... operands) {
    return bind(primitive, List.of(operands));
  }
}
