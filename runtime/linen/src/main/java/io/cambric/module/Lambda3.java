package io.cambric.module;

import io.cambric.random.Key;
import io.cambric.scope.Rngs;
import io.cambric.scope.Variables;
import io.cambric.transform.function.Fn3;
import org.jspecify.annotations.Nullable;

/**
 * A module from a lambda of three arguments.
 *
 * @param <A> first argument, a pytree
 * @param <B> second argument, a pytree or a flag
 * @param <C> third argument, a pytree or a flag
 * @param <R> result, a pytree
 * @see Modules
 */
public final class Lambda3<
        A extends @Nullable Object,
        B extends @Nullable Object,
        C extends @Nullable Object,
        R extends @Nullable Object>
    extends Module<Lambda3<A, B, C, R>> {

  private Lambda3(Handle handle, LambdaDef<Fn3<A, B, C, R>> definition) {
    super(type(definition.name()), handle, definition);
  }

  private static <
          A extends @Nullable Object,
          B extends @Nullable Object,
          C extends @Nullable Object,
          R extends @Nullable Object>
      ModuleType<Lambda3<A, B, C, R>> type(String name) {
    return ModuleType.<Fn3<A, B, C, R>, Lambda3<A, B, C, R>>ofLambda(
        name, Lambda3.class, Lambda3::new);
  }

  static <
          A extends @Nullable Object,
          B extends @Nullable Object,
          C extends @Nullable Object,
          R extends @Nullable Object>
      Lambda3<A, B, C, R> of(String name, Fn3<A, B, C, R> function) {
    return construct(Lambda3.<A, B, C, R>type(name), () -> new LambdaDef<>(name, function));
  }

  /** Runs the lambda in the scope of this module, as a compact method. */
  public R call(A first, B second, C third) {
    LambdaDef<Fn3<A, B, C, R>> def = definition(this);
    return run(
        MethodCall.CALL,
        MethodKind.COMPACT,
        a -> def.function().apply(a.<A>get(0), a.<B>get(1), a.<C>get(2)),
        first,
        second,
        third);
  }

  /** {@return the variables that the lambda makes when it runs on arguments like these} */
  public Variables init(Key key, A first, B second, C third) {
    return init(key, m -> m.call(first, second, third));
  }

  /** {@return the variables that the lambda makes when it runs on arguments like these} */
  public Variables init(Rngs rngs, A first, B second, C third) {
    return init(rngs, m -> m.call(first, second, third));
  }

  /** {@return the output of the lambda, and the variables that it makes} */
  public Initialized<R> initWithOutput(Key key, A first, B second, C third) {
    return initWithOutput(key, m -> m.call(first, second, third));
  }

  /** {@return the output of the lambda, and the variables that it makes} */
  public Initialized<R> initWithOutput(Rngs rngs, A first, B second, C third) {
    return initWithOutput(rngs, m -> m.call(first, second, third));
  }

  /** {@return the output of the lambda, given its variables} */
  public R apply(Variables variables, A first, B second, C third) {
    return apply(variables, m -> m.call(first, second, third));
  }

  /** {@return the output of the lambda, and the variables that were mutable} */
  public Applied<R> apply(Variables variables, ApplyOptions options, A first, B second, C third) {
    return apply(variables, options, m -> m.call(first, second, third));
  }
}
