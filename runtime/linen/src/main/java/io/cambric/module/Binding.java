package io.cambric.module;

import io.cambric.errors.NestingException;
import io.cambric.scope.Scope;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A module bound to a scope. Mutable, used by one thread at a time, and alive for one init or
 * apply, or as long as a bound module.
 */
final class Binding {

  /** The progress of setup. */
  private enum SetupState {
    NEW,
    RUNNING,
    DONE
  }

  private final ModuleType<?> type;
  private final Record definition;
  private final @Nullable Binding parent;

  /** The module whose method runs, if this is the scope of one compact method; else this. */
  private final Binding host;

  private final @Nullable String name;
  private final Realm realm;
  private final Hooks hooks;
  private final List<ModuleLift> lifts;
  private final Map<String, Integer> cursors = new HashMap<>();
  private final List<Place> open = new ArrayList<>();
  private final Map<String, Binding> children = new LinkedHashMap<>();
  private final Map<String, Binding> nameScopes = new HashMap<>();

  private @Nullable Scope scope;
  private @Nullable Module<?> module;
  private @Nullable Record parts;
  private SetupState setup = SetupState.NEW;
  private boolean inCompact;
  private int opened;

  private Binding(
      Module<?> module, @Nullable Binding parent, @Nullable String name, Realm realm, Hooks hooks) {
    this.type = module.type();
    this.definition = module.definition();
    this.parent = parent;
    this.host = parent != null && module instanceof NameScope ? parent.host : this;
    this.name = name;
    this.realm = realm;
    this.hooks = hooks;
    this.lifts = module.handle().lifts();
  }

  private Binding(Binding outside, Realm realm, List<ModuleLift> lifts, Scope scope) {
    this.type = outside.type;
    this.definition = outside.definition;
    this.parent = null;
    this.host = outside.host == outside ? this : outside.host;
    this.name = outside.name;
    this.realm = realm;
    this.hooks = outside.hooks;
    this.lifts = lifts;
    this.scope = scope;
  }

  /** {@return this module bound to its scope inside of a lifted function} */
  Binding inside(Realm inner, List<ModuleLift> remaining, Scope lifted) {
    return new Binding(this, inner, remaining, lifted);
  }

  /** {@return a copy of a module bound to the scope at the root of a call} */
  static Binding root(Module<?> module, Scope scope, Hooks hooks) {
    var binding = new Binding(module, null, module.handle().name(), new Realm(null), hooks);
    binding.scope = scope;
    Adoption.ofComponents(binding);
    return binding;
  }

  ModuleType<?> type() {
    return type;
  }

  /** {@return the module with the definition whose method runs in this} */
  Binding host() {
    return host;
  }

  @Nullable String name() {
    return name;
  }

  Realm realm() {
    return realm;
  }

  /** {@return the lifted transformations of its methods, the innermost first} */
  List<ModuleLift> lifts() {
    return lifts;
  }

  Record definition() {
    return definition;
  }

  Hooks hooks() {
    return hooks;
  }

  Scope scope() {
    if (scope == null) {
      throw new IllegalStateException("a binding is attached as soon as it is named");
    }
    return scope;
  }

  /** {@return the submodules made so far by name} */
  Map<String, Binding> children() {
    return Collections.unmodifiableMap(children);
  }

  /** {@return the bound module value} */
  Module<?> module() {
    var known = module;
    if (known == null) {
      known = type.create(Handle.bound(this), definition);
      module = known;
    }
    return known;
  }

  /** {@return whether submodules, parameters and variables may be created now} */
  boolean mayCreate() {
    return inCompact || setup == SetupState.RUNNING;
  }

  // -- submodules

  /** {@return a place for a submodule that is being constructed} */
  Place open(boolean copy) {
    var kind =
        setup == SetupState.RUNNING
            ? Place.Kind.SETUP
            : inCompact ? Place.Kind.COMPACT : Place.Kind.FORBIDDEN;
    var place = new Place(this, kind, opened++, copy);
    if (kind != Place.Kind.FORBIDDEN) {
      open.add(place);
    }
    return place;
  }

  /** Removes a place from the order of names. */
  void giveUp(Place place) {
    open.remove(place);
  }

  /** {@return the binding of a place, named after all earlier ones of its prefix} */
  Binding settle(Place place) {
    var prefix = place.owner().prefix();
    if (place.owner().handle().name() == null) {
      for (int i = 0; i < open.size() && open.get(i) != place; ) {
        var earlier = open.get(i);
        if (isAutomatic(earlier) && earlier.owner().prefix().equals(prefix)) {
          open.remove(i);
          attach(earlier, nextName(prefix));
        } else {
          i++;
        }
      }
    }
    open.remove(place);
    var explicit = place.owner().handle().name();
    return attach(place, explicit == null ? nextName(prefix) : explicit);
  }

  private static boolean isAutomatic(Place place) {
    return place.kind() == Place.Kind.COMPACT && place.owner().handle().name() == null;
  }

  private String nextName(String prefix) {
    return prefix + "_" + (cursors.merge(prefix, 1, Integer::sum) - 1);
  }

  private Binding attach(Place place, String name) {
    var binding = named(place, name);
    binding.attach();
    return binding;
  }

  /** {@return a binding with a name and no scope yet} */
  Binding child(Module<?> module, String name) {
    return new Binding(module, this, name, realm, hooks);
  }

