package io.cambric.tree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.errors.TreeStructureException;
import io.cambric.tree.Samples.Interval;
import io.cambric.tree.Samples.Layer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Functions of trees; structures and paths are those of jax 0.10.2 for the same trees. */
class TreeFunctionsTest {

  private static final Predicate<@Nullable Object> IS_LAYER = node -> node instanceof Layer;

  private static final Map<String, Object> MODEL =
      Map.of("layers", List.of(new Layer(1, 2), new Layer(3, null)), "step", 4);

  @Test
  void a_subtree_where_isLeaf_holds_is_one_leaf_in_every_function() {
    var layers = List.of(new Layer(1, 2), new Layer(3, null));

    assertThat(Trees.leaves(MODEL, IS_LAYER)).containsExactly(layers.get(0), layers.get(1), 4);
    assertThat(Trees.structure(MODEL, IS_LAYER))
        .hasToString("map(layers: list(0: *, 1: *), step: *)");
    assertThat(Trees.flatten(MODEL, IS_LAYER).structure().unflatten(List.of("a", "b", "c")))
        .isEqualTo(Map.of("layers", List.of("a", "b"), "step", "c"));
    assertThat(Trees.map(layers, (Layer layer) -> layer.kernel(), IS_LAYER))
        .isEqualTo(List.of(1, 3));
    assertThat(
            Trees.mapWithPath(
                layers, (path, leaf) -> path + leaf.getClass().getSimpleName(), IS_LAYER))
        .isEqualTo(List.of("0Layer", "1Layer"));
    assertThat(Trees.leavesWithPath(MODEL, IS_LAYER))
        .extracting(pair -> pair.path().keystr())
        .containsExactly("['layers'][0]", "['layers'][1]", "['step']");
    assertThat(Trees.<Integer, Object>reduce(MODEL, 0, (count, _) -> count + 1, IS_LAYER))
        .isEqualTo(3);
    assertThat(Trees.all(List.of(true, new Layer(0, 0)), node -> node instanceof Boolean))
        .isFalse();
  }

  @Test
  void null_is_a_leaf_where_isLeaf_accepts_it() {
    var tree = Arrays.asList(1, null, new Layer(2, null));

    assertThat(Trees.leaves(tree, leaf -> leaf == null)).containsExactly(1, null, 2, null);
    assertThat(Trees.map(tree, leaf -> leaf == null ? 0 : leaf, leaf -> leaf == null))
        .isEqualTo(List.of(1, 0, new Layer(2, 0)));
  }

  @Test
  void a_node_that_takes_itself_apart_is_asked_for_the_leaves_below_it() {
    var tree = new Interval(List.of(1), 2, true);

    assertThat(Trees.leaves(tree)).containsExactly(1, 2);
    assertThat(Trees.leaves(tree, node -> node instanceof List)).containsExactly(List.of(1), 2);
  }

  @Test
  void a_map_with_isLeaf_takes_the_subtrees_of_the_second_tree_at_the_leaves_of_the_first() {
    var first = List.of(new Layer(1, 2), 3);
    var second = List.of(List.of("a", "b"), Map.of("c", 1));

    assertThat(Trees.map(first, second, (one, other) -> List.of(one, other), IS_LAYER))
        .isEqualTo(List.of(List.of(first.get(0), second.get(0)), List.of(3, second.get(1))));
    assertThat(Trees.mapAll(List.of(first, second), List::copyOf, IS_LAYER))
        .isEqualTo(List.of(List.of(first.get(0), second.get(0)), List.of(3, second.get(1))));
    assertThatExceptionOfType(TreeStructureException.class)
        .isThrownBy(() -> Trees.map(List.of(List.of(1, 2)), List.of(3), (a, _) -> a, IS_LAYER))
        .withMessage(
            "A map over two trees needs a second tree at least as deep as the first, but at "
                + "\"/0\" the first has list(0: *, 1: *) and the second has *. Give both the "
                + "same keys, lengths and record types there.");
  }

  @Test
  void reduce_combines_leaves_from_left_to_right() {
    var tree = Map.of("b", List.of("x", "y"), "a", "z");

    assertThat(Trees.reduce(tree, "-", (String all, String leaf) -> all + leaf)).isEqualTo("-zxy");
    assertThat(Trees.<String>reduce(tree, (all, leaf) -> all + leaf)).isEqualTo("zxy");
    assertThat(Trees.<Integer, Object>reduce(List.of(), 7, (_, _) -> 0)).isEqualTo(7);
    assertThatExceptionOfType(TreeStructureException.class)
        .isThrownBy(() -> Trees.<String>reduce(List.of(), (all, leaf) -> all + leaf))
        .withMessage(
            "reduce without an initial value needs at least one leaf, but the tree has "
                + "none. Pass an initial value.");
  }

