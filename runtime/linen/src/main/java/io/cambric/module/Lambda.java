package io.cambric.module;

import io.cambric.numpy.Key;
import io.cambric.scope.Rngs;
import io.cambric.scope.Variables;
import io.cambric.scope.lift.MapVariablesLift;
import io.cambric.scope.lift.RematLift;
import io.cambric.scope.lift.ScanLift;
import io.cambric.scope.lift.VmapLift;
import io.cambric.transform.function.Fn;
import org.jspecify.annotations.Nullable;

/**
 * A module from a lambda of one argument.
 *
 * @param <A> argument, a pytree
 * @param <R> result, a pytree
 * @see Modules
 */
public sealed class Lambda<A extends @Nullable Object, R extends @Nullable Object>
    extends Module<Lambda<A, R>> {

  private Lambda(Handle handle, Record definition) {
    super(type(((LambdaDef<?>) definition).name()), handle, definition);
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

  /**
   * {@return this module with methods mapped over axes of arguments, variables and results; options
   * follow}
   *
   * @param methods the names of the methods; {@code call} by default
   */
  public Vmapped<A, R> vmap(String... methods) {
    return lift(Vmapped<A, R>::new, VmapLift.NONE, methods);
  }

  /**
   * {@return this module with methods mapped like {@link #vmap}, with a worker thread for each
   * lane}
   *
   * @param methods the names of the methods; {@code call} by default
   */
  public Vmapped<A, R> pmap(String... methods) {
    return lift(Vmapped<A, R>::new, VmapLift.WORKERS, methods);
  }

  /**
   * {@return this with methods run in a loop; options follow} The first argument is the carry. The
   * result is the next carry, or a {@link io.cambric.transform.result.Carry} with an output.
   *
   * @param methods the names of the methods; {@code call} by default
   */
  public Scanned<A, R> scan(String... methods) {
    return lift(Scanned<A, R>::new, ScanLift.NONE, methods);
  }

  /**
   * {@return this module with methods checkpointed: the residuals are only their arguments; options
   * follow}
   *
   * @param methods the names of the methods; {@code call} by default
   */
  public Rematted<A, R> remat(String... methods) {
    return lift(Rematted<A, R>::new, RematLift.ALL, methods);
  }

  /**
   * {@return this module with methods that see transformed collections; options follow}
   *
   * @param methods the names of the methods; {@code call} by default
   */
  public VariablesMapped<A, R> mapVariables(String... methods) {
    return lift(VariablesMapped<A, R>::new, MapVariablesLift.NONE, methods);
  }

  /** The module mapped over axes, with the options as methods. */
  public static final class Vmapped<A extends @Nullable Object, R extends @Nullable Object>
      extends Lambda<A, R> implements VmapVerbs<Vmapped<A, R>> {
    private Vmapped(Handle handle, Record definition) {
      super(handle, definition);
    }
  }

  /** The module run in a loop, with the options as methods. */
  public static final class Scanned<A extends @Nullable Object, R extends @Nullable Object>
      extends Lambda<A, R> implements ScanVerbs<Scanned<A, R>> {
    private Scanned(Handle handle, Record definition) {
      super(handle, definition);
    }
  }

  /** The module checkpointed, with the options as methods. */
  public static final class Rematted<A extends @Nullable Object, R extends @Nullable Object>
      extends Lambda<A, R> implements RematVerbs<Rematted<A, R>> {
    private Rematted(Handle handle, Record definition) {
      super(handle, definition);
    }
  }

  /** The module with some collections changed, with the options as methods. */
  public static final class VariablesMapped<A extends @Nullable Object, R extends @Nullable Object>
      extends Lambda<A, R> implements MapVariablesVerbs<VariablesMapped<A, R>> {
    private VariablesMapped(Handle handle, Record definition) {
      super(handle, definition);
    }
  }
}
