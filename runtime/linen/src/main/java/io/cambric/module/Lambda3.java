package io.cambric.module;

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
    extends Module<Lambda3<A, B, C, R>>
    implements ModuleCall3<A, B, C, R>,
        Liftable<
            Lambda3.Vmapped<A, B, C, R>,
            Lambda3.Scanned<A, B, C, R>,
            Lambda3.Rematted<A, B, C, R>,
            Lambda3.VariablesMapped<A, B, C, R>> {

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
            name, Lambda3.class, Lambda3::new)
        .withForms(() ->
            new ModuleType.Forms<>(
                Vmapped<A, B, C, R>::new,
                Scanned<A, B, C, R>::new,
                Rematted<A, B, C, R>::new,
                VariablesMapped<A, B, C, R>::new))
        .withCall((m, a) -> m.call(a.<A>get(0), a.<B>get(1), a.<C>get(2)));
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
