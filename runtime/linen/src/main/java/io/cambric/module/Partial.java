package io.cambric.module;

import io.cambric.annotations.PyTree;
import io.cambric.annotations.Static;
import io.cambric.transform.function.Fn;
import io.cambric.transform.function.Fn2;
import org.jspecify.annotations.Nullable;

/**
 * A function with its first argument given, as {@code functools.partial}, to pass a function that
 * uses modules to a lifted one. A lambda would hide its modules. Here they are leaves of a pytree,
 * and are lifted.
 *
 * {@snippet :
 * var next = new Partial<>((Dense d, Array x) -> d.call(x).add(1), dense);
 * Lift.vmap(spec, (Block m, Array x, Fn<Array, Array> f) -> m.inner(x, f)).apply(self(), xs, next);
 * }
 *
 * @param function which captures no modules
 * @param given its first argument: a module, or a pytree with modules in it
 * @param <B> the argument that is given
 * @param <A> the argument that is not
 * @param <R> result
 */
@PyTree
public record Partial<B, A extends @Nullable Object, R extends @Nullable Object>(
    @Static Fn2<B, A, R> function, B given) implements Fn<A, R> {

  @Override
  public R apply(A argument) {
    return function.apply(given, argument);
  }
}
