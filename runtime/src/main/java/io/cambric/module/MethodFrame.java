package io.cambric.module;

import io.cambric.errors.NestingException;
import io.cambric.scope.Scope;
import io.cambric.scope.Scopes;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One running method of a module, or a stretch of code between modules; used by one thread. */
final class MethodFrame {

  private final @Nullable Binding binding;
  private final @Nullable Realm realm;
  private final @Nullable MethodFrame outer;
  private final Hooks hooks;
  private final @Nullable Module<?> unbound;
  private int constructing;

  /** Of the outermost frame, the innermost one when the stack was full; null while it is not. */
  private @Nullable MethodFrame deepest;

  private MethodFrame(
      @Nullable Binding binding,
      @Nullable Realm realm,
      @Nullable MethodFrame outer,
      Hooks hooks,
      @Nullable Module<?> unbound) {
    this.binding = binding;
    this.realm = realm;
    this.outer = outer;
    this.hooks = hooks;
    this.unbound = unbound;
  }

  /** A method of a bound module. */
  static MethodFrame of(Binding binding, @Nullable MethodFrame outer, Hooks hooks) {
    return new MethodFrame(binding, binding.realm(), outer, hooks, null);
  }

  /** The function given to init or apply, which is outside of any module. */
  static MethodFrame base(Hooks hooks, @Nullable Realm realm) {
    return new MethodFrame(null, realm, current(), hooks, null);
  }

  /** A method of an unbound module: what is made in it does not land in the module around it. */
  static MethodFrame unbound(Module<?> module) {
    var outer = current();
    return new MethodFrame(null, null, outer, outer == null ? Hooks.NONE : outer.hooks, module);
  }

  /** {@return the innermost running frame; null outside of modules} */
  static @Nullable MethodFrame current() {
    return (MethodFrame) Scopes.extension();
  }

  /**
   * {@return what a body yields, run with this as the innermost frame}
   *
   * @throws NestingException if modules inside of one another fill the stack
   */
  <R extends @Nullable Object> R enter(@Nullable Scope scope, Supplier<? extends R> body) {
    try {
      return Scopes.enter(scope, this, body);
    } catch (Error e) {
      var overflow = NestingException.overflow(e);
      if (overflow == null) {
        throw e;
      }
      // There is little room here: more is done in the outermost frame.
      noteDeepest();
      if (outer != null) {
        throw e;
      }
      throw ModuleNesting.of(deepest, overflow, e);
    } catch (NestingException e) {
      throw outer == null ? ModuleNesting.of(deepest, e) : e;
    }
  }

  private void noteDeepest() {
    var root = this;
    while (root.outer != null) {
      root = root.outer;
    }
    if (root.deepest == null) {
      root.deepest = this;
    }
  }

  MethodFrame with(Hooks other) {
    return new MethodFrame(binding, realm, outer, other, unbound);
  }

  @Nullable Binding binding() {
    return binding;
  }

  @Nullable MethodFrame outer() {
    return outer;
  }

  Hooks hooks() {
    return hooks;
  }

  /** {@return the unbound module whose method runs, if it is one} */
  @Nullable Module<?> unboundModule() {
    return unbound;
  }

  /** {@return the realm in which modules are found; null in a method of an unbound module} */
  @Nullable Realm realm() {
    return realm;
  }

  /** {@return a definition; modules made by its constructor are its attributes} */
  <D> D construct(Supplier<? extends D> definition) {
    constructing++;
    try {
      return definition.get();
    } finally {
      constructing--;
    }
  }

  /** {@return a place for a module constructed now; null if it stays outside} */
  private @Nullable Place open(boolean copy) {
    return binding == null || constructing > 0 ? null : binding.open(copy);
  }

  /** {@return a module constructed now, which owns a place unless it stays outside} */
  <M extends Module<M>> M placed(
      ModuleType<M> type,
      Record definition,
      @Nullable String name,
      List<ModuleLift> lifts,
      boolean copy) {
    var place = open(copy);
    if (place == null) {
      return type.create(Handle.unbound(name, lifts), definition);
    }
    var module = type.create(Handle.at(place, name, lifts), definition);
    place.own(module);
    return module;
  }
}
