package io.cambric.tree;

import io.cambric.errors.TreeStructureException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Functions on pytrees.
 *
 * <p>Nodes are lists, maps (keys sorted), optionals, records that are not {@link Opaque}, and
 * {@link TreeNode}s; {@code null} is a node without children; every other object is a leaf.
 *
 * <p>Lists and maps of the JDK are rebuilt as what they are: an {@code ArrayList} as an {@code
 * ArrayList}, and those that cannot be modified, as of {@code List.of}, unmodifiable. One of
 * another class is refused with a {@link TreeStructureException}.
 *
 * @see <a href="https://docs.jax.dev/en/latest/jax.tree.html">jax.tree</a>
 */
public final class Trees {

  private Trees() {}

  /**
   * A tree taken apart.
   *
   * @param leaves from left to right
   * @param structure the rest
   */
  public record Flat(List<Object> leaves, TreeDef structure) {}

  /**
   * {@return what takes records of a class apart: the flattener generated beside it, else one by
   * reflection}
   *
   * @throws TreeStructureException if the record cannot be reached by reflection either
   */
  public static Flattener<Object> flattener(Class<? extends Record> type) {
    return Flatteners.of(type);
  }

  /**
   * {@return the leaves and the structure of a tree}
   *
   * @throws io.cambric.errors.NestingException if its levels fill the stack, as those of a
   *     container that holds itself
   */
  public static Flat flatten(@Nullable Object tree) {
    return DeepTree.walk(
        tree,
        () -> {
          var leaves = new ArrayList<Object>();
          var structure = collect(tree, leaves);
          return new Flat(leaves, structure);
        });
  }

  /** {@return the leaves, from left to right} */
  public static List<Object> leaves(@Nullable Object tree) {
    return flatten(tree).leaves();
  }

  /** {@return the structure} */
  public static TreeDef structure(@Nullable Object tree) {
    return flatten(tree).structure();
  }

  static Flat flattenNode(TreeNode node) {
    var leaves = new ArrayList<Object>();
    var structure = collectChildren(node.nodeType(), node.treeChildren(), leaves);
    return new Flat(Collections.unmodifiableList(leaves), structure);
  }

  private static TreeDef collect(@Nullable Object tree, List<Object> leaves) {
    switch (tree) {
      case null -> {
        return TreeDef.ABSENT;
      }
      case TreeNode node -> {
        var flat = node.flat();
        leaves.addAll(flat.leaves());
        return flat.structure();
      }
      case List<?> list -> {
        return collectChildren(new NodeTypes.ListType(list), list, leaves);
      }
      case Map<?, ?> map -> {
        var keys = Level.sortedKeys(map);
        var values = new ArrayList<@Nullable Object>(keys.size());
        for (var key : keys) {
          values.add(map.get(key));
        }
        return collectChildren(new NodeTypes.MapType(keys, map), values, leaves);
      }
      case Optional<?> optional -> {
        return collectChildren(
            new NodeTypes.OptionalType(optional.isPresent()), optional.stream().toList(), leaves);
      }
      case Record record when !(record instanceof Opaque) -> {
        var flattener = Flatteners.of(record.getClass());
        var statics = Arrays.asList(flattener.statics(record));
        return collectChildren(
            new NodeTypes.RecordType(record.getClass(), statics),
            Arrays.asList(flattener.children(record)),
            leaves);
      }
      default -> {
        leaves.add(tree);
        return TreeDef.LEAF;
      }
    }
  }

  private static TreeDef collectChildren(
      NodeType type, List<? extends @Nullable Object> children, List<Object> leaves) {
    var structures = new ArrayList<TreeDef>(children.size());
    for (var child : children) {
      structures.add(collect(child, leaves));
    }
    return new TreeDef.Node(type, structures);
  }

  /**
   * {@return a tree of the same structure with each leaf replaced}
   *
   * {@snippet :
   * Params doubled = Trees.map(params, (Array leaf) -> leaf.mul(2));
   * }
   *
   * @param f takes leaves of the type that its parameter says, or {@code Object}
   */
  public static <T extends @Nullable Object, L> T map(T tree, Function<? super L, ?> f) {
    var flat = flatten(tree);
    var leaves = new ArrayList<Object>(flat.leaves().size());
    for (var leaf : Trees.<L>leavesOf(flat)) {
      leaves.add(f.apply(leaf));
    }
    return rebuild(flat.structure(), leaves);
  }

