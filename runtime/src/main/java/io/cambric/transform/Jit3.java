package io.cambric.transform;

import io.cambric.core.Jaxpr;
import java.util.Arrays;

/**
 * A compiled function of three pytrees.
 *
 * @param <A> first argument
 * @param <B> second argument
 * @param <C> third argument
 * @param <R> result
 */
public final class Jit3<A, B, C, R> extends Jitted implements Fn3<A, B, C, R> {

  @SuppressWarnings("unchecked")
  Jit3(Fn3<A, B, C, R> function, JitSpec spec) {
    super(
        function,
        3,
        spec,
        arguments ->
            function.apply((A) arguments.get(0), (B) arguments.get(1), (C) arguments.get(2)));
  }

  @Override
  public R apply(A first, B second, C third) {
    return call(Arrays.asList(first, second, third));
  }

  /** {@return the program traced for these arguments, as it is before the compiler} */
  public Jaxpr jaxpr(A first, B second, C third) {
    return lower(first, second, third).jaxpr();
  }

  /** {@return the program for these arguments and what it is compiled to, to be read} */
  public Lowered lower(A first, B second, C third) {
    return lowered(Arrays.asList(first, second, third));
  }

  /** {@return the compiled program for these arguments as a table, see {@link Lowered#explain}} */
  public String explain(A first, B second, C third) {
    return lower(first, second, third).explain();
  }
}
