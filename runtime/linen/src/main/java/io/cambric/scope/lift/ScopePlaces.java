package io.cambric.scope.lift;

import io.cambric.scope.LiftedScopes;
import io.cambric.scope.Scope;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;

/**
 * The scopes of a lifted call as roots and places below them. No root is below another, so that no
 * variable is lifted twice.
 *
 * @param roots each once, in the order in which they were given
 * @param places one for each scope that was given
 */
record ScopePlaces(List<Scope> roots, List<Place> places) {

  /**
   * The place of a scope below a root.
   *
   * @param root index of the root
   * @param names from the root down
   */
  record Place(int root, List<String> names) {}

  static ScopePlaces of(List<Scope> scopes) {
    var given = Collections.<Scope>newSetFromMap(new IdentityHashMap<>());
    given.addAll(scopes);
    var roots = new ArrayList<Scope>();
    var places = new ArrayList<Place>();
    for (var scope : scopes) {
      var root = scope;
      var names = List.<String>of();
      var path = new ArrayList<String>();
      for (var at = scope; at != null; at = at.parent().orElse(null)) {
        if (given.contains(at)) {
          root = at;
          names = List.copyOf(path.reversed());
        }
        if (!at.path().isEmpty()) {
          path.add(at.path().getLast());
        }
      }
      places.add(new Place(indexOf(roots, root), names));
    }
    return new ScopePlaces(roots, places);
  }

  private static int indexOf(List<Scope> roots, Scope root) {
    for (int i = 0; i < roots.size(); i++) {
      if (roots.get(i) == root) {
        return i;
      }
    }
    roots.add(root);
    return roots.size() - 1;
  }

  /** {@return the scopes at these places below other roots} */
  List<Scope> below(List<Scope> others) {
    return places.stream()
        .map(place -> LiftedScopes.below(others.get(place.root()), place.names()))
        .toList();
  }
}
