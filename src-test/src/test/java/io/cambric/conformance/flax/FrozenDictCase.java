package io.cambric.conformance.flax;

import io.cambric.conformance.CaseRunner;
import io.cambric.conformance.format.GoldenCase;
import io.cambric.conformance.format.UnsupportedFeature;
import io.cambric.conformance.report.Check;
import io.cambric.scope.Params;
import io.cambric.tree.Trees;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** A case of the text of frozen dictionaries, and of operations on them. */
final class FrozenDictCase implements CaseRunner {

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

  private static Object operation(String name, Params start) {
    return switch (name) {
      case "copy({'b': 5, 'z': 6})" -> plain(start.with("b", 5L).with("z", 6L));
      case "pop('a')" -> List.of(plain(start.without("a")), start.find("a").orElseThrow());
      case "leavesOf {c:1, b:{a:2}}" ->
          Trees.leaves(Params.of(Map.of("c", 1L, "b", Map.of("a", 2L))));
      default -> throw new UnsupportedFeature("expectation:" + name);
    };
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