  /** Names the owner of a place; its scope follows in {@link #attach}. */
  Binding named(Place place, String name) {
    var binding =
        new Binding(place.owner(), this, name, place.isCopy() ? new Realm(realm) : realm, hooks);
    binding.module = place.owner();
    place.settle(binding);
    return binding;
  }

  /** Gives this a scope below its parent's. */
  void attach() {
    if (parent == null || name == null) {
      throw new IllegalStateException("a root has its scope from the start");
    }
    if (parent.scope().isTaken(name)) {
      throw ModuleErrors.nameInUse(module(), name, parent);
    }
    scope = parent.scope().push(name);
    parent.children.put(name, this);
    Adoption.ofComponents(this);
  }

  /**
   * Shares one scope between this module and another: the scope of this module if the other is
   * below it, else the scope of the other.
   */
  void share(Binding other) {
    for (var at = other.scope(); at != null; at = at.parent().orElse(null)) {
      if (at == scope()) {
        other.moveTo(at);
        return;
      }
    }
    moveTo(other.scope());
  }

  private void moveTo(Scope target) {
    var old = scope();
    if (old == target) {
      return;
    }
    scope = target;
    for (var child : children.values()) {
      if (child.scope().parent().orElse(null) == old) {
        child.scope().moveUnder(target);
      }
    }
  }

  // -- methods

  /** Runs a method of the bound module. */
  <R extends @Nullable Object> R call(
      String method, MethodKind kind, MethodBody<R> body, Arguments arguments) {
    int lift = ModuleLift.outermost(lifts, method);
    if (lift >= 0) {
      return LiftedCall.ofMethod(this, lift, method, kind, body, arguments);
    }
    ensureSetup();
    return switch (kind) {
      case COMPACT -> compact(new Invocation<>(method, kind, body, arguments));
      case NAME_SCOPE ->
          nameScope(method).compact(new Invocation<>(MethodCall.CALL, kind, body, arguments));
      case PLAIN -> framed(new Invocation<>(method, kind, body, arguments));
    };
  }

  private Binding nameScope(String method) {
    var known = nameScopes.get(method);
    if (known == null) {
      known = child(NameScope.of(method), method);
      known.attach();
      nameScopes.put(method, known);
    }
    return known;
  }

  /** Runs a function with this module as the running module. */
  <R extends @Nullable Object> R callFunction(Supplier<R> function) {
    return framed(Invocation.of(MethodCall.FUNCTION, _ -> function.get()));
  }

  /** {@return the state, for {@link #resume} of another binding} */
  BindingState state() {
    return new BindingState(Map.copyOf(cursors), inCompact, setup == SetupState.RUNNING);
  }

  /** Resumes from the state of another binding. */
  void resume(BindingState state) {
    advance(state);
    inCompact = state.inCompact();
    if (state.inSetup()) {
      setup = SetupState.RUNNING;
    }
  }

  /** Resumes automatic names from the state of another binding. */
  void advance(BindingState state) {
    cursors.clear();
    cursors.putAll(state.cursors());
  }

  /** Names the places that await a name. */
  void settleAll() {
    settleFrom(0);
  }

  private <R extends @Nullable Object> R compact(Invocation<R> invocation) {
    boolean outermost = !inCompact;
    inCompact = true;
    try {
      return framed(invocation);
    } finally {
      scope().rewind();
      if (outermost) {
        inCompact = false;
        cursors.clear();
        open.clear();
      }
    }
  }

  private <R extends @Nullable Object> R framed(Invocation<R> invocation) {
    int first = opened;
    try {
      var result = intercepted(invocation);
      if (inCompact && !open.isEmpty()) {
        settleFrom(first);
      }
      return result;
    } catch (NestingException e) {
      throw e; // names all nested modules
    } catch (RuntimeException e) {
      ModuleTrace.note(e, this, invocation.method());
      throw e;
    }
  }

  private <R extends @Nullable Object> R intercepted(Invocation<R> invocation) {
    var outer = MethodFrame.current();
    var around = outer == null ? hooks : outer.hooks();
    return MethodFrame.of(this, outer, around)
        .enter(
            scope(),
            around == Hooks.NONE
                ? invocation::run
                : () -> around.run(module(), invocation, scope()));
  }

  /** Settles the places with this number or a higher one. */
  private void settleFrom(int first) {
    for (var place : List.copyOf(open)) {
      if (place.number() >= first && place.isOpen()) {
        settle(place);
      }
    }
  }

  // -- setup

  /** {@return the record of setup, which runs at the first use} */
  Record parts() {
    ensureSetup();
    if (parts == null) {
      throw setup == SetupState.RUNNING
          ? ModuleErrors.setupRunning(this)
          : new IllegalStateException(type + " has no setup method");
    }
    return parts;
  }

  private void ensureSetup() {
    if (setup == SetupState.NEW) {
      var method = type.setup();
      if (method != null) {
        runSetup(Invocation.of(MethodCall.SETUP, _ -> method.apply(definition)));
      }
      setup = SetupState.DONE;
    }
  }

  private void runSetup(Invocation<Record> method) {
    setup = SetupState.RUNNING;
    try {
      var made = framed(method);
      Adoption.ofParts(this, made);
      for (var place : List.copyOf(open)) {
        if (place.isOpen() && !place.awaitsName()) {
          settle(place);
        }
      }
      parts = made;
    } finally {
      open.clear();
      setup = SetupState.NEW;
    }
  }
}
