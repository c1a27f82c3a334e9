package io.cambric.transform;

import io.cambric.core.Jaxpr;
import java.util.Arrays;

/**
 * A compiled function of two pytrees.
 *
 * @param <A> first argument
 * @param <B> second argument
 * @param <R> result
 */
public class Jit2<A, B, R> extends Jitted implements Fn2<A, B, R> {

  @SuppressWarnings("unchecked")
  Jit2(Fn2<A, B, R> function, JitSpec spec) {
    super(
        function, 2, spec, arguments -> function.apply((A) arguments.get(0), (B) arguments.get(1)));
  }

  @Override
  public R apply(A first, B second) {
    return call(Arrays.asList(first, second));
  }

  /** {@return the program traced for these arguments, as it is before the compiler} */
  public Jaxpr jaxpr(A first, B second) {
    return lower(first, second).jaxpr();
  }

  /** {@return the program for these arguments and what it is compiled to, to be read} */
  public Lowered lower(A first, B second) {
    return lowered(Arrays.asList(first, second));
  }

  /** {@return the compiled program for these arguments as a table, see {@link Lowered#explain}} */
  public String explain(A first, B second) {
    return lower(first, second).explain();
  }
}
