package io.cambric.conformance.flax;

import io.cambric.conformance.CaseRunner;
import io.cambric.conformance.format.GoldenCase;
import io.cambric.conformance.format.UnsupportedFeature;
import io.cambric.conformance.report.Check;
import io.cambric.tree.Cursor;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Edits of one tree through cursors, found by what the case calls them. */
final class CursorCase implements CaseRunner {

  private static final Map<String, Function<Object, Object>> EDITS =
      Map.of(
          "cursor['b']['d'][1].set(40)", tree -> Cursor.of(tree).at("b", "d", 1).set(40L),
          "['a']=10; ['b']['d'][2]['e']+=100; build", CursorCase::twoEdits,
          "apply_update(double ints)",
              tree -> Cursor.of(tree).applyUpdate((_, value) -> doubled(value)),
          "apply_update visits (path order)", tree -> visits(tree, ""),
          "apply_update(replace 'b' by 0) visits", tree -> visits(tree, "b"),
          "find_all(int > 3) paths", CursorCase::found,
          "f[0].set(60)", tree -> Cursor.of(tree).at("f", 0).set(60L));

  @Override
  public void run(GoldenCase golden, Check check) {
    var tree = plain(golden.json().get("input"));
    for (var each : golden.json().get("expected").properties()) {
      var edit = EDITS.get(each.getKey());
      if (edit == null) {
        throw new UnsupportedFeature("expectation:" + each.getKey());
      }
      check.equal(each.getKey(), plain(each.getValue()), edit.apply(tree));
    }
  }

  private static Object twoEdits(Object tree) {
    var first = Cursor.of(tree).at("a").set(10L);
    return Cursor.of(first).at("b", "d", 2, "e").update((Long value) -> value + 100);
  }

  private static @Nullable Object doubled(@Nullable Object value) {
    return value instanceof Long number ? (Object) (number * 2) : value;
  }

  private static List<String> visits(Object tree, String replaced) {
    var seen = new ArrayList<String>();
    Cursor.of(tree)
        .applyUpdate((path, value) -> {
          seen.add(path);
          return path.equals(replaced) ? (Object) 0L : value;
        });
    return seen;
  }

  /** Paths as Python shows them: names in quotes, indices bare. */
  private static List<String> found(Object tree) {
    return Cursor.of(tree)
        .findAll((_, value) -> value instanceof Long number && number > 3)
        .stream()
        .map(cursor -> cursor.path().replaceAll("(\\d+)|([^/\\d]+)", "[$1'$2']"))
        .map(path -> path.replaceAll("\\[(\\d+)''\\]", "[$1]").replace("/", ""))
        .toList();
  }

  private static Object plain(JsonNode node) {
    if (node.isObject()) {
      var map = new LinkedHashMap<String, Object>();
      node.properties().forEach(each -> map.put(each.getKey(), plain(each.getValue())));
      return map;
    }
    if (node.isArray()) {
      var list = new ArrayList<Object>();
      node.forEach(each -> list.add(plain(each)));
      return list;
    }
    return node.isString() ? node.asString() : (Object) node.longValue();
  }
}
