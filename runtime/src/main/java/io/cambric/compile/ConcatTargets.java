package io.cambric.compile;

import io.cambric.core.Atom;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Results of open groups that are parts of a larger array, and are to be written there. */
final class ConcatTargets {

  private final Map<Atom, Value> places = new IdentityHashMap<>();
  private final Map<Atom, List<Atom.Var>> awaited = new IdentityHashMap<>();

  /** {@return whether a value is no part yet: it is written in one place only} */
  boolean mayPlace(Atom.Var variable) {
    return !places.containsKey(variable);
  }

  /** Has a variable written as a part of a larger array. */
  void place(Atom.Var variable, Value part) {
    places.put(variable, part);
  }

  /** {@return where a variable is to be written, or {@code null} for memory of its own} */
  @Nullable Value placeOf(Atom.Var variable) {
    return places.get(variable);
  }

  /** Notes the parts that have to be written before an array is read. */
  void await(Atom.Var whole, List<Atom.Var> parts) {
    if (!parts.isEmpty()) {
      awaited.put(whole, List.copyOf(parts));
    }
  }

  /** {@return whether parts of an array are still to be written} */
  boolean isAwaited(Atom whole) {
    return awaited.containsKey(whole);
  }

  /** {@return the parts of an array that are still to be written; asked once} */
  List<Atom.Var> partsOf(Atom.Var whole) {
    var parts = awaited.remove(whole);
    return parts == null ? List.of() : parts;
  }
}