  @Test
  void reduceAssociative_combines_the_leaves_of_each_half_first() {
    var tree = Map.of("a", 1, "b", List.of(2, 3), "c", Map.of("d", 4, "e", 5));

    assertThat(
            Trees.<Object>reduceAssociative(tree, (left, right) -> "(" + left + "+" + right + ")"))
        .isEqualTo("((1+2)+(3+(4+5)))");
    assertThat(Trees.<Integer>reduceAssociative(tree, 7, Integer::sum)).isEqualTo(15);
    assertThat(Trees.<Integer>reduceAssociative(List.of(3), 7, Integer::sum)).isEqualTo(3);
    assertThat(Trees.<Integer>reduceAssociative(List.of(), 7, Integer::sum)).isEqualTo(7);
    assertThatExceptionOfType(TreeStructureException.class)
        .isThrownBy(() -> Trees.<Integer>reduceAssociative(List.of(), Integer::sum))
        .withMessage(
            "reduceAssociative without an identity needs at least one leaf, but the tree "
                + "has none. Pass an identity.");
  }

  @Test
  void values_are_all_leaves_unless_one_is_a_node_or_null() {
    assertThat(Trees.allLeaves(List.of())).isTrue();
    assertThat(Trees.allLeaves(List.of(1, "a"))).isTrue();
    assertThat(Trees.allLeaves(List.of(1, List.of(2)))).isFalse();
    assertThat(Trees.allLeaves(List.of(new Layer(1, 2)))).isFalse();
    assertThat(Trees.allLeaves(Arrays.asList(1, null))).isFalse();
    assertThat(Trees.allLeaves(List.of(1, new Layer(1, 2)), IS_LAYER)).isTrue();
    assertThat(Trees.allLeaves(List.of(1, List.of(2)), IS_LAYER)).isFalse();
    assertThat(Trees.allLeaves(Arrays.asList(1, null), leaf -> leaf == null)).isTrue();
  }

  @Test
  void a_map_with_paths_takes_several_trees() {
    var first = Map.of("a", 1, "b", List.of(2, 3));
    var second = Map.of("a", 10, "b", List.of(20, 30));

    assertThat(
            Trees.mapAllWithPath(
                List.of(first, second),
                (String path, List<Integer> leaves) ->
                    path + ":" + (leaves.get(0) + leaves.get(1))))
        .isEqualTo(Map.of("a", "a:11", "b", List.of("b/0:22", "b/1:33")));
    assertThat(
            Trees.mapAllWithPath(
                List.of(first, Map.of("a", List.of("x"), "b", "y")),
                (String path, List<Object> subtrees) -> path + "=" + subtrees.get(1),
                node -> node instanceof List))
        .isEqualTo(Map.of("a", "a=[x]", "b", "b=y"));
    assertThatExceptionOfType(TreeStructureException.class)
        .isThrownBy(() -> Trees.mapAllWithPath(List.of(), (path, _) -> path))
        .withMessage("mapAllWithPath needs at least one tree, but got none. Pass a list of trees.");
    assertThatExceptionOfType(TreeStructureException.class)
        .isThrownBy(() -> Trees.mapAllWithPath(List.of(List.of(1), List.of()), (path, _) -> path))
        .withMessage(
            "mapAllWithPath needs trees of equal structure, but at \"/\" tree 0 has list(0: "
                + "*) and tree 1 has list(). Give both the same keys, lengths and record types.");
  }

  @Test
  void one_level_of_a_tree_has_children_with_keys() {
    var level = Level.of(Map.of("a", List.of(1, 2), "b", Map.of("c", 3)));

    assertThat(level).isNotNull();
    assertThat(level.children()).isEqualTo(List.of(List.of(1, 2), Map.of("c", 3)));
    assertThat(level.keys()).extracting(TreeKey::text).containsExactly("['a']", "['b']");
    assertThat(Level.of(new Layer(1, 2)).keys())
        .extracting(TreeKey::text)
        .containsExactly(".kernel", ".bias");
    assertThat(Level.of("leaf")).isNull();
  }

  @Test
  void a_structure_is_made_of_the_structures_of_its_children() {
    var tree = List.of(Map.of("a", 1), 2);
    var children = tree.stream().map(Trees::structure).toList();

    assertThat(Trees.structure(tree).children()).isEqualTo(children);
    assertThat(TreeDef.ofList(children)).isEqualTo(Trees.structure(tree));
    assertThat(TreeDef.ofList(children).unflatten(List.of(3, 4)))
        .isEqualTo(List.of(Map.of("a", 3), 4));
    assertThat(TreeDef.LEAF.children()).isEmpty();
    assertThat(TreeDef.ABSENT.children()).isEmpty();
    assertThat(TreeDef.ofList(List.of())).isEqualTo(Trees.structure(List.of()));
  }

