package io.cambric.conformance.flax;

import io.cambric.conformance.CaseRunner;
import io.cambric.conformance.format.GoldenCase;
import io.cambric.conformance.library.Library;
import io.cambric.conformance.library.Table;
import io.cambric.conformance.python.Interpreter;
import io.cambric.conformance.report.Check;
import io.cambric.scope.Params;
import io.cambric.tree.Trees;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** A case of the text of frozen dictionaries, and of operations on them. */
final class FrozenDictCase implements CaseRunner {

  private static final Interpreter PYTHON = new Interpreter(new Library());
  private static final String LEAVES = "leavesOf ";

  @Override
  public void run(GoldenCase golden, Check check) {
    for (var each : golden.json().get("expected")) {
      var params = params(golden, each.get("input"));
      check.equal("repr", each.get("repr").stringValue(), params.prettyRepr());
      check.equal("pretty_repr", each.get("pretty_repr").stringValue(), params.prettyRepr(4));
    }
    var operations = golden.json().get("operations");
    var start = params(golden, operations.get("start"));
    for (var each : operations.properties()) {
      if (!each.getKey().equals("start")) {
        check.equal(each.getKey(), PlainTree.of(each.getValue()), operation(each.getKey(), start));
      }
    }
  }

  private static Params params(GoldenCase golden, JsonNode node) {
    var entries = new LinkedHashMap<String, Object>();
    node.properties().forEach(each -> entries.put(each.getKey(), golden.tree(each.getValue())));
    return Params.of(entries);
  }

  /** The text of an operation is a call, or names the dict whose leaves are asked for. */
  private static @Nullable Object operation(String text, Params start) {
    if (text.startsWith(LEAVES)) {
      var dict = PYTHON.evaluate(PlainTree.quoted(text.substring(LEAVES.length())), Map.of());
      return Trees.leaves(Params.of(entries(dict)));
    }
    var table = new Table();
    table.put(
        "copy(add_or_replace)",
        a -> {
          var copy = start;
          for (var each : entries(a.get("add_or_replace")).entrySet()) {
            copy = copy.with(each.getKey(), each.getValue());
          }
          return plain(copy);
        });
    table.put(
        "pop(key)",
        a -> {
          var key = a.text("key", "");
          return List.of(plain(start.without(key)), plain(start.find(key).orElseThrow()));
        });
    return PYTHON.evaluate(text, table.functions());
  }

  @SuppressWarnings("unchecked") // keys of frozen dicts are texts
  private static Map<String, Object> entries(@Nullable Object dict) {
    return (Map<String, Object>) Objects.requireNonNull(dict);
  }

  private static Object plain(Object value) {
    if (!(value instanceof Params params)) {
      return value;
    }
    var map = new LinkedHashMap<String, Object>();
    params.entries().forEach((name, below) -> map.put(name, plain(below)));
    return map;
  }
}
