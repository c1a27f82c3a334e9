package io.cambric.tree;

import io.cambric.errors.TreeStructureException;
import org.jspecify.annotations.Nullable;

/** The comparison of two structures, which finds the first difference. */
public final class TreeComparison {

  private TreeComparison() {}

  /** The first place where two structures differ. */
  private record Difference(String path, TreeDef expected, TreeDef actual) {}

  /**
   * Checks that two structures are equal.
   *
   * @param what the name of the operation, for the message
   * @param one the name of the tree with the expected structure
   * @param other the name of the tree with the actual structure
   * @throws TreeStructureException if they differ, with the place
   */
  public static void requireSame(
      String what, String one, TreeDef expected, String other, TreeDef actual) {
    var difference = difference(expected, actual, "");
    if (difference != null) {
      throw new TreeStructureException(
          "%s needs trees of equal structure, but at \"%s\" %s has %s and %s has %s. Give both the same keys, lengths and record types."
              .formatted(
                  what,
                  difference.path().isEmpty() ? "/" : difference.path(),
                  one,
                  difference.expected().toText(),
                  other,
                  difference.actual().toText()));
    }
  }

  private static @Nullable Difference difference(TreeDef a, TreeDef b, String path) {
    if (a.equals(b)) {
      return null;
    }
    if (a instanceof TreeDef.Node x
        && b instanceof TreeDef.Node y
        && x.type().equals(y.type())
        && x.children().size() == y.children().size()) {
      for (int i = 0; i < x.children().size(); i++) {
        var below =
            difference(
                x.children().get(i), y.children().get(i), path + "/" + x.type().childName(i));
        if (below != null) {
          return below;
        }
      }
    }
    return new Difference(path, a, b);
  }
}
