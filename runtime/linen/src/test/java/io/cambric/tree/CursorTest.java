package io.cambric.tree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.errors.TreeStructureException;
import io.cambric.scope.Params;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CursorTest {

  private static final Map<String, Object> TREE =
      Map.of("a", 1, "b", Map.of("c", 2, "d", List.of(3, 4, Map.of("e", 5))));

  /** A record with a component that is a tree and one of a type. */
  record Pair(Object left, Integer right) {}

  @Test
  void set_gives_the_whole_tree_with_another_value_at_the_place() {
    var changed = Cursor.of(TREE).at("b", "d", 1).set(40);
    assertThat(changed)
        .isEqualTo(Map.of("a", 1, "b", Map.of("c", 2, "d", List.of(3, 40, Map.of("e", 5)))));
    assertThat(TREE.get("b")).isEqualTo(Map.of("c", 2, "d", List.of(3, 4, Map.of("e", 5))));
  }

  @Test
  void set_at_the_root_replaces_the_tree() {
    assertThat(Cursor.of(TREE).set(Map.of("x", 1))).isEqualTo(Map.of("x", 1));
  }

  @Test
  void update_changes_what_is_at_the_place() {
    var kernel = NdArray.of(Shape.of(2), 1, 2);
    var params = Params.of("Dense_0", Params.of("kernel", kernel).with("bias", kernel));
    var doubled = Cursor.of(params).at("Dense_0", "kernel").update((Array leaf) -> leaf.mul(2));
    assertThat(doubled.get("Dense_0", "kernel").toFloats()).containsExactly(2, 4);
    assertThat(doubled.get("Dense_0", "bias")).isSameAs(kernel);
  }

  @Test
  void places_in_records_are_their_components() {
    var pair = new Pair(List.of(1, 2), 3);
    assertThat(Cursor.of(pair).at("left", 0).set(9)).isEqualTo(new Pair(List.of(9, 2), 3));
    assertThat(Cursor.of(pair).at("right").update((Integer i) -> i + 1))
        .isEqualTo(new Pair(List.of(1, 2), 4));
  }

  @Test
  void a_value_that_a_component_cannot_hold_is_refused() {
    assertThatExceptionOfType(TreeStructureException.class)
        .isThrownBy(() -> Cursor.of(new Pair(1, 3)).at("right").set("three"))
        .withMessage(
            "A cursor put String at \"right\", but \"right\" of Pair cannot hold it. Pass a "
                + "value of the component's type.");
  }

  @Test
  void a_place_that_is_not_there_is_refused() {
    assertThatExceptionOfType(TreeStructureException.class)
        .isThrownBy(() -> Cursor.of(TREE).at("b", "x"))
        .withMessage(
            "A cursor at \"b\" was asked for \"x\", but its children are [c, d]. Use one of "
                + "these names.");
  }

  @Test
  void a_place_below_a_leaf_is_refused_with_what_is_there() {
    assertThatExceptionOfType(TreeStructureException.class)
        .isThrownBy(() -> Cursor.of(TREE).at("a", "x"))
        .withMessage(
            "A cursor at \"a\" was asked for \"x\", but it points to a leaf of type "
                + "Integer, which has no children. Leave out the names after \"a\".");
  }

  @Test
  void a_path_given_as_one_name_is_reported_name_by_name() {
    assertThatExceptionOfType(TreeStructureException.class)
        .isThrownBy(() -> Cursor.of(TREE).at("b/d"))
        .withMessage(
            "A cursor at \"\" was asked for \"b/d\", but its children are [a, b]. Pass the "
                + "names on the path one by one.");
  }

  @Test
  void get_and_path_give_the_value_and_the_place_of_the_cursor() {
    var cursor = Cursor.of(TREE).at("b").at("d", 2, "e");
    assertThat(cursor.get()).isEqualTo(5);
    assertThat(cursor.path()).isEqualTo("b/d/2/e");
    assertThat(Cursor.of(TREE).path()).isEmpty();
  }

  @Test
  void applyUpdate_visits_parents_first_and_nothing_below_what_changed() {
    var seen = new ArrayList<String>();
    var changed =
        Cursor.of(TREE)
            .applyUpdate((path, value) -> {
              seen.add(path);
              return path.equals("b/d") ? "gone" : value;
            });
    assertThat(seen).containsExactly("a", "b", "b/c", "b/d");
    assertThat(changed).isEqualTo(Map.of("a", 1, "b", Map.of("c", 2, "d", "gone")));
  }

  @Test
  void applyUpdate_below_a_place_changes_nothing_else() {
    var changed =
        Cursor.of(TREE)
            .at("b", "d")
            .applyUpdate((path, value) -> value instanceof Integer i ? (Object) (i * 2) : value);
    assertThat(changed)
        .isEqualTo(Map.of("a", 1, "b", Map.of("c", 2, "d", List.of(6, 8, Map.of("e", 10)))));
  }

  @Test
  void applyUpdate_without_a_change_gives_the_tree_itself() {
    assertThat(Cursor.of(TREE).applyUpdate((_, value) -> value)).isSameAs(TREE);
  }

  @Test
  void findAll_gives_the_outermost_places_that_fulfil_a_condition() {
    var found =
        Cursor.of(TREE)
            .findAll((path, value) -> path.endsWith("d") || value instanceof Integer i && i > 1);
    assertThat(found.stream().map(Cursor::path)).containsExactly("b/c", "b/d");
    assertThat(found.getFirst().set(0)).isEqualTo(Cursor.of(TREE).at("b", "c").set(0));
  }

  @Test
  void find_gives_the_only_place() {
    assertThat(Cursor.of(TREE).find((path, value) -> path.endsWith("e")).path())
        .isEqualTo("b/d/2/e");
  }

  @Test
  void find_of_no_place_or_several_is_refused() {
    assertThatExceptionOfType(TreeStructureException.class)
        .isThrownBy(() -> Cursor.of(TREE).find((path, value) -> path.equals("z")))
        .withMessage(
            "find below \"\" needs one place that fulfils the condition, but found none. "
                + "Search with findAll.");
    assertThatExceptionOfType(TreeStructureException.class)
        .isThrownBy(() -> Cursor.of(TREE).find((path, value) -> value instanceof Integer))
        .withMessage(
            "find below \"\" needs one place that fulfils the condition, but found \"a\" "
                + "and \"b/c\". Narrow the condition, or use findAll.");
  }
}
