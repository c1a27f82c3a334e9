package io.cambric.scope;

import io.cambric.core.Array;
import io.cambric.lax.Lax;
import io.cambric.tree.Trees;
import java.util.function.BiFunction;
import java.util.function.Supplier;

/** Sow and perturb: intermediate values that functions collect, and perturbations that they add. */
final class Sowing {

  private Sowing() {}

  static <S, T> boolean sow(
      Scope scope,
      String collection,
      String name,
      T value,
      Supplier<? extends S> first,
      BiFunction<? super S, ? super T, ? extends S> reduce) {
    Names.requireVariable(collection, name);
    if (!scope.isMutable(collection)) {
      return false;
    }
    @SuppressWarnings("unchecked")
    S before = (S) scope.values().read(collection, name);
    if (before == null) {
      scope.reserved(collection, name, "Variable");
      before = first.get();
      scope.create(collection, name, before);
    }
    scope.putVariable(collection, name, reduce.apply(before, value));
    return true;
  }

  static <T> T perturb(Scope scope, String collection, String name, T value) {
    Names.requireVariable(collection, name);
    if (scope.isMutable(collection) && !scope.hasVariable(collection, name)) {
      scope.reserved(collection, name, "Variable");
      scope.create(collection, name, Trees.map(value, leaf -> Lax.zeros(((Array) leaf).aval())));
    }
    if (scope.values().isCollectionAbsent(collection)) {
      return value;
    }
    var stored = scope.values().read(collection, name);
    if (stored == null) {
      throw ScopeErrors.variableNotFound(scope, collection, name);
    }
    return Trees.map(value, stored, (leaf, by) -> Lax.add((Array) leaf, (Array) by));
  }
}
