package io.cambric.tree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.errors.TreeStructureException;
import io.cambric.tree.Samples.Checked;
import io.cambric.tree.Samples.Configuration;
import io.cambric.tree.Samples.Generated;
import io.cambric.tree.Samples.Interval;
import io.cambric.tree.Samples.Layer;
import io.cambric.tree.Samples.Named;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;
import java.util.Vector;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class TreesTest {

  private static void assertRoundTrip(@Nullable Object tree, Object... leaves) {
    var flat = Trees.flatten(tree);
    assertThat(flat.leaves()).containsExactly(leaves);
    assertThat(flat.structure().unflatten(flat.leaves())).isEqualTo(tree);
  }

  @Test
  void a_leaf_is_its_own_tree() {
    assertRoundTrip("leaf", "leaf");
    assertThat(Trees.structure("leaf")).isSameAs(TreeDef.LEAF);
  }

  @Test
  void null_is_a_node_without_leaves() {
    assertRoundTrip(null);
    assertRoundTrip(Arrays.asList("a", null, "b"), "a", "b");
  }

  @Test
  void lists_are_flattened_in_order_and_unmodifiable_ones_rebuilt_unmodifiable() {
    assertRoundTrip(List.of("a", List.of("b", "c")), "a", "b", "c");
    var rebuilt = (List<?>) Trees.map(List.of("a"), leaf -> leaf + "!");
    assertThat(rebuilt.getFirst()).isEqualTo("a!");
    assertThatExceptionOfType(UnsupportedOperationException.class).isThrownBy(rebuilt::removeFirst);
  }

  @Test
  void maps_are_flattened_by_sorted_keys_whatever_their_order() {
    var map = new LinkedHashMap<String, Object>();
    map.put("b", 1);
    map.put("a", Arrays.asList(2, Arrays.asList(3, null)));

    assertRoundTrip(map, 2, 3, 1);
    assertThat(((Map<?, ?>) Trees.map(map, leaf -> leaf)).keySet()).hasToString("[a, b]");
  }

  @Test
  void maps_with_keys_that_do_not_compare_are_refused() {
    var map = new LinkedHashMap<@Nullable Object, Object>();
    map.put("a", 1);
    map.put(2, 3);

    assertThatExceptionOfType(TreeStructureException.class)
        .isThrownBy(() -> Trees.flatten(map))
        .withMessage(
            "A map in a pytree needs mutually comparable keys, but has [a, 2]. Use strings.");

    map.remove(2);
    map.put(null, 2);
    assertThatExceptionOfType(TreeStructureException.class)
        .isThrownBy(() -> Trees.flatten(map))
        .withMessageContaining("has [a, null]");
  }

  @Test
  void optionals_are_nodes_of_one_child_or_none() {
    assertRoundTrip(Optional.of("a"), "a");
    assertRoundTrip(Optional.empty());
    assertRoundTrip(new Layer("k", Optional.empty()), "k");
    assertRoundTrip(Map.of("x", List.of(Optional.empty(), Optional.of("a"))), "a");
    assertThat(Trees.structure(Optional.of("a")).paths()).containsExactly("value");
    assertThat(Trees.structure(Optional.empty()))
        .isNotEqualTo(TreeDef.ABSENT)
        .isNotEqualTo(Trees.structure(Optional.of("a")))
        .hasToString("optional()");
  }

  /** Lists and maps that a variable can be declared with, and one that keeps an order. */
  static List<Object> declarable() {
    var bySize = new TreeMap<String, Object>(Comparator.comparing(String::length));
    var byEnum = new EnumMap<Thread.State, Object>(Thread.State.class);
    byEnum.put(Thread.State.NEW, 1);
    bySize.put("bb", 1);
    bySize.put("a", 2);
    return List.of(
        new ArrayList<>(List.of(1, 2)),
        new ArrayList<>(),
        new LinkedList<>(List.of(1)),
        new Vector<>(List.of(1)),
        new CopyOnWriteArrayList<>(List.of(1)),
        new HashMap<>(Map.of("a", 1)),
        new LinkedHashMap<>(Map.of("a", 1)),
        new ConcurrentHashMap<>(Map.of("a", 1)),
        new ConcurrentSkipListMap<>(Map.of("a", 1)),
        bySize,
        byEnum);
  }

  @ParameterizedTest
  @MethodSource("declarable")
  void lists_and_maps_are_rebuilt_as_the_class_that_they_are_of(Object tree) {
    var rebuilt = Trees.map(tree, leaf -> leaf);

    assertThat(rebuilt).isNotSameAs(tree).isEqualTo(tree).hasSameClassAs(tree);
    assertThat(rebuilt).hasToString(tree.toString());
  }

  @Test
  void the_class_of_a_list_or_map_is_no_part_of_the_structure() {
    assertThat(Trees.structure(new ArrayList<>(List.of(1)))).isEqualTo(Trees.structure(List.of(2)));
    assertThat(Trees.structure(new HashMap<>(Map.of("a", 1))))
        .isEqualTo(Trees.structure(Map.of("a", 2)))
        .hasSameHashCodeAs(Trees.structure(new TreeMap<>(Map.of("a", 3))));
  }

  @Test
  void lists_and_maps_of_other_classes_are_taken_apart_and_refused_when_they_would_be_rebuilt() {
    class Weights extends ArrayList<Object> {}
    var weights = new Weights();
    weights.add("w");

    assertThat(Trees.leaves(weights)).containsExactly("w");
    assertThatExceptionOfType(TreeStructureException.class)
        .isThrownBy(() -> Trees.map(weights, leaf -> leaf))
        .withMessage(
            "A pytree contains a list of class io.cambric.tree.TreesTest$1Weights, which "
                + "cannot be rebuilt with other leaves. Pass List.copyOf(list), register the "
                + "class with Trees.registerList, or make it implement TreeNode.");
    assertThatExceptionOfType(TreeStructureException.class)
        .isThrownBy(() -> Trees.map(new Properties(), leaf -> leaf))
        .withMessage(
            "A pytree contains a map of class java.util.Properties, which cannot be rebuilt "
                + "with other leaves. Pass Map.copyOf(map), register the class with "
                + "Trees.registerMap, or make it implement TreeNode.");
  }

  @Test
  void a_map_that_cannot_hold_null_says_so() {
    var map = new ConcurrentHashMap<>(Map.of("a", 1));

    assertThatExceptionOfType(TreeStructureException.class)
        .isThrownBy(() -> Trees.map(map, _ -> null))
        .withMessage(
            "A ConcurrentHashMap cannot be rebuilt with null as a value, which it cannot "
                + "hold. Use a HashMap.");
  }

  @Test
  void records_are_flattened_by_component_without_declaration() {
    record Local(Object x) {}
    assertRoundTrip(new Layer("k", "b"), "k", "b");
    assertRoundTrip(new Layer("k", null), "k");
    assertRoundTrip(new Local("a"), "a");
    assertThat(Trees.structure(new Layer("k", new Layer("b", null))).paths())
        .containsExactly("kernel", "bias/kernel");
  }

  @Test
  void static_components_belong_to_the_structure() {
    assertRoundTrip(new Named("n", "v", 3), "v");
    assertThat(Trees.structure(new Named("n", "v", 3)))
        .isEqualTo(Trees.structure(new Named("n", "w", 3)))
        .isNotEqualTo(Trees.structure(new Named("m", "v", 3)));
  }

  @Test
  void a_flattener_in_the_package_of_the_record_is_found_by_its_name() {
    assertRoundTrip(new Generated("a", "b"), "b", "a");
    assertThat(Trees.structure(new Generated("a", "b")).paths()).containsExactly("second", "first");
  }

  @Test
  void opaque_records_and_java_arrays_are_leaves() {
    var configuration = new Configuration(3);
    int[] array = {1, 2};
    assertRoundTrip(List.of(configuration, array), configuration, array);
  }

  @Test
  void tree_nodes_take_themselves_apart() {
    assertRoundTrip(new Interval("a", "b", true), "a", "b");
    assertThat(Trees.structure(new Interval("a", "b", true)))
        .isNotEqualTo(Trees.structure(new Interval("a", "b", false)));
    assertThat(Trees.structure(new Interval("a", "b", true)).toText())
        .isEqualTo("interval(from: *, to: *)");
  }

  @Test
  void an_exception_of_a_constructor_comes_through_when_a_record_is_rebuilt() {
    var flat = Trees.flatten(new Checked("right"));

    assertThatExceptionOfType(IllegalArgumentException.class)
        .isThrownBy(() -> flat.structure().unflatten(List.of("wrong")))
        .withMessage("value is wrong");
  }

  @Test
  void a_component_that_cannot_hold_the_new_leaf_names_the_record_and_the_mend() {
    record Typed(String text) {}
    var flat = Trees.flatten(new Typed("a"));

    assertThatExceptionOfType(TreeStructureException.class)
        .isThrownBy(() -> flat.structure().unflatten(List.of(1)))
        .withMessage(
            "A record Typed cannot be rebuilt from (Integer), because its components have "
                + "other types. Return leaves of their types, or map over the list "
                + "Trees.leaves(tree).");
  }

  @Test
  void unflatten_needs_as_many_leaves_as_the_structure_has() {
    assertThatExceptionOfType(TreeStructureException.class)
        .isThrownBy(() -> Trees.structure(List.of(1, 2)).unflatten(List.of(1)))
        .withMessage("A tree of structure list(0: *, 1: *) needs 2 leaves, but got 1.");
  }

  @Test
  void paths_name_the_way_to_each_leaf() {
    var tree = Map.of("params", List.of(new Layer("k", "b")), "step", 1);

    assertThat(Trees.structure(tree).paths())
        .containsExactly("params/0/kernel", "params/0/bias", "step");
    assertThat(Trees.structure("leaf").paths()).containsExactly("");
  }

  @Test
  void the_text_of_a_structure_shows_nodes_metadata_and_leaves() {
    assertThat(Trees.structure(Arrays.asList(Map.of("a", 1), null, new Named("n", 2, 3))).toText())
        .isEqualTo("list(0: map(a: *), 1: none, 2: Named[name=n, size=3](value: *))");
  }

  @Test
  void structures_are_equal_whatever_their_leaves_are() {
    assertThat(Trees.structure(List.of(1, Map.of("a", 2))))
        .isEqualTo(Trees.structure(List.of("x", Map.of("a", "y"))))
        .hasSameHashCodeAs(Trees.structure(List.of("x", Map.of("a", "y"))))
        .isNotEqualTo(Trees.structure(List.of("x", Map.of("b", "y"))));
  }

  @Test
  void two_trees_are_mapped_together() {
    assertThat(Trees.map(List.of(1, 2), List.of(10, 20), (a, b) -> (Integer) a + (Integer) b))
        .isEqualTo(List.of(11, 22));
  }

  @Test
  void trees_that_differ_are_reported_with_the_place() {
    var first = Map.of("a", List.of(1, 2), "b", 3);
    var second = Map.of("a", List.of(1, List.of(2)), "b", 3);

    assertThatExceptionOfType(TreeStructureException.class)
        .isThrownBy(() -> Trees.map(first, second, (a, _) -> a))
        .withMessage(
            "A map over two trees needs trees of equal structure, but at \"/a/1\" the first "
                + "has * and the second has list(0: *). Give both the same keys, lengths and "
                + "record types.");
    assertThatExceptionOfType(TreeStructureException.class)
        .isThrownBy(() ->
            TreeComparison.requireSame(
                "f", "one", Trees.structure(Map.of("a", 1)), "the other", Trees.structure(2)))
        .withMessage(
            "f needs trees of equal structure, but at \"/\" one has map(a: *) and the "
                + "other has *. Give both the same keys, lengths and record types.");
  }

  private static List<@Nullable Object> spread(@Nullable Object prefix, Object tree) {
    return PrefixSpread.of("inAxes", prefix, Trees.structure(tree));
  }

  @Test
  void a_prefix_leaf_stands_for_all_leaves_below_it() {
    assertThat(spread(0, List.of("a", Map.of("x", "b", "y", "c")))).containsExactly(0, 0, 0);
    assertThat(spread(List.of(0, Map.of("x", 1, "y", 2)), List.of("a", Map.of("x", 1, "y", 2))))
        .containsExactly(0, 1, 2);
    assertThat(spread(Arrays.asList(0, null), List.of("a", List.of("b", "c"))))
        .containsExactly(0, null, null);
    assertThat(spread(null, List.of("a", "b"))).containsExactly(null, null);
  }

  @Test
  void optionals_are_nodes_of_prefixes_as_of_trees() {
    assertThat(spread(Optional.of(1), Optional.of(List.of("a", "b")))).containsExactly(1, 1);
    assertThat(spread(Optional.empty(), List.of("a", "b"))).containsExactly(null, null);
  }

  @Test
  void a_prefix_of_another_shape_names_the_place() {
    assertThatExceptionOfType(TreeStructureException.class)
        .isThrownBy(() -> spread(List.of(0, List.of(1)), List.of("a", Map.of("b", "c"))))
        .withMessage(
            "inAxes must be a prefix of its tree, but at \"/1\" it has list(0: *) where the "
                + "tree has map(b: *).");
  }

  @Test
  void a_function_of_leaves_says_the_type_that_they_have() {
    var tree = List.of(Map.of("a", "x"), "y");

    assertThat(Trees.map(tree, (String leaf) -> leaf.concat("!")))
        .isEqualTo(List.of(Map.of("a", "x!"), "y!"));
    assertThat(Trees.map(tree, tree, (String one, String other) -> one.concat(other)))
        .isEqualTo(List.of(Map.of("a", "xx"), "yy"));
    assertThat(Trees.map(tree, String::length)).isEqualTo(List.of(Map.of("a", 1), 1));
    assertThat(Trees.map(tree, leaf -> leaf + "?")).isEqualTo(List.of(Map.of("a", "x?"), "y?"));
  }

  @Test
  void a_function_of_paths_and_leaves_gets_the_path_of_each() {
    var tree = List.of(Map.of("a", "x"), "y");

    assertThat(Trees.mapWithPath(tree, (String path, String leaf) -> path + "=" + leaf))
        .isEqualTo(List.of(Map.of("a", "0/a=x"), "1=y"));
  }

  @Test
  void trees_of_one_structure_become_one_tree_of_what_their_leaves_make() {
    var trees = List.of(new Layer("a", "b"), new Layer("c", "d"));

    assertThat(Trees.mapAll(trees, (List<String> each) -> String.join("", each)))
        .isEqualTo(new Layer("ac", "bd"));
    assertThatExceptionOfType(TreeStructureException.class)
        .isThrownBy(() -> Trees.mapAll(List.of(), each -> each))
        .withMessage("mapAll needs at least one tree, but got none. Pass a list of trees.");
    assertThatExceptionOfType(TreeStructureException.class)
        .isThrownBy(() -> Trees.mapAll(List.of("a", List.of("b")), each -> each))
        .withMessage(
            "mapAll needs trees of equal structure, but at \"/\" tree 0 has * and tree 1 "
                + "has list(0: *). Give both the same keys, lengths and record types.");
  }

  @Test
  void a_structure_is_printed_as_its_text() {
    assertThat(Trees.structure(List.of("a", Map.of("b", "c"))))
        .hasToString("list(0: *, 1: map(b: *))");
    assertThat(Trees.structure(null)).hasToString("none");
    assertThat(Trees.structure("a")).hasToString("*");
  }
}
