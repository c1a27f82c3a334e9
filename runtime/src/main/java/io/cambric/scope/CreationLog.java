package io.cambric.scope;

import java.util.ArrayList;
import java.util.List;

/**
 * The variables made in a lifted function with their first values: mutable, for one run. The lifted
 * loops and branches make them before they begin.
 */
public final class CreationLog {

  /**
   * A variable that was made.
   *
   * @param collection its collection
   * @param path the names from the lifted scope to the variable, which is the last
   * @param value the first
   */
  public record Creation(String collection, List<String> path, Object value) {}

  private final List<Creation> creations = new ArrayList<>();

  /** A log without creations. */
  public CreationLog() {}

  void add(String collection, List<String> path, Object value) {
    creations.add(new Creation(collection, path, value));
  }

  /** {@return what was made so far, in order} */
  public List<Creation> creations() {
    return List.copyOf(creations);
  }
}
