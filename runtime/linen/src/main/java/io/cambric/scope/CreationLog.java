package io.cambric.scope;

import java.util.ArrayList;
import java.util.List;

/**
 * The variables created in a lifted function, with their initial values: mutable, for one run.
 * Lifted loops and branches create them before they begin.
 */
public final class CreationLog {

  /**
   * A created variable.
   *
   * @param collection its collection
   * @param path the names from the lifted scope to the variable, its own name last
   * @param value the initial value
   */
  public record Creation(String collection, List<String> path, Object value) {}

  private final List<Creation> creations = new ArrayList<>();

  /** A log without creations. */
  public CreationLog() {}

  void add(String collection, List<String> path, Object value) {
    creations.add(new Creation(collection, path, value));
  }

  /** {@return the variables created so far, in order} */
  public List<Creation> creations() {
    return List.copyOf(creations);
  }
}
