package io.cambric.serialization;

import org.jspecify.annotations.Nullable;

/**
 * A place in a tree, for messages: the names from the root, as in {@code ./params/Dense_0}.
 *
 * @param above the place of the node around it; null for the root
 * @param name the last name
 * @param depth the number of nodes above
 */
record Place(@Nullable Place above, String name, int depth) {

  /** The root, which Flax writes as a dot. */
  static final Place ROOT = new Place(null, ".", 0);

  Place child(String below) {
    return new Place(this, below, depth + 1);
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
