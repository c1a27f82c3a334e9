package io.cambric.tree;

import io.cambric.errors.TreeStructureException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The broadcast of a prefix tree: each leaf is repeated for the leaves below its place. */
public final class PrefixSpread {

  private PrefixSpread() {}

  /**
   * Broadcasts a prefix tree. Each leaf of {@code prefix} is repeated for all leaves of {@code
   * structure} below its place. A {@link TreePrefix} has a separate value for each of these leaves.
   *
   * @param what the name of the argument, for the message
   * @return one leaf of the prefix for each leaf of the structure; {@code null} where the prefix
   *     has {@code null}
   * @throws TreeStructureException if {@code prefix} is not a prefix of the structure
   */
  public static List<@Nullable Object> of(String what, @Nullable Object prefix, TreeDef structure) {
    var spread = new ArrayList<@Nullable Object>();
    spread(what, prefix, structure, "", spread);
    return spread;
  }

  private static void spread(
      String what,
      @Nullable Object prefix,
      TreeDef structure,
      String path,
      List<@Nullable Object> spread) {
    if (prefix instanceof TreePrefix some) {
      spread.addAll(some.spread(what, structure));
      return;
    }
    boolean absent = prefix == null || prefix.equals(Optional.empty());
    var top = prefix == null || absent ? null : Level.of(prefix);
    if (top == null) {
      for (int i = 0; i < structure.leafCount(); i++) {
        spread.add(absent ? null : prefix);
      }
      return;
    }
    if (!(structure instanceof TreeDef.Node node)
        || !node.type().equals(top.type())
        || node.children().size() != top.children().size()) {
      throw new TreeStructureException(
          "%s must be a prefix of its tree, but at \"%s\" it has %s where the tree has %s."
              .formatted(
                  what,
                  path.isEmpty() ? "/" : path,
                  Trees.structure(prefix).toText(),
                  structure.toText()));
    }
    for (int i = 0; i < node.children().size(); i++) {
      spread(
          what,
          top.children().get(i),
          node.children().get(i),
          path + "/" + node.type().childName(i),
          spread);
    }
  }
}
