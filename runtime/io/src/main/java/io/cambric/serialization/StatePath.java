package io.cambric.serialization;

import org.jspecify.annotations.Nullable;

/**
 * A path in a tree, for messages: the names from the root, as in {@code ./params/Dense_0}.
 *
 * @param above the path of the parent node; null for the root
 * @param name the last name
 * @param depth the number of nodes above
 */
record StatePath(@Nullable StatePath above, String name, int depth) {

  /** The root, which Flax writes as a dot. */
  static final StatePath ROOT = new StatePath(null, ".", 0);

  StatePath child(String below) {
    return new StatePath(this, below, depth + 1);
  }

  @Override
  public String toString() {
    var text = new StringBuilder(name);
    for (var at = above; at != null; at = at.above) {
      text.insert(0, '/').insert(0, at.name);
    }
    return text.toString();
  }
}
