package io.cambric.compile;

import io.cambric.core.Atom;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Results of open groups that are parts of a larger array, and are to be written there. */
final class Joins {

  private final Map<Atom, Value> places = new IdentityHashMap<>();
  private final Map<Atom, List<Group>> writers = new IdentityHashMap<>();

  /** {@return whether a value is no part yet: it is written in one place only} */
  boolean mayPlace(Atom atom) {
    return atom instanceof Atom.Var && !places.containsKey(atom);
  }

  /** Has a variable written as a part of a larger array. */
  void place(Atom.Var variable, Value part) {
    places.put(variable, part);
  }

  /** {@return where a variable is to be written, or {@code null} for memory of its own} */
  @Nullable Value placeOf(Atom.Var variable) {
    return places.get(variable);
  }

  /** Notes the groups that have to be written before an array is read. */
  void await(Atom.Var whole, List<Group> groups) {
    if (!groups.isEmpty()) {
      writers.put(whole, List.copyOf(groups));
    }
  }

  /** {@return whether parts of an array are still to be written} */
  boolean isAwaited(Atom whole) {
    return writers.containsKey(whole);
  }

  /** {@return the groups that are still to write parts of an array; asked once} */
  List<Group> writersOf(Atom.Var whole) {
    var groups = writers.remove(whole);
    return groups == null ? List.of() : groups;
  }
}
