package io.cambric.module;

import io.cambric.numpy.Key;
import io.cambric.scope.Rngs;
import io.cambric.scope.Variables;
import io.cambric.scope.lift.MapVariablesLift;
import io.cambric.scope.lift.RematLift;
import io.cambric.scope.lift.ScanLift;
import io.cambric.scope.lift.VmapLift;
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
public sealed class Lambda3<
        A extends @Nullable Object,
        B extends @Nullable Object,
        C extends @Nullable Object,
        R extends @Nullable Object>
    extends Module<Lambda3<A, B, C, R>> {

  private Lambda3(Handle handle, Record definition) {
    super(type(((LambdaDef<?>) definition).name()), handle, definition);
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

  /**
   * {@return this module with methods mapped over axes of arguments, variables and results; options
   * follow}
   *
   * @param methods the names of the methods; {@code call} by default
   */
  public Vmapped<A, B, C, R> vmap(String... methods) {
    return lift(Vmapped<A, B, C, R>::new, VmapLift.NONE, methods);
  }

  /**
   * {@return this module with methods mapped like {@link #vmap}, with a worker thread for each
   * lane}
   *
   * @param methods the names of the methods; {@code call} by default
   */
  public Vmapped<A, B, C, R> pmap(String... methods) {
    return lift(Vmapped<A, B, C, R>::new, VmapLift.WORKERS, methods);
  }

  /**
   * {@return this with methods run in a loop; options follow} The first argument is the carry. The
   * result is the next carry, or a {@link io.cambric.transform.result.Carry} with an output.
   *
   * @param methods the names of the methods; {@code call} by default
   */
  public Scanned<A, B, C, R> scan(String... methods) {
    return lift(Scanned<A, B, C, R>::new, ScanLift.NONE, methods);
  }

  /**
   * {@return this module with methods checkpointed: the residuals are only their arguments; options
   * follow}
   *
   * @param methods the names of the methods; {@code call} by default
   */
  public Rematted<A, B, C, R> remat(String... methods) {
    return lift(Rematted<A, B, C, R>::new, RematLift.ALL, methods);
  }

  /**
   * {@return this module with methods that see transformed collections; options follow}
   *
   * @param methods the names of the methods; {@code call} by default
   */
  public VariablesMapped<A, B, C, R> mapVariables(String... methods) {
    return lift(VariablesMapped<A, B, C, R>::new, MapVariablesLift.NONE, methods);
  }

  /** The module mapped over axes, with the options as methods. */
  public static final class Vmapped<
          A extends @Nullable Object,
          B extends @Nullable Object,
          C extends @Nullable Object,
          R extends @Nullable Object>
      extends Lambda3<A, B, C, R> implements VmapVerbs<Vmapped<A, B, C, R>> {
    private Vmapped(Handle handle, Record definition) {
      super(handle, definition);
    }
  }

  /** The module run in a loop, with the options as methods. */
  public static final class Scanned<
          A extends @Nullable Object,
          B extends @Nullable Object,
          C extends @Nullable Object,
          R extends @Nullable Object>
      extends Lambda3<A, B, C, R> implements ScanVerbs<Scanned<A, B, C, R>> {
    private Scanned(Handle handle, Record definition) {
      super(handle, definition);
    }
  }

  /** The module checkpointed, with the options as methods. */
  public static final class Rematted<
          A extends @Nullable Object,
          B extends @Nullable Object,
          C extends @Nullable Object,
          R extends @Nullable Object>
      extends Lambda3<A, B, C, R> implements RematVerbs<Rematted<A, B, C, R>> {
    private Rematted(Handle handle, Record definition) {
      super(handle, definition);
    }
  }

  /** The module with some collections changed, with the options as methods. */
  public static final class VariablesMapped<
          A extends @Nullable Object,
          B extends @Nullable Object,
          C extends @Nullable Object,
          R extends @Nullable Object>
      extends Lambda3<A, B, C, R> implements MapVariablesVerbs<VariablesMapped<A, B, C, R>> {
    private VariablesMapped(Handle handle, Record definition) {
      super(handle, definition);
    }
  }
}
