package io.cambric.compile;

import io.cambric.core.Atom;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Concatenations whose operands are written in place. An open fusion group writes its result
 * directly into its slice of the larger array, so that no step copies it there. {@link CopyElision}
 * does the same for results of whole steps.
 */
final class ConcatTargets {

  private final Map<Atom, Value> slices = new IdentityHashMap<>();
  private final Map<Atom, List<Atom.Var>> pending = new IdentityHashMap<>();

  /** {@return whether a variable has no slice yet; a variable is written in one place only} */
  boolean isUnassigned(Atom.Var variable) {
    return !slices.containsKey(variable);
  }

  /** Assigns a variable to its slice of a larger array. */
  void assign(Atom.Var variable, Value part) {
    slices.put(variable, part);
  }

  /** {@return the slice that a variable is written to, or {@code null} for memory of its own} */
  @Nullable Value sliceOf(Atom.Var variable) {
    return slices.get(variable);
  }

  /** Registers the parts of an array that must be written before the array is read. */
  void setPending(Atom.Var whole, List<Atom.Var> parts) {
    if (!parts.isEmpty()) {
      pending.put(whole, List.copyOf(parts));
    }
  }

  /** {@return whether parts of an array are not written yet} */
  boolean isIncomplete(Atom whole) {
    return pending.containsKey(whole);
  }

  /**
   * {@return the parts of an array that are not written yet; the caller writes them, so they are
   * removed}
   */
  List<Atom.Var> takePending(Atom.Var whole) {
    var parts = pending.remove(whole);
    return parts == null ? List.of() : parts;
  }
}
