package io.cambric.module;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Adoption makes modules that were constructed elsewhere submodules. They come from components of a
 * module, or from the record that its setup returned. Mutable, for one value.
 */
final class Adoption {

  private final Binding parent;
  private final List<Binding> adopted = new ArrayList<>();

  private Adoption(Binding parent) {
    this.parent = parent;
  }

  /** Binds the unbound modules in the components of a bound module. */
  static void ofComponents(Binding parent) {
    for (var component : parent.type().components()) {
      new Adoption(parent).adopt(component.scopeName(), component.get().apply(parent.definition()));
    }
  }

  /** Binds the unbound modules in a setup record, and names the modules that setup constructed. */
  static void ofParts(Binding parent, Record parts) {
    ModuleTree.components(parts, (part, name) -> new Adoption(parent).adopt(name, part));
  }

  /** Names all modules in a value before the first of them adopts its own components. */
  private void adopt(String fieldName, @Nullable Object value) {
    ModuleTree.walk(value, fieldName, this::adoptOne);
    adopted.forEach(Binding::attach);
  }

  private void adoptOne(Module<?> module, String name) {
    var realm = parent.realm();
    var place = module.handle().place();
    if (place != null && realm.encloses(place.parent().realm())) {
      take(place, module, name);
      return;
    }
    var bound = module.handle().binding();
    if (bound != null && realm.encloses(bound.realm()) || realm.has(module)) {
      return;
    }
    var binding = parent.child(module, parent.type().adoptedName(module, name));
    realm.add(module, binding);
    adopted.add(binding);
  }

  /** Names a module that was constructed in setup, or settles the place of one that has a name. */
  private void take(Place place, Module<?> module, String name) {
    if (place.isOwnedBy(module) && place.isOpen() && place.kind() == Place.Kind.SETUP) {
      if (place.awaitsName()) {
        place.parent().giveUp(place);
        adopted.add(parent.named(place, name));
      } else {
        place.parent().settle(place);
      }
    }
  }
}
