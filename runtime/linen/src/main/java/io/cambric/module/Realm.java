package io.cambric.module;

import java.util.IdentityHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A realm maps the unbound modules of one call to their bindings: mutable, for one call. Modules
 * are keys by identity, so one object in two components is one submodule.
 */
final class Realm {

  private final @Nullable Realm outer;
  private final Realm outermost;
  private final @Nullable Realm liftedFrom;
  private final Map<Binding, Binding> lifted = new IdentityHashMap<>();
  private final Map<Module<?>, Binding> bindings = new IdentityHashMap<>();

  private Realm(@Nullable Realm outer, @Nullable Realm liftedFrom) {
    this.outer = outer;
    this.outermost = outer == null ? this : outer.outermost;
    this.liftedFrom = liftedFrom;
  }

  /** A realm of a call, or one inside of another realm. */
  Realm(@Nullable Realm outer) {
    this(outer, null);
  }

  /** {@return a realm for one run of a lifted function that was called in this} */
  Realm inLift() {
    return new Realm(null, this);
  }

  /** {@return whether both belong to one init, apply or bind, or one run of a lifted function} */
  boolean isOfSameCall(Realm other) {
    return outermost == other.outermost;
  }

  /**
   * {@return whether another realm is this realm or an inner copy; its modules are not adopted here
   * again}
   */
  boolean encloses(Realm other) {
    for (var at = other; at != null; at = at.outer) {
      if (at == this) {
        return true;
      }
    }
    return false;
  }

  /** Maps a binding outside of a lifted function to its counterpart inside. */
  void lift(Binding outside, Binding inside) {
    lifted.put(outside, inside);
  }

  /**
   * {@return the binding of a module here}
   *
   * @throws io.cambric.errors.MixedTransformationException if it is bound outside of the lifted
   *     function that runs, and was not passed to it
   */
  @Nullable Binding resolve(Module<?> module) {
    for (var copy = this; copy.outer != null; copy = copy.outer) {
      var takenAnew = copy.bindings.get(module);
      if (takenAnew != null) {
        return takenAnew;
      }
    }
    var own = module.handle().binding();
    var place = module.handle().place();
    var creator = own != null ? own : place == null ? null : place.parent();
    if (creator == null || !isOfSameCall(creator.realm())) {
      var adopted = find(module);
      if (adopted != null) {
        return adopted;
      }
      if (creator != null && isLiftedFrom(creator.realm())) {
        throw ModuleErrors.outsideLift(module);
      }
    }
    return own != null || place == null ? own : place.use(module);
  }

  private boolean isLiftedFrom(Realm other) {
    for (var from = outermost.liftedFrom; from != null; from = from.outermost.liftedFrom) {
      if (from.isOfSameCall(other)) {
        return true;
      }
    }
    return false;
  }

  /**
   * {@return the binding made here or in an outer realm, or the counterpart of one outside of a
   * lift}
   */
  @Nullable Binding find(Module<?> module) {
    var found = bindings.get(module);
    if (found != null) {
      return found;
    }
    if (outer != null) {
      return outer.find(module);
    }
    var outside = liftedFrom == null ? null : liftedFrom.findSettled(module);
    return outside == null ? null : lifted.get(outside);
  }

  /** {@return the bound value of a module, or the module itself if it is not bound here} */
  Module<?> bound(Module<?> module) {
    var found = find(module);
    return found == null ? module : found.module();
  }

  private @Nullable Binding findSettled(Module<?> module) {
    var own = module.handle().binding();
    if (own != null && isOfSameCall(own.realm())) {
      return own;
    }
    var place = module.handle().place();
    var settled = place == null ? null : place.binding();
    return settled != null && isOfSameCall(settled.realm()) ? settled : find(module);
  }

  /** {@return whether a binding was made in this realm; outer realms do not count} */
  boolean has(Module<?> module) {
    return bindings.containsKey(module);
  }

  void add(Module<?> module, Binding binding) {
    bindings.put(module, binding);
  }
}
