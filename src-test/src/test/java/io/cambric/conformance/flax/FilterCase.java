package io.cambric.conformance.flax;

import io.cambric.conformance.CaseRunner;
import io.cambric.conformance.format.GoldenCase;
import io.cambric.conformance.report.Check;
import io.cambric.scope.CollectionFilter;
import io.cambric.scope.Params;
import io.cambric.scope.Variables;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** The algebra of filters: what they match, not how they are written. */
final class FilterCase implements CaseRunner {

  /** The names of the case, and one that it does not know. */
  private static final List<String> NAMES = List.of("a", "b", "c", "other");

  @Override
  public void run(GoldenCase golden, Check check) {
    var expected = golden.json().get("expected");
    for (var pair : expected.get("pairs")) {
      var a = filter(pair.get("a"));
      var b = filter(pair.get("b"));
      var what = " of " + pair.get("a") + " and " + pair.get("b");
      check.equal("union" + what, matched(pair, "union"), matched(a.union(b)));
      check.equal("intersect" + what, matched(pair, "intersect"), matched(a.intersect(b)));
      check.equal("subtract" + what, matched(pair, "subtract"), matched(a.subtract(b)));
    }
    for (var row : expected.get("membership")) {
      var filter = filter(row.get("filter"));
      row.get("in")
          .properties()
          .forEach(each ->
              check.equal(
                  each.getKey() + " in " + row.get("filter"),
                  each.getValue().booleanValue(),
                  filter.matches(each.getKey())));
      check.equal("emptiness", row.get("isEmpty").booleanValue(), filter.isEmpty());
    }
    var groups = expected.get("group_collections");
    var variables = variables(groups.get("input"));
    for (var row : groups.get("rows")) {
      var filters = new ArrayList<CollectionFilter>();
      row.get("filters").forEach(each -> filters.add(filter(each)));
      var wanted = new ArrayList<Variables>();
      row.get("groups").forEach(each -> wanted.add(variables(each)));
      check.equal(
          "groups by " + row.get("filters"), wanted, CollectionFilter.group(variables, filters));
    }
  }

  private static List<String> matched(JsonNode pair, String operation) {
    return matched(filter(pair.get(operation).get("ok")));
  }

  private static List<String> matched(CollectionFilter filter) {
    return NAMES.stream().filter(filter::matches).toList();
  }

  private static CollectionFilter filter(JsonNode node) {
    if (node.isBoolean()) {
      return node.booleanValue() ? CollectionFilter.all() : CollectionFilter.none();
    }
    if (node.isString()) {
      return CollectionFilter.of(node.asString());
    }
    if (node.has("deny")) {
      return CollectionFilter.deny(filter(node.get("deny")));
    }
    var names = new ArrayList<String>();
    node.get("set").forEach(name -> names.add(name.asString()));
    return CollectionFilter.of(names.toArray(String[]::new));
  }

  private static Variables variables(JsonNode collections) {
    Map<String, Object> all = new LinkedHashMap<>();
    collections
        .properties()
        .forEach(collection -> {
          Map<String, Object> values = new LinkedHashMap<>();
          collection
              .getValue()
              .properties()
              .forEach(each -> values.put(each.getKey(), each.getValue().intValue()));
          all.put(collection.getKey(), Params.of(values));
        });
    return Variables.of(all);
  }
}
