package io.cambric.tree;

import io.cambric.errors.NestingException;
import io.cambric.errors.NestingException.Kind;
import io.cambric.errors.OtherStack;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Recursion over trees, with an error if a tree is so deep that the stack overflows. */
final class DeepTree {

  /** The most levels that are counted; a container that holds itself has no last level. */
  private static final int COUNTED = 10_000;

  private DeepTree() {}

  /** A child with its name. */
  private record Child(String name, @Nullable Object node) {}

  /**
   * {@return the result of work on a tree}
   *
   * @throws NestingException if the levels of the tree fill the stack
   */
  static <R extends @Nullable Object> R walk(@Nullable Object tree, Supplier<R> work) {
    return guarded(tree, DeepTree::childrenOfNode, work);
  }

  /**
   * {@return the result of work on a structure}
   *
   * @throws NestingException if its levels fill the stack
   */
  static <R extends @Nullable Object> R walk(TreeDef structure, Supplier<R> work) {
    return guarded(structure, DeepTree::childrenOfStructure, work);
  }

  private static <R extends @Nullable Object> R guarded(
      @Nullable Object root, Function<Object, List<Child>> children, Supplier<R> work) {
    try {
      return work.get();
    } catch (Error e) {
      var overflow = NestingException.overflow(e);
      if (overflow == null) {
        throw e;
      }
      var search = new Search(root, children);
      OtherStack.run(search);
      if (!NestingException.isDeep(search.found.size())) {
        throw e;
      }
      throw new NestingException(
          Kind.LEVELS,
          search.found.size(),
          "in a pytree, at \"%s\"".formatted(NestingException.text(search.found, "/")),
          overflow);
    }
  }

  /**
   * The search for the deepest place of a tree, in a separate thread because the stack of the
   * caller is full. The tree itself may be shallow, if its callers filled the stack.
   */
  private static final class Search implements Runnable {

    private final @Nullable Object root;
    private final Function<Object, List<Child>> childrenOf;
    private List<String> found = List.of();

    Search(@Nullable Object root, Function<Object, List<Child>> childrenOf) {
      this.root = root;
      this.childrenOf = childrenOf;
    }

    @Override
    public void run() {
      found = deepPath(root, childrenOf);
    }
  }

  private static List<Child> childrenOfNode(Object node) {
    var level = Level.of(node);
    var children = new ArrayList<Child>();
    for (int i = 0; level != null && i < level.children().size(); i++) {
      children.add(new Child(level.type().childName(i), level.children().get(i)));
    }
    return children;
  }

  private static List<Child> childrenOfStructure(Object structure) {
    var children = new ArrayList<Child>();
    if (structure instanceof TreeDef.Node node) {
      for (int i = 0; i < node.children().size(); i++) {
        children.add(new Child(node.type().childName(i), node.children().get(i)));
      }
    }
    return children;
  }

  /** {@return the names on the path to the first of the deepest places, found without recursion} */
  private static List<String> deepPath(
      @Nullable Object root, Function<Object, List<Child>> childrenOf) {
    Deque<Iterator<Child>> open = new ArrayDeque<>();
    List<String> deepest = List.of();
    var path = new ArrayList<String>();
    open.push(below(root, childrenOf));
    while (!open.isEmpty()) {
      if (path.size() < COUNTED && open.peek().hasNext()) {
        var child = open.peek().next();
        path.add(child.name());
        open.push(below(child.node(), childrenOf));
        continue;
      }
      if (path.size() > deepest.size()) {
        deepest = List.copyOf(path);
      }
      if (path.size() == COUNTED) {
        break;
      }
      open.pop();
      if (!path.isEmpty()) {
        path.removeLast();
      }
    }
    return deepest;
  }

  private static Iterator<Child> below(
      @Nullable Object node, Function<Object, List<Child>> childrenOf) {
    return node == null ? List.<Child>of().iterator() : childrenOf.apply(node).iterator();
  }
}
