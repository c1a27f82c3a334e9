package io.cambric.conformance.flax;

import io.cambric.conformance.CaseRunner;
import io.cambric.conformance.format.GoldenCase;
import io.cambric.conformance.format.UnsupportedFeature;
import io.cambric.conformance.report.Check;
import io.cambric.scope.CollectionFilter;
import io.cambric.scope.Params;
import io.cambric.scope.Variables;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;

/** A case of the algebra of filters; it compares their matches, not their text. */
final class FilterCase implements CaseRunner {

  /** A name that no filter mentions. */
  private static final String OTHER = "other";

  @Override
  public void run(GoldenCase golden, Check check) {
    var expected = golden.json().get("expected");
    var names = new TreeSet<>(Set.of(OTHER));
    for (var pair : expected.get("pairs")) {
      mention(pair, names);
    }
    for (var pair : expected.get("pairs")) {
      var a = filter(pair.get("a"));
      var b = filter(pair.get("b"));
      var what = " of " + pair.get("a") + " and " + pair.get("b");
      check.equal("union" + what, matched(names, pair, "union"), matched(names, a.union(b)));
      check.equal(
          "intersect" + what, matched(names, pair, "intersect"), matched(names, a.intersect(b)));
      check.equal(
          "subtract" + what, matched(names, pair, "subtract"), matched(names, a.subtract(b)));
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
      var recorded = new ArrayList<Variables>();
      row.get("groups").forEach(each -> recorded.add(variables(each)));
      check.equal(
          "groups by " + row.get("filters"), recorded, CollectionFilter.group(variables, filters));
    }
  }

  /** Adds the names that filters mention, wherever they stand in a node. */
  private static void mention(JsonNode node, Set<String> names) {
    if (node.isString()) {
      names.add(node.asString());
    }
    node.forEach(each -> mention(each, names));
  }

  private static List<String> matched(Set<String> names, JsonNode pair, String operation) {
    var result = pair.path(operation).path("ok");
    if (result.isMissingNode()) {
      throw new UnsupportedFeature(
          "utility:filters.%s=%s".formatted(operation, pair.get(operation)));
    }
    return matched(names, filter(result));
  }

  private static List<String> matched(Set<String> names, CollectionFilter filter) {
    return names.stream().filter(filter::matches).toList();
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
