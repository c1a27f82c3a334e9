package io.cambric.transform;

import io.cambric.core.Jaxpr;
import java.util.Arrays;

/**
 * A compiled function of one pytree. Leaves that are not arrays or numbers are static: another
 * value compiles another program.
 *
 * @param <A> argument
 * @param <R> result
 */
public class Jit<A, R> extends Jitted implements Fn<A, R> {

  @SuppressWarnings("unchecked")
  Jit(Fn<A, R> function, JitSpec spec) {
    super(function, 1, spec, arguments -> function.apply((A) arguments.get(0)));
  }

  @Override
  public R apply(A argument) {
    return call(Arrays.asList(argument));
  }

  /** {@return the program traced for an argument, as it is before the compiler} */
  public Jaxpr jaxpr(A argument) {
    return lower(argument).jaxpr();
  }

  /** {@return the program for an argument and what it is compiled to, to be read} */
  public Lowered lower(A argument) {
    return lowered(Arrays.asList(argument));
  }

  /** {@return the compiled program for these arguments as a table, see {@link Lowered#explain}} */
  public String explain(A argument) {
    return lower(argument).explain();
  }
}
