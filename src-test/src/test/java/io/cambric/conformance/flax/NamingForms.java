package io.cambric.conformance.flax;

import io.cambric.conformance.format.GoldenCase;
import io.cambric.conformance.report.Check;
import io.cambric.conformance.report.Tolerance;
import io.cambric.module.ApplyOptions;
import io.cambric.module.Module;
import io.cambric.numpy.Key;
import io.cambric.numpy.Numpy;
import io.cambric.scope.Rngs;
import io.cambric.scope.Variables;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** Runners of cases about names with results beyond the standard ones. */
final class NamingForms {

  private NamingForms() {}

  /** The paths of modules, and modules as texts; the attributes and input are not in the case. */
  static void pathsAndTexts(GoldenCase golden, ModuleFactory factory, Check check) {
    var expected = golden.json().get("expected");
    var call = new ModuleCall("call", Map.of("x", Numpy.ones(2, 3)), Map.of());
    for (var each : expected.get("module_paths").properties()) {
      var name = each.getKey();
      var paths =
          Linen.modulePaths(factory.build(name, Map.of("n", 4)), Rngs.of(Key.of(0)), call::on);
      check.equal(
          name, List.copyOf(strings(each.getValue()).entrySet()), List.copyOf(paths.entrySet()));
    }
    var texts = expected.get("repr");
    check.equal(
        "text of Nested",
        texts.get("Nested").asString(),
        factory.build("Nested", Map.of("n", 4)).toString());
    check.equal(
        "attributes in the text of Dense",
        attributes(texts.get("Dense").asString()).stream()
            .map(JavaNames::member)
            .filter(attribute -> ModuleFactory.hasAttribute(factory.type("Dense"), attribute))
            .toList(),
        attributes(factory.build("Dense", Map.of("features", 3)).toString()));
  }

  private static Map<String, String> strings(JsonNode node) {
    var strings = new LinkedHashMap<String, String>();
    node.properties().forEach(each -> strings.put(each.getKey(), each.getValue().asString()));
    return strings;
  }

  private static List<String> attributes(String text) {
    return text.lines()
        .filter(line -> line.contains(" = "))
        .map(line -> line.substring(0, line.indexOf(" = ")).strip())
        .toList();
  }

  /** Keys where names run together, with the separator that keeps them apart. */
  static void collidingPaths(GoldenCase golden, ModuleFactory factory, Check check) {
    var json = golden.json();
    var options = ApplyOptions.none().rngs(Linen.rngs(json.get("rngs").get("apply")));
    var call = new ModuleCall("call", Map.of(), Map.of());
    Map.of("output", "RngTree", "collide", "Collide")
        .forEach((what, name) -> {
          Module<?> module = factory.build(name, Map.of());
          check.tree(
              what,
              golden.tree(json.get("expected").get(what)),
              Linen.apply(module, Variables.empty(), options, call::on).output(),
              Tolerance.EXACT);
        });
  }
}