  @Test
  void all_leaves_are_true_unless_one_is_false_or_zero() {
    assertThat(Trees.all(List.of())).isTrue();
    assertThat(Trees.all(Map.of("a", true, "b", List.of(1, 0.5)))).isTrue();
    assertThat(Trees.all(List.of(true, 0))).isFalse();
    assertThat(Trees.all(List.of((ArrayLeaf) () -> true, (ArrayLeaf) () -> false))).isFalse();
    assertThatExceptionOfType(TreeStructureException.class)
        .isThrownBy(() -> Trees.all(Map.of("a", List.of("yes"))))
        .withMessage(
            "all needs booleans, numbers and arrays as leaves, but \"a/0\" is of type String. Map"
                + " the tree to booleans first.");
  }

  @Test
  void transpose_exchanges_the_outer_and_the_inner_structure() {
    var tree = List.of(Map.of("a", 1, "b", 2), Map.of("a", 3, "b", 4), Map.of("a", 5, "b", 6));
    var outer = Trees.structure(List.of(0, 0, 0));
    var expected = Map.of("a", List.of(1, 3, 5), "b", List.of(2, 4, 6));

    assertThat(Trees.transpose(outer, null, tree)).isEqualTo(expected);
    assertThat(Trees.transpose(outer, Trees.structure(tree.getFirst()), tree)).isEqualTo(expected);
    assertThat(
            Trees.transpose(Trees.structure(List.of()), Trees.structure(Map.of("a", 0)), List.of()))
        .isEqualTo(Map.of("a", List.of()));
    assertThatExceptionOfType(TreeStructureException.class)
        .isThrownBy(() -> Trees.transpose(outer, Trees.structure(List.of(1, 2)), tree))
        .withMessage(
            "transpose needs trees of equal structure, but at \"/\" the inner structure has "
                + "list(0: *, 1: *) and leaf 0 has map(a: *, b: *). Give both the same keys, "
                + "lengths and record types.");
    assertThatExceptionOfType(TreeStructureException.class)
        .isThrownBy(() -> Trees.transpose(Trees.structure(List.of()), null, List.of()))
        .withMessage(
            "transpose needs at least one leaf in the outer structure to infer the inner "
                + "structure, but list() has none. Pass the inner structure.");
  }

  @Test
  void broadcast_repeats_each_leaf_of_a_prefix_below_its_place() {
    var tree = Map.of("a", List.of(1, 2), "b", 3);

    assertThat(Trees.<Object>broadcast(0, tree)).isEqualTo(Map.of("a", List.of(0, 0), "b", 0));
    assertThat(Trees.broadcast(Map.of("a", "x", "b", "y"), tree))
        .isEqualTo(Map.of("a", List.of("x", "x"), "b", "y"));
    assertThat(Trees.<Object>broadcast(List.of(7, 8), List.of(1, 2), node -> node instanceof List))
        .isEqualTo(List.of(List.of(7, 8), List.of(7, 8)));
    assertThatExceptionOfType(TreeStructureException.class)
        .isThrownBy(() -> Trees.broadcast(List.of(1), tree))
        .withMessage(
            "broadcast needs a second tree at least as deep as the first, but at \"/\" the "
                + "first has list(0: *) and the second has map(a: list(0: *, 1: *), b: *). Give "
                + "both the same keys, lengths and record types there.");
  }

  @Test
  void paths_are_written_as_python_does_or_as_names_with_a_separator() {
    var tree = Map.of("foo", Map.of("bar", List.of(new Layer(1, null)), "it's", 2));
    var paths = Trees.leavesWithPath(tree);

    assertThat(paths)
        .extracting(pair -> pair.path().keystr())
        .containsExactly("['foo']['bar'][0].kernel", "['foo']['it\\'s']");
    assertThat(paths)
        .extracting(pair -> pair.path().keystr(true, "/"))
        .containsExactly("foo/bar/0/kernel", "foo/it's");
    assertThat(paths.getFirst().leaf()).isEqualTo(1);
    assertThat(Trees.leavesWithPath(Map.of(3, "x")).getFirst().path()).hasToString("[3]");
    assertThat(Trees.leavesWithPath("leaf").getFirst().path().keystr()).isEmpty();
    assertThat(new TreeKey.FlattenedIndexKey(2).text()).isEqualTo("[<flat index 2>]");
  }

  @Test
  void flattenUpTo_gives_the_subtrees_at_the_leaves_of_a_structure() {
    var structure = Trees.structure(Arrays.asList(0, null, Map.of("a", 0)));

    assertThat(structure.flattenUpTo(Arrays.asList(List.of(1), null, Map.of("a", 2))))
        .containsExactly(List.of(1), 2);
    assertThatExceptionOfType(TreeStructureException.class)
        .isThrownBy(() -> structure.flattenUpTo(List.of(1, 2, Map.of("a", 3))))
        .withMessageContaining("at \"/1\" the first has none and the second has *.");
  }
}
