package io.cambric.module;

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
    extends Module<Lambda<A, R>>
    implements ModuleCall<A, R>,
        Liftable<
            Lambda.Vmapped<A, R>,
            Lambda.Scanned<A, R>,
            Lambda.Rematted<A, R>,
            Lambda.VariablesMapped<A, R>> {

  private Lambda(Handle handle, Record definition) {
    super(type(((LambdaDef<?>) definition).name()), handle, definition);
  }

  private static <A extends @Nullable Object, R extends @Nullable Object>
      ModuleType<Lambda<A, R>> type(String name) {
    return ModuleType.<Fn<A, R>, Lambda<A, R>>ofLambda(name, Lambda.class, Lambda::new)
        .withForms(() ->
            new ModuleType.Forms<>(
                Vmapped<A, R>::new,
                Scanned<A, R>::new,
                Rematted<A, R>::new,
                VariablesMapped<A, R>::new))
        .withCall((m, a) -> m.call(a.<A>get(0)));
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
