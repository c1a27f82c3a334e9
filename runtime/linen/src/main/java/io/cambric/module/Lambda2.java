package io.cambric.module;

import io.cambric.random.Key;
import io.cambric.scope.Rngs;
import io.cambric.scope.Variables;
import io.cambric.transform.function.Fn2;
import io.cambric.transform.function.Fn3;
import org.jspecify.annotations.Nullable;

/**
 * A module from a lambda of two arguments.
 *
 * @param <A> first argument, a pytree
 * @param <B> second argument, a pytree or a flag
 * @param <R> result, a pytree
 * @see Modules
 */
public final class Lambda2<
        A extends @Nullable Object, B extends @Nullable Object, R extends @Nullable Object>
    extends Module<Lambda2<A, B, R>> {

  private Lambda2(Handle handle, LambdaDef<Fn2<A, B, R>> definition) {
    super(type(definition.name()), handle, definition);
  }

  private static <
          A extends @Nullable Object, B extends @Nullable Object, R extends @Nullable Object>
      ModuleType<Lambda2<A, B, R>> type(String name) {
    return ModuleType.<Fn2<A, B, R>, Lambda2<A, B, R>>ofLambda(name, Lambda2.class, Lambda2::new);
  }

  static <A extends @Nullable Object, B extends @Nullable Object, R extends @Nullable Object>
      Lambda2<A, B, R> of(String name, Fn2<A, B, R> function) {
    return construct(Lambda2.<A, B, R>type(name), () -> new LambdaDef<>(name, function));
  }

  static <A extends @Nullable Object, B extends @Nullable Object, R extends @Nullable Object>
      Lambda2<A, B, R> withSelf(String name, Fn3<Lambda2<A, B, R>, A, B, R> function) {
    return of(name, new WithSelf<>(name, function));
  }

  /** A lambda that gets the running module; equal to another of the same lambda. */
  private record WithSelf<
          A extends @Nullable Object, B extends @Nullable Object, R extends @Nullable Object>(
      String name, Fn3<Lambda2<A, B, R>, A, B, R> function) implements Fn2<A, B, R> {
    @Override
    public R apply(A first, B second) {
      return function.apply(running(Lambda2.<A, B, R>type(name)), first, second);
    }
  }

  /** Runs the lambda in the scope of this module, as a compact method. */
  public R call(A first, B second) {
    LambdaDef<Fn2<A, B, R>> def = definition(this);
    return run(
        MethodCall.CALL,
        MethodKind.COMPACT,
        a -> def.function().apply(a.<A>get(0), a.<B>get(1)),
        first,
        second);
  }

  /** {@return the variables that the lambda makes when it runs on arguments like these} */
  public Variables init(Key key, A first, B second) {
    return init(key, m -> m.call(first, second));
  }

  /** {@return the variables that the lambda makes when it runs on arguments like these} */
  public Variables init(Rngs rngs, A first, B second) {
    return init(rngs, m -> m.call(first, second));
  }

  /** {@return the output of the lambda, and the variables that it makes} */
  public Initialized<R> initWithOutput(Key key, A first, B second) {
    return initWithOutput(key, m -> m.call(first, second));
  }

  /** {@return the output of the lambda, and the variables that it makes} */
  public Initialized<R> initWithOutput(Rngs rngs, A first, B second) {
    return initWithOutput(rngs, m -> m.call(first, second));
  }

  /** {@return the output of the lambda, given its variables} */
  public R apply(Variables variables, A first, B second) {
    return apply(variables, m -> m.call(first, second));
  }

  /** {@return the output of the lambda, and the variables that were mutable} */
  public Applied<R> apply(Variables variables, ApplyOptions options, A first, B second) {
    return apply(variables, options, m -> m.call(first, second));
  }
}
