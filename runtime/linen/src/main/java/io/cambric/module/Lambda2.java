package io.cambric.module;

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
public sealed class Lambda2<
        A extends @Nullable Object, B extends @Nullable Object, R extends @Nullable Object>
    extends Module<Lambda2<A, B, R>>
    implements ModuleCall2<A, B, R>,
        Liftable<
            Lambda2.Vmapped<A, B, R>,
            Lambda2.Scanned<A, B, R>,
            Lambda2.Rematted<A, B, R>,
            Lambda2.VariablesMapped<A, B, R>> {

  private Lambda2(Handle handle, Record definition) {
    super(type(((LambdaDef<?>) definition).name()), handle, definition);
  }

  private static <
          A extends @Nullable Object, B extends @Nullable Object, R extends @Nullable Object>
      ModuleType<Lambda2<A, B, R>> type(String name) {
    return ModuleType.<Fn2<A, B, R>, Lambda2<A, B, R>>ofLambda(name, Lambda2.class, Lambda2::new)
        .withForms(() ->
            new ModuleType.Forms<>(
                Vmapped<A, B, R>::new,
                Scanned<A, B, R>::new,
                Rematted<A, B, R>::new,
                VariablesMapped<A, B, R>::new))
        .withCall((m, a) -> m.call(a.<A>get(0), a.<B>get(1)));
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

  /** The module mapped over axes, with the options as methods. */
  public static final class Vmapped<
          A extends @Nullable Object, B extends @Nullable Object, R extends @Nullable Object>
      extends Lambda2<A, B, R> implements VmapVerbs<Vmapped<A, B, R>> {
    private Vmapped(Handle handle, Record definition) {
      super(handle, definition);
    }
  }

  /** The module run in a loop, with the options as methods. */
  public static final class Scanned<
          A extends @Nullable Object, B extends @Nullable Object, R extends @Nullable Object>
      extends Lambda2<A, B, R> implements ScanVerbs<Scanned<A, B, R>> {
    private Scanned(Handle handle, Record definition) {
      super(handle, definition);
    }
  }

  /** The module checkpointed, with the options as methods. */
  public static final class Rematted<
          A extends @Nullable Object, B extends @Nullable Object, R extends @Nullable Object>
      extends Lambda2<A, B, R> implements RematVerbs<Rematted<A, B, R>> {
    private Rematted(Handle handle, Record definition) {
      super(handle, definition);
    }
  }

  /** The module with some collections changed, with the options as methods. */
  public static final class VariablesMapped<
          A extends @Nullable Object, B extends @Nullable Object, R extends @Nullable Object>
      extends Lambda2<A, B, R> implements MapVariablesVerbs<VariablesMapped<A, B, R>> {
    private VariablesMapped(Handle handle, Record definition) {
      super(handle, definition);
    }
  }
}
