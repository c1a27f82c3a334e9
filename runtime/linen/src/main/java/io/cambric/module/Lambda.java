package io.cambric.module;

import io.cambric.random.Key;
import io.cambric.scope.Rngs;
import io.cambric.scope.Variables;
import io.cambric.transform.function.Fn;
import org.jspecify.annotations.Nullable;

/**
 * A module from a lambda of one argument.
 *
 * @param <A> argument, a pytree
 * @param <R> result, a pytree
 * @see Modules
 */
public final class Lambda<A extends @Nullable Object, R extends @Nullable Object>
    extends Module<Lambda<A, R>> {

  private Lambda(Handle handle, LambdaDef<Fn<A, R>> definition) {
    super(type(definition.name()), handle, definition);
  }

  private static <A extends @Nullable Object, R extends @Nullable Object>
      ModuleType<Lambda<A, R>> type(String name) {
    return ModuleType.<Fn<A, R>, Lambda<A, R>>ofLambda(name, Lambda.class, Lambda::new);
  }

  static <A extends @Nullable Object, R extends @Nullable Object> Lambda<A, R> of(
      String name, Fn<A, R> function) {
    return construct(Lambda.<A, R>type(name), () -> new LambdaDef<>(name, function));
  }

  /** Runs the lambda in the scope of this module, as a compact method. */
  public R call(A argument) {
    LambdaDef<Fn<A, R>> def = definition(this);
    return run(
        MethodCall.CALL, MethodKind.COMPACT, a -> def.function().apply(a.<A>get(0)), argument);
  }

  /** {@return the variables that the lambda makes when it runs on arguments like these} */
  public Variables init(Key key, A argument) {
    return init(key, m -> m.call(argument));
  }

  /** {@return the variables that the lambda makes when it runs on arguments like these} */
  public Variables init(Rngs rngs, A argument) {
    return init(rngs, m -> m.call(argument));
  }

  /** {@return the output of the lambda, and the variables that it makes} */
  public Initialized<R> initWithOutput(Key key, A argument) {
    return initWithOutput(key, m -> m.call(argument));
  }

  /** {@return the output of the lambda, and the variables that it makes} */
  public Initialized<R> initWithOutput(Rngs rngs, A argument) {
    return initWithOutput(rngs, m -> m.call(argument));
  }

  /** {@return the output of the lambda, given its variables} */
  public R apply(Variables variables, A argument) {
    return apply(variables, m -> m.call(argument));
  }

  /** {@return the output of the lambda, and the variables that were mutable} */
  public Applied<R> apply(Variables variables, ApplyOptions options, A argument) {
    return apply(variables, options, m -> m.call(argument));
  }
}
