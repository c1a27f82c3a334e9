package io.cambric.module;

import io.cambric.errors.NestingException;
import io.cambric.scope.Scope;
import io.cambric.scope.Scopes;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A method frame: one running method of a module, or code between modules. Used by one thread. */
final class MethodFrame {

  private final @Nullable Binding binding;
  private final @Nullable Realm realm;
  private final @Nullable MethodFrame outer;
  private final Hooks hooks;
  private final @Nullable Module<?> unbound;
  private int constructing;

  /** In the outermost frame: the innermost frame at a stack overflow, else null. */
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

  /** The frame of a method of a bound module. */
  static MethodFrame of(Binding binding, @Nullable MethodFrame outer, Hooks hooks) {
    return new MethodFrame(binding, binding.realm(), outer, hooks, null);
  }

  /** The frame of the function given to init or apply, outside of any module. */
  static MethodFrame base(Hooks hooks, @Nullable Realm realm) {
    return new MethodFrame(null, realm, current(), hooks, null);
  }

  /**
   * The frame of a method of an unbound module. Modules constructed in it do not become submodules
   * of the module around it.
   */
  static MethodFrame unbound(Module<?> module) {
    var outer = current();
    return new MethodFrame(null, null, outer, outer == null ? Hooks.NONE : outer.hooks, module);
  }

  /** {@return the innermost running frame; null outside of modules} */
  static @Nullable MethodFrame current() {
    return (MethodFrame) Scopes.extension();
  }

  /**
   * {@return the result of a body, run with this as the innermost frame}
   *
   * @throws NestingException if nested modules fill the stack
   */
  <R extends @Nullable Object> R enter(@Nullable Scope scope, Supplier<? extends R> body) {
    try {
      return Scopes.enter(scope, this, body);
    } catch (Error e) {
      var overflow = NestingException.overflow(e);
      if (overflow == null) {
        throw e;
      }
      // Little stack is left here, so the outermost frame does the rest.
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

  /** {@return the unbound module whose method runs; null for a bound one} */
  @Nullable Module<?> unboundModule() {
    return unbound;
  }

  /** {@return the realm that resolves modules; null in a method of an unbound module} */
  @Nullable Realm realm() {
    return realm;
  }

  /** {@return a definition; modules constructed by its constructor are its attributes} */
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
