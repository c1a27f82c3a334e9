package io.cambric.scope;

import io.cambric.core.Array;
import io.cambric.core.ShapedArray;
import io.cambric.numpy.Key;
import io.cambric.transform.function.Fn;
import io.cambric.transform.function.Fn2;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Init, apply and bind of plain functions over a {@link Scope}, and the current scope.
 *
 * {@snippet :
 * Variables variables = Scopes.init(Key.of(0), scope -> dense(scope, x));
 * Array y = Scopes.apply(variables, scope -> dense(scope, x));
 * }
 */
public final class Scopes {

  private static final ScopedValue<Current> CURRENT = ScopedValue.newInstance();

  /** The current scope, and an extension that a package above attaches to it. */
  private record Current(@Nullable Scope scope, @Nullable Object extension) {}

  private Scopes() {}

  /** {@return the variables that a function creates, given a key for its parameters} */
  public static Variables init(Key key, Fn<Scope, ?> function) {
    return init(Rngs.of(key), function);
  }

  /** {@return the variables that a function creates, given random streams} */
  public static Variables init(Rngs rngs, Fn<Scope, ?> function) {
    return initWithOutput(rngs, CollectionFilter.all(), function).variables();
  }

  /** {@return the output and the variables of a function, given a key for its parameters} */
  public static <R> Scoped<R> initWithOutput(Key key, Fn<Scope, R> function) {
    return initWithOutput(Rngs.of(key), CollectionFilter.all(), function);
  }

  /** {@return the output and the variables of a function, given random streams} */
  public static <R> Scoped<R> initWithOutput(
      Rngs rngs, CollectionFilter mutable, Fn<Scope, R> function) {
    return run(bindEmpty(mutable, rngs), function);
  }

  /**
   * {@return the variables that a function creates, given the shapes of its inputs} Operations that
   * the variables do not need are not run.
   *
   * @throws io.cambric.errors.LazyInitException if a variable depends on the values of inputs
   */
  public static Variables lazyInit(
      Rngs rngs, List<ShapedArray> inputs, Fn2<Scope, List<Array>, ?> function) {
    return LazyInit.run(inputs, arrays -> init(rngs, scope -> function.apply(scope, arrays)));
  }

  /** {@return the output of a function of variables; none may be written, no stream is given} */
  public static <R> R apply(Variables variables, Fn<Scope, R> function) {
    return apply(variables, CollectionFilter.none(), Rngs.none(), function).output();
  }

  /**
   * {@return the output of a function of variables, and the mutable variables}
   *
   * @param mutable the collections that may be written, all of which are returned
   */
  public static <R> Scoped<R> apply(
      Variables variables, CollectionFilter mutable, Rngs rngs, Fn<Scope, R> function) {
    return run(bind(variables, mutable, rngs), function);
  }

  private static <R> Scoped<R> run(Scope scope, Fn<Scope, R> function) {
    try {
      var output = function.apply(scope);
      return new Scoped<>(output, scope.mutableVariables());
    } finally {
      scope.invalidate();
    }
  }

  /**
   * {@return a scope that outlives a call, for inspection}
   *
   * @throws io.cambric.errors.InvalidVariablesException if all variables are nested in {@code
   *     params}
   */
  public static Scope bind(Variables variables, CollectionFilter mutable, Rngs rngs) {
    return bind(variables, mutable, rngs, null);
  }

  /**
   * {@return a scope that outlives a call, for inspection, or the scope of one call}
   *
   * @param audit checks that the variables fit; null for none
   * @throws io.cambric.errors.InvalidVariablesException if all variables are nested in {@code
   *     params}
   */
  public static Scope bind(
      Variables variables, CollectionFilter mutable, Rngs rngs, @Nullable Audit audit) {
    if (variables.params().contains(Variables.PARAMS)) {
      throw ScopeErrors.nestedParams(variables.params().entries().keySet());
    }
    return root(variables, mutable, rngs, ScopeRoot.ofCall(false, audit));
  }

  /** Mutable collections are copied, so the given ones never change. */
  private static Scope root(
      Variables variables, CollectionFilter mutable, Rngs rngs, ScopeRoot root) {
    return new Scope(
        root,
        null,
        List.of(),
        List.of(),
        mutable,
        ScopeVariables.root(variables, mutable, root.audit()),
        RngStreams.root(rngs));
  }

  /** {@return an initializing scope without variables that outlives a call} */
  public static Scope bindEmpty(CollectionFilter mutable, Rngs rngs) {
    return root(Variables.empty(), mutable, rngs, ScopeRoot.ofCall(true, null));
  }

  /** {@return the scope of the module, or function, that runs now} */
  public static Optional<Scope> current() {
    return CURRENT.isBound() ? Optional.ofNullable(CURRENT.get().scope) : Optional.empty();
  }

  /** {@return the extension given to {@link #enter} with the current scope; null outside} */
  public static @Nullable Object extension() {
    return CURRENT.isBound() ? CURRENT.get().extension : null;
  }

  /** Runs with a scope as the current one, on this thread only. */
  public static <R extends @Nullable Object> R enter(
      @Nullable Scope scope, @Nullable Object extension, Supplier<? extends R> body) {
    return ScopedValue.where(CURRENT, new Current(scope, extension)).call(body::get);
  }
}
