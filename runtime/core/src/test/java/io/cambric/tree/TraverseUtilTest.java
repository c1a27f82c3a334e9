package io.cambric.tree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.errors.TreeStructureException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Flat and nested dicts; results are those of flax.traverse_util 0.12.8 for the same dicts. */
class TraverseUtilTest {

  private static Map<String, Object> nested() {
    var bar = new LinkedHashMap<String, Object>();
    bar.put("a", 2);
    bar.put("b", Map.of());
    var tree = new LinkedHashMap<String, Object>();
    tree.put("foo", 1);
    tree.put("bar", bar);
    return tree;
  }

  @Test
  void a_flat_map_has_the_keys_on_the_way_and_no_empty_maps() {
    var flat = TraverseUtil.flattenDict(nested());

    assertThat(flat).hasToString("{[foo]=1, [bar, a]=2}");
    assertThat(TraverseUtil.unflattenDict(flat)).hasToString("{foo=1, bar={a=2}}");
    assertThat(TraverseUtil.flattenDict(Map.of(1, Map.of(2, "x"))))
        .isEqualTo(Map.of(List.of(1, 2), "x"));
  }

  @Test
  void a_separator_joins_names_and_splits_them_again() {
    var flat = TraverseUtil.flattenDict(nested(), ".");

    assertThat(flat).hasToString("{foo=1, bar.a=2}");
    assertThat(TraverseUtil.unflattenDict(flat, ".")).hasToString("{foo=1, bar={a=2}}");
    assertThat(TraverseUtil.unflattenDict(Map.of("a/", 1), "/"))
        .isEqualTo(Map.of("a", Map.of("", 1)));
  }

  @Test
  void empty_maps_are_kept_where_asked_for_and_come_back() {
    var options = FlattenDictOptions.DEFAULT.withKeepEmptyNodes(true);
    var flat = TraverseUtil.flattenDict(nested(), "/", options);

    assertThat(flat).hasToString("{foo=1, bar/a=2, bar/b=empty_node}");
    assertThat(TraverseUtil.unflattenDict(flat, "/")).isEqualTo(nested());
    assertThat(TraverseUtil.flattenDict(Map.of(), options)).isEmpty();
  }

  @Test
  void maps_where_isLeaf_holds_stay_whole() {
    var options = FlattenDictOptions.DEFAULT.withIsLeaf((path, _) -> path.equals(List.of("bar")));

    assertThat(TraverseUtil.flattenDict(nested(), options))
        .hasToString("{[foo]=1, [bar]={a=2, b={}}}");
  }

  @Test
  void lists_and_records_are_values() {
    assertThat(TraverseUtil.flattenDict(Map.of("a", List.of(1, 2)), "/"))
        .isEqualTo(Map.of("a", List.of(1, 2)));
  }

  @Test
  void keys_that_are_no_strings_have_no_separator() {
    assertThatExceptionOfType(TreeStructureException.class)
        .isThrownBy(() -> TraverseUtil.flattenDict(Map.of("a", Map.of(1, 2)), "/"))
        .withMessage(
            "flattenDict with a separator needs strings as keys, but got 1 of type Integer. "
                + "Leave out the separator.");
  }

  @Test
  void paths_that_do_not_fit_together_are_refused() {
    var flat = new LinkedHashMap<String, Object>();
    flat.put("a", 1);
    flat.put("a/b", 2);

    assertThatExceptionOfType(TreeStructureException.class)
        .isThrownBy(() -> TraverseUtil.unflattenDict(flat, "/"))
        .withMessage(
            "unflattenDict needs paths that are not prefixes of other paths, but [a] is the "
                + "path of a value and a prefix of another path. Remove one of them.");
    assertThatExceptionOfType(TreeStructureException.class)
        .isThrownBy(() -> TraverseUtil.unflattenDict(flat, ""))
        .withMessage(
            "unflattenDict needs a separator of at least one character, but got an empty "
                + "one. Pass the separator of flattenDict.");
    assertThatExceptionOfType(TreeStructureException.class)
        .isThrownBy(() -> TraverseUtil.unflattenDict(Map.of(List.of(), 1)))
        .withMessage(
            "unflattenDict needs at least one key in each path, but a path is empty. Pass "
                + "the value itself.");
  }

  @Test
  void values_are_mapped_given_the_keys_on_the_path_to_them() {
    var nested = new LinkedHashMap<String, Object>();
    nested.put("a", Map.of("x", 10, "y", 3));
    nested.put("b", Map.of("x", 20));
    nested.put("none", Map.of());

    assertThat(
            TraverseUtil.pathAwareMap(
                (path, x) -> path.contains("x") ? (int) x + 5 : -(int) x, nested))
        .isEqualTo(Map.of("a", Map.of("x", 15, "y", -3), "b", Map.of("x", 25), "none", Map.of()));
    assertThat(nested).containsEntry("b", Map.of("x", 20));
  }
}