  /**
   * {@return a tree of the same structure with each leaf replaced by what a function gives for the
   * path to it, as {@link TreeDef#paths} has it, and for the leaf}
   *
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.tree.map_with_path.html">tree.map_with_path</a>
   */
  public static <T extends @Nullable Object, L> T mapWithPath(
      T tree, BiFunction<String, ? super L, ?> f) {
    var flat = flatten(tree);
    var paths = flat.structure().paths();
    var given = Trees.<L>leavesOf(flat);
    var leaves = new ArrayList<Object>(given.size());
    for (int i = 0; i < given.size(); i++) {
      leaves.add(f.apply(paths.get(i), given.get(i)));
    }
    return rebuild(flat.structure(), leaves);
  }

  /**
   * {@return a tree of the structure of {@code first} with each pair of leaves combined}
   *
   * @throws TreeStructureException if the structures differ, naming the place
   */
  public static <T extends @Nullable Object, L> T map(
      T first, @Nullable Object second, BiFunction<? super L, ? super L, ?> f) {
    var a = flatten(first);
    var b = flatten(second);
    requireSame("A map over two trees", "the first", a.structure(), "the second", b.structure());
    var left = Trees.<L>leavesOf(a);
    var right = Trees.<L>leavesOf(b);
    var leaves = new ArrayList<Object>(left.size());
    for (int i = 0; i < left.size(); i++) {
      leaves.add(f.apply(left.get(i), right.get(i)));
    }
    return rebuild(a.structure(), leaves);
  }

  /**
   * {@return a tree of the structure that these trees share, each leaf made of those at its place}
   *
   * {@snippet :
   * Episode episode = Trees.mapAll(steps, (List<Array> each) -> Numpy.stack(each));
   * }
   *
   * @param trees one at least
   * @throws TreeStructureException if there are none, or their structures differ, naming the place
   */
  public static <T, L> T mapAll(List<? extends T> trees, Function<List<L>, ?> f) {
    if (trees.isEmpty()) {
      throw new TreeStructureException("mapAll needs one tree at least, but got none.");
    }
    var flats = trees.stream().map(Trees::flatten).toList();
    var structure = flats.getFirst().structure();
    for (int i = 1; i < flats.size(); i++) {
      requireSame("mapAll", "tree 0", structure, "tree " + i, flats.get(i).structure());
    }
    var leaves = new ArrayList<Object>(structure.leafCount());
    for (int i = 0; i < structure.leafCount(); i++) {
      int place = i;
      leaves.add(f.apply(flats.stream().map(flat -> Trees.<L>leavesOf(flat).get(place)).toList()));
    }
    return rebuild(structure, leaves);
  }

  /** The function that gets the leaves says their type; one of another type fails there. */
  @SuppressWarnings("unchecked")
  private static <L> List<L> leavesOf(Flat flat) {
    return (List<L>) flat.leaves();
  }

  @SuppressWarnings({"unchecked", "NullAway"}) // null only if T is nullable: the tree was null
  private static <T extends @Nullable Object> T rebuild(TreeDef structure, List<?> leaves) {
    return (T) structure.unflatten(leaves);
  }

  /**
   * Checks that two structures are one.
   *
   * @param what names the operation in the message
   * @param one names the tree of the structure that is expected
   * @param other names the tree that is to have it, too
   * @throws TreeStructureException if they differ, naming the place
   */
  public static void requireSame(
      String what, String one, TreeDef expected, String other, TreeDef actual) {
    var difference = difference(expected, actual, "");
    if (difference != null) {
      throw new TreeStructureException(
          "%s needs trees of one structure, but at \"%s\" %s has %s and %s has %s. Give both the same keys, lengths and record types."
              .formatted(
                  what,
                  difference.path().isEmpty() ? "/" : difference.path(),
                  one,
                  difference.expected().toText(),
                  other,
                  difference.actual().toText()));
    }
  }

  /** Where two structures part. */
  private record Difference(String path, TreeDef expected, TreeDef actual) {}

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

  /**
   * Spreads a prefix tree: each leaf of {@code prefix} stands for the whole subtree of {@code
   * structure} at its place, a {@link TreePrefix} for each leaf of it by itself.
   *
   * @param what names the argument in the message
   * @return one leaf of the prefix for each leaf of the structure; {@code null} where the prefix
   *     has {@code null}
   * @throws TreeStructureException if {@code prefix} is no prefix of the structure
   */
  public static List<@Nullable Object> broadcastPrefix(
      String what, @Nullable Object prefix, TreeDef structure) {
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
          "%s needs a prefix of the tree it speaks of, but at \"%s\" it has %s where the tree has %s."
              .formatted(
                  what, path.isEmpty() ? "/" : path, top.type().label(), structure.toText()));
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
