package io.cambric.tree;

import io.cambric.errors.TreeStructureException;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Functions on pytrees, as in {@code jax.tree}: flatten, map, reduce, broadcast and register.
 *
 * <p>Nodes are lists, maps (with sorted keys), optionals, {@link TreeNode}s, and records that are
 * not {@link Opaque}. {@code null} is a node without children. Every other object is a leaf.
 *
 * <p>Lists and maps of the JDK keep their class: an {@code ArrayList} is rebuilt as an {@code
 * ArrayList}. Unmodifiable lists and maps, such as {@code List.of}, stay unmodifiable. A list or
 * map of another class is refused with a {@link TreeStructureException} unless the class is
 * registered.
 *
 * <p>Classes of other libraries become nodes by {@link #register}, {@link #registerList}, {@link
 * #registerMap} and {@link #registerStatic}. A registration applies to the class and its
 * subclasses, so the registration of a sealed type serves its permitted classes. The nearest
 * registration applies.
 *
 * <p>A condition {@code isLeaf} is tested on every node, leaf and {@code null}. If it holds, the
 * whole subtree is one leaf.
 *
 * @see <a href="https://docs.jax.dev/en/latest/jax.tree.html">jax.tree</a>
 */
public final class Trees {

  private Trees() {}

  /**
   * A flattened tree: its leaves and its structure.
   *
   * @param leaves from left to right
   * @param structure of the tree
   */
  public record Flat(List<Object> leaves, TreeDef structure) {}

  /**
   * {@return the flattener of a record class: the generated one, or else one by reflection}
   *
   * @throws TreeStructureException if the record cannot be reached by reflection either
   */
  public static Flattener<Object> flattener(Class<? extends Record> type) {
    return Flatteners.of(type);
  }

  /**
   * {@return the leaves and the structure of a tree}
   *
   * @throws io.cambric.errors.NestingException if its levels fill the stack, for example of a
   *     container that holds itself
   */
  public static Flat flatten(@Nullable Object tree) {
    return TreeFlattening.flatten(tree, null);
  }

  /** {@return the leaves and the structure of a tree, not flattened where {@code isLeaf} holds} */
  public static Flat flatten(@Nullable Object tree, Predicate<@Nullable Object> isLeaf) {
    return TreeFlattening.flatten(tree, isLeaf);
  }

  /** {@return the leaves, from left to right} */
  public static List<Object> leaves(@Nullable Object tree) {
    return flatten(tree).leaves();
  }

  /** {@return the leaves, from left to right, including null where {@code isLeaf} accepts it} */
  public static List<Object> leaves(@Nullable Object tree, Predicate<@Nullable Object> isLeaf) {
    return flatten(tree, isLeaf).leaves();
  }

  /** {@return the structure} */
  public static TreeDef structure(@Nullable Object tree) {
    return flatten(tree).structure();
  }

  /** {@return the structure above the places where {@code isLeaf} holds} */
  public static TreeDef structure(@Nullable Object tree, Predicate<@Nullable Object> isLeaf) {
    return flatten(tree, isLeaf).structure();
  }

  /**
   * {@return the leaves with their key paths, from left to right}
   *
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.tree.leaves_with_path.html">tree.leaves_with_path</a>
   */
  public static List<PathLeaf> leavesWithPath(@Nullable Object tree) {
    return TreeFolds.leavesWithPath(flatten(tree));
  }

  /** {@return the leaves with their key paths, not flattened where {@code isLeaf} holds} */
  public static List<PathLeaf> leavesWithPath(
      @Nullable Object tree, Predicate<@Nullable Object> isLeaf) {
    return TreeFolds.leavesWithPath(flatten(tree, isLeaf));
  }

  /**
   * {@return a tree of the same structure with each leaf replaced}
   *
   * {@snippet :
   * Params doubled = Trees.map(params, (Array leaf) -> leaf.mul(2));
   * }
   *
   * @param f from leaves of its parameter type, or {@code Object}
   */
  public static <T extends @Nullable Object, L> T map(T tree, Function<? super L, ?> f) {
    return TreeMaps.map(flatten(tree), f);
  }

  /**
   * {@return a tree of the same structure with each leaf replaced, not flattened where {@code
   * isLeaf} holds}
   *
   * {@snippet :
   * var filled = Trees.map(tree, leaf -> leaf == null ? zero : leaf, leaf -> leaf == null);
   * }
   *
   * @param f from leaves of its parameter type, or {@code Object}
   */
  public static <T extends @Nullable Object, L> T map(
      T tree, Function<? super L, ?> f, Predicate<@Nullable Object> isLeaf) {
    return TreeMaps.map(flatten(tree, isLeaf), f);
  }

  /**
   * {@return a tree of the same structure with each leaf replaced, by a function of its path and
   * the leaf} Paths are those of {@link TreeDef#paths}.
   *
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.tree.map_with_path.html">tree.map_with_path</a>
   */
  public static <T extends @Nullable Object, L> T mapWithPath(
      T tree, BiFunction<String, ? super L, ?> f) {
    return TreeMaps.mapWithPath(flatten(tree), f);
  }

  /**
   * {@return a tree of the same structure with each leaf replaced, by a function of its path and
   * the leaf; not flattened where {@code isLeaf} holds}
   */
  public static <T extends @Nullable Object, L> T mapWithPath(
      T tree, BiFunction<String, ? super L, ?> f, Predicate<@Nullable Object> isLeaf) {
    return TreeMaps.mapWithPath(flatten(tree, isLeaf), f);
  }

  /**
   * {@return a tree of the structure of {@code first} with each pair of leaves combined}
   *
   * @throws TreeStructureException if the structures differ, naming the place
   */
  public static <T extends @Nullable Object, L> T map(
      T first, @Nullable Object second, BiFunction<? super L, ? super L, ?> f) {
    return TreeMaps.map(first, second, f);
  }

  /**
   * {@return a tree of the structure of {@code first} with each leaf and the subtree of {@code
   * second} at its place combined}
   *
   * @param isLeaf where {@code first} is not flattened
   * @throws TreeStructureException if {@code second} does not extend to the leaves of {@code
   *     first}, with the place
   */
  @SuppressWarnings("unchecked") // the function declares the types of leaves and subtrees
  public static <T extends @Nullable Object, L, M> T map(
      T first,
      @Nullable Object second,
      BiFunction<? super L, ? super M, ?> f,
      Predicate<@Nullable Object> isLeaf) {
    var flat = flatten(first, isLeaf);
    var subtrees = TreeFlattening.upTo("A map over two trees", flat.structure(), second).iterator();
    return TreeMaps.map(flat, (L leaf) -> f.apply(leaf, (M) subtrees.next()));
  }

  /**
   * {@return a tree of the common structure, each leaf made of the leaves at its place}
   *
   * {@snippet :
   * Episode episode = Trees.mapAll(steps, (List<Array> each) -> Numpy.stack(each));
   * }
   *
   * @param trees at least one tree
   * @throws TreeStructureException if there are none, or their structures differ, naming the place
   */
  public static <T, L> T mapAll(List<? extends T> trees, Function<List<L>, ?> f) {
    return TreeMaps.mapAll(trees, f, null);
  }

  /**
   * {@return a tree of the structure of the first tree, each leaf made from the subtrees at its
   * place; not flattened where {@code isLeaf} holds}
   */
  public static <T, L> T mapAll(
      List<? extends T> trees, Function<List<L>, ?> f, Predicate<@Nullable Object> isLeaf) {
    return TreeMaps.mapAll(trees, f, isLeaf);
  }

  /**
   * {@return a tree of the common structure, each leaf made of its path and the leaves at its
   * place}
   */
  public static <T, L> T mapAllWithPath(List<? extends T> trees, BiFunction<String, List<L>, ?> f) {
    return TreeMaps.mapAllWithPath(trees, f, null);
  }

  /** {@return as {@link #mapAllWithPath}; not flattened where {@code isLeaf} holds} */
  public static <T, L> T mapAllWithPath(
      List<? extends T> trees,
      BiFunction<String, List<L>, ?> f,
      Predicate<@Nullable Object> isLeaf) {
    return TreeMaps.mapAllWithPath(trees, f, isLeaf);
  }

  /**
   * {@return a tree of the structure of {@code tree}, with each leaf of {@code prefix} at all
   * places below its own}
   *
   * @throws TreeStructureException if {@code prefix} is not a prefix of the tree, naming the place
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.tree.broadcast.html">tree.broadcast</a>
   */
  public static <T extends @Nullable Object> T broadcast(@Nullable Object prefix, T tree) {
    return TreeMaps.rebuild(structure(tree), TreeFolds.repeated(flatten(prefix), tree));
  }

  /** {@return a tree of the leaves of a prefix, not flattened where {@code isLeaf} holds} */
  public static <T extends @Nullable Object> T broadcast(
      @Nullable Object prefix, T tree, Predicate<@Nullable Object> isLeaf) {
    return TreeMaps.rebuild(structure(tree), TreeFolds.repeated(flatten(prefix, isLeaf), tree));
  }

  /**
   * {@return a tree of structure {@code inner} with trees of structure {@code outer} as leaves,
   * from a tree of structure {@code outer} with trees as leaves}
   *
   * @param inner the structure of the leaves; {@code null} for the structure of the first leaf
   * @throws TreeStructureException if the tree is not of structure {@code outer} over {@code inner}
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.tree.transpose.html">tree.transpose</a>
   */
  public static @Nullable Object transpose(
      TreeDef outer, @Nullable TreeDef inner, @Nullable Object tree) {
    return TreeFolds.transpose(outer, inner, tree);
  }

  /**
   * {@return the leaves combined from left to right, beginning with an initial value}
   *
   * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.tree.reduce.html">tree.reduce</a>
   */
  public static <A, L> A reduce(
      @Nullable Object tree, A initial, BiFunction<? super A, ? super L, ? extends A> f) {
    return TreeFolds.reduce(TreeMaps.<L>leavesOf(flatten(tree)), initial, f);
  }

  /** {@return the leaves combined, not flattened where {@code isLeaf} holds} */
  public static <A, L> A reduce(
      @Nullable Object tree,
      A initial,
      BiFunction<? super A, ? super L, ? extends A> f,
      Predicate<@Nullable Object> isLeaf) {
    return TreeFolds.reduce(TreeMaps.<L>leavesOf(flatten(tree, isLeaf)), initial, f);
  }

  /**
   * {@return the leaves combined from left to right}
   *
   * @throws TreeStructureException if there is none
   */
  public static <L> L reduce(@Nullable Object tree, BinaryOperator<L> f) {
    return TreeFolds.reduce(TreeMaps.<L>leavesOf(flatten(tree)), f);
  }

  /**
   * {@return the leaves combined by an associative function, each half first}
   *
   * @throws TreeStructureException if there is none
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.tree.reduce_associative.html">tree.reduce_associative</a>
   */
  public static <L> L reduceAssociative(@Nullable Object tree, BinaryOperator<L> f) {
    return TreeFolds.reduceAssociative(TreeMaps.<L>leavesOf(flatten(tree)), f);
  }

  /** {@return the leaves combined by halves; {@code identity} if there is none} */
  public static <L> L reduceAssociative(@Nullable Object tree, L identity, BinaryOperator<L> f) {
    return TreeFolds.reduceAssociative(TreeMaps.<L>leavesOf(flatten(tree)), identity, f);
  }

  /**
   * {@return whether all values are leaves; {@code null} is not a leaf}
   *
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.tree_util.all_leaves.html">tree_util.all_leaves</a>
   */
  public static boolean allLeaves(Iterable<? extends @Nullable Object> values) {
    return TreeFolds.allLeaves(values, null);
  }

  /** {@return whether all values are leaves, or {@code isLeaf} holds for them} */
  public static boolean allLeaves(
      Iterable<? extends @Nullable Object> values, Predicate<@Nullable Object> isLeaf) {
    return TreeFolds.allLeaves(values, isLeaf);
  }

  /**
   * {@return whether all leaves are true: booleans, numbers other than 0, arrays of one element
   * other than 0}
   *
   * @throws TreeStructureException if a leaf is something else
   * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.tree.all.html">tree.all</a>
   */
  public static boolean all(@Nullable Object tree) {
    return TreeFolds.all(flatten(tree));
  }

  /** {@return whether all leaves are true, not flattened where {@code isLeaf} holds} */
  public static boolean all(@Nullable Object tree, Predicate<@Nullable Object> isLeaf) {
    return TreeFolds.all(flatten(tree, isLeaf));
  }

  /**
   * Registers a class as a node of pytrees, with a static part and names of its children. Register
   * it before its first object is used, for example in a static initializer.
   *
   * @param type the class; its subclasses are nodes, too, unless a nearer superclass is registered
   * @param flatten from a node to its parts
   * @param unflatten from the static part and the children to a node; it casts the children
   * @throws TreeStructureException if the class is already registered, belongs to Java, or
   *     implements {@link TreeNode} or {@link Opaque}
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.tree_util.register_pytree_with_keys.html">tree_util.register_pytree_with_keys</a>
   */
  @SuppressWarnings("unchecked") // only nodes of the class and their parts go in
  public static <N, S> void register(
      Class<? super N> type,
      Function<? super N, NodeParts<S>> flatten,
      BiFunction<? super S, ? super List<Object>, ? extends N> unflatten) {
    NodeRegistry.add(
        type,
        place ->
            new RegisteredClass.Node(
                type,
                place,
                node -> flatten.apply((N) node),
                (statics, children) -> unflatten.apply((S) statics, children)));
  }

  /**
   * Registers a class of lists, such as Guava's {@code ImmutableList}, as nodes like lists of the
   * JDK.
   *
   * {@snippet :
   * Trees.registerList(ImmutableList.class, ImmutableList::copyOf);
   * }
   *
   * @param copy makes a list of the class from elements
   * @throws TreeStructureException as in {@link #register}
   */
  public static <L extends List<?>> void registerList(
      Class<L> type, Function<? super List<Object>, ? extends L> copy) {
    NodeRegistry.addList(type, copy);
  }

  /**
   * Registers a class of maps, such as Guava's {@code ImmutableMap}, as nodes like maps of the JDK.
   *
   * @param copy makes a map of the class from entries in the order of their keys
   * @throws TreeStructureException as in {@link #register}
   */
  public static <M extends Map<?, ?>> void registerMap(
      Class<M> type, Function<? super Map<Object, Object>, ? extends M> copy) {
    NodeRegistry.addMap(type, copy);
  }

  /**
   * Registers a class of immutable objects with {@code equals}, as nodes without children. They are
   * part of the structure, and static for {@code jit}.
   *
   * @throws TreeStructureException as in {@link #register}
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.tree_util.register_static.html">tree_util.register_static</a>
   */
  public static void registerStatic(Class<?> type) {
    NodeRegistry.add(type, place -> new RegisteredClass.Statics(type, place));
  }
}
