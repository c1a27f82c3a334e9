package io.cambric.conformance.flax;

import io.cambric.conformance.CaseRunner;
import io.cambric.conformance.format.GoldenCase;
import io.cambric.conformance.format.UnsupportedFeature;
import io.cambric.conformance.library.Values;
import io.cambric.conformance.report.Check;
import io.cambric.conformance.report.Conditioning;
import io.cambric.conformance.report.Tolerance;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.module.Applied;
import io.cambric.module.ApplyOptions;
import io.cambric.module.CallOptions;
import io.cambric.module.Module;
import io.cambric.scope.CollectionFilter;
import io.cambric.scope.Params;
import io.cambric.scope.Variables;
import io.cambric.transform.Transforms;
import io.cambric.transform.function.Fn;
import io.cambric.tree.Trees;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Runner of standard cases: init, apply, updates and gradients of one module. */
final class ModuleRunner implements CaseRunner {

  /** The keys of results that a standard case may expect. */
  static final Set<String> EXPECTATIONS =
      Set.of("init", "initOutcome", "output", "updates", "grads", "argGrads");

  private final Function<GoldenCase, ModuleFactory> factories;

  /** Makes a runner over the modules that each case may name. */
  ModuleRunner(Function<GoldenCase, ModuleFactory> factories) {
    this.factories = factories;
  }

  /**
   * A module and the calls that initialise and apply it.
   *
   * @param lanes the axis name under which apply is mapped over axis 0 of its arguments; null if it
   *     is not
   */
  private record Plan(Module<?> module, ModuleCall init, ModuleCall apply, @Nullable String lanes) {

    Applied<@Nullable Object> apply(
        Variables variables, ApplyOptions options, Map<String, @Nullable Object> args) {
      Fn<List<@Nullable Object>, Applied<@Nullable Object>> lane =
          values -> Linen.apply(module, variables, options, call(args, values)::on);
      var values = new ArrayList<>(args.values());
      return lanes == null
          ? lane.apply(values)
          : Transforms.vmap(lane).axisName(lanes).apply(values);
    }

    Plan withKwargs(Map<String, @Nullable Object> other) {
      return new Plan(module, init, apply.withKwargs(other), lanes);
    }

    private ModuleCall call(Map<String, @Nullable Object> args, List<@Nullable Object> values) {
      var named = new LinkedHashMap<String, @Nullable Object>();
      args.keySet().forEach(name -> named.put(name, values.get(named.size())));
      return apply.withArgs(named);
    }
  }

  @Override
  public void run(GoldenCase golden, Check check) {
    var json = golden.json();
    var expected = json.get("expected");
    if (SeedForms.run(golden, factories.apply(golden), check)) {
      return;
    }
    for (var each : expected.properties()) {
      if (!EXPECTATIONS.contains(each.getKey())) {
        throw new UnsupportedFeature("expectation:" + each.getKey());
      }
    }
    if (expected.path("init").has("error")) {
      LiftForms.initFails(golden, factories.apply(golden), check);
      return;
    }
    check.that(!expected.path("initOutcome").hasNonNull("error"), "init should fail");
    var plan = plan(golden);
    var tolerances = FlaxTolerances.of(golden);
    var initial = Variables.empty();
    if (json.path("rngs").has("init")) {
      boolean all = json.path("note").asString("").contains("init(mutable=true)");
      initial =
          Linen.init(
              plan.module(),
              Linen.rngs(json.get("rngs").get("init")),
              all ? ApplyOptions.mutable(CollectionFilter.all()) : ApplyOptions.none(),
              plan.init()::on);
    }
    if (expected.has("init")) {
      checkVariables("init", golden, expected.get("init"), initial, tolerances.init(), check);
    }
    var variables = Linen.override(initial, golden.tree(json.get("vars")));
    var options = options(json);
    if (expected.has("output")) {
      var applied = plan.apply(variables, options, plan.apply().args());
      compareLeaves(
          "output",
          golden.tree(expected.get("output")),
          Values.toArrays(applied.output()),
          tolerances.forward(),
          check);
      if (expected.has("updates")) {
        var updates = Linen.toMap(applied.variables());
        check.tree("updates", golden.tree(expected.get("updates")), updates, tolerances.forward());
      }
    }
    if (expected.has("grads") || expected.has("argGrads")) {
      Conditioning.check(
          (move, attempt) ->
              checkGradients(golden, plan, variables, options, tolerances, move, attempt),
          check);
    }
  }

  private Plan plan(GoldenCase golden) {
    var json = golden.json();
    var name = json.get("module").asString();
    var factory = factories.apply(golden);
    var type = factory.type(name);
    var apply = ModuleCall.of(golden, json.get("call"));
    var init = json.has("initCall") ? ModuleCall.of(golden, json.get("initCall")) : apply;
    var attributes = factory.attributes(json.path("attributes"));
    if (!ModuleFactory.hasAttribute(type, "return_carry")) {
      boolean returnsCarry = Boolean.TRUE.equals(attributes.remove("return_carry"));
      apply = apply.returningCarry(returnsCarry);
      init = init.returningCarry(returnsCarry);
    }
    var moved = new LinkedHashMap<String, @Nullable Object>();
    // Some of Flax's attributes are arguments of the call in Cambric.
    for (var each : List.copyOf(attributes.keySet())) {
      if (!ModuleFactory.hasAttribute(type, each)
          && ModuleCall.hasParameter(type, apply.method(), each)) {
        moved.put(JavaNames.member(each), attributes.remove(each));
      }
    }
    apply = apply.withKwargs(moved);
    init = init.withKwargs(moved);
    if (!apply.fits(type)) {
      var byName = new LinkedHashMap<String, @Nullable Object>();
      attributes.forEach((key, value) -> byName.put(JavaNames.member(key), value));
      var needed = apply.completedBy(type, byName);
      if (needed.isPresent()) {
        byName.keySet().retainAll(needed.get());
        attributes.keySet().removeIf(key -> byName.containsKey(JavaNames.member(key)));
        apply = apply.withKwargs(byName);
        init = init.withKwargs(byName);
      }
    }
    String lanes = null;
    if (json.path("note").asString("").contains("then vmap over axis 0 of x of apply")) {
      lanes = json.get("attributes").get("axis_name").asString();
      init = init.withArgs(Trees.map(init.args(), ModuleRunner::firstRow));
    }
    return new Plan(factory.build(name, attributes), init, apply, lanes);
  }

  private static Object firstRow(Object leaf) {
    return leaf instanceof NdArray array ? array.row(0) : leaf;
  }

  private static CallOptions options(JsonNode json) {
    var options =
        ApplyOptions.mutable(Linen.filter(json.get("mutable")))
            .rngs(Linen.rngs(json.path("rngs").path("apply")));
    return json.path("capture_intermediates").asBoolean(false)
        ? options.captureIntermediates()
        : options;
  }

  /** Compares values, and the order in which names were created. */
  static void checkVariables(
      String what,
      GoldenCase golden,
      JsonNode expected,
      Variables actual,
      Tolerance tolerance,
      Check check) {
    var recorded = golden.tree(expected);
    var came = Linen.toMap(actual);
    check.tree(what, recorded, came, tolerance);
    NameOrder.check(what, golden, recorded, came, check);
  }

  private static void compareLeaves(
      String what,
      @Nullable Object expected,
      @Nullable Object actual,
      Tolerance tolerance,
      Check check) {
    var recorded = Trees.leaves(expected);
    var came = Trees.leaves(actual);
    check.equal(what + " number of leaves", recorded.size(), came.size());
    for (int i = 0; i < Math.min(recorded.size(), came.size()); i++) {
      check.tree(
          recorded.size() == 1 ? what : what + "/" + i, recorded.get(i), came.get(i), tolerance);
    }
  }

  /** The point of a derivative: the parameters and the arguments, also named ones. */
  private record Point(
      Params params, Map<String, @Nullable Object> args, Map<String, @Nullable Object> kwargs) {}

  private static void checkGradients(
      GoldenCase golden,
      Plan plan,
      Variables variables,
      ApplyOptions options,
      FlaxTolerances tolerances,
      Function<Object, ?> move,
      Check check) {
    Fn<Point, List<Array>> function =
        point ->
            Linen.floating(
                Trees.leaves(
                    plan.withKwargs(point.kwargs())
                        .apply(variables.withParams(point.params()), options, point.args())
                        .output()));
    var named = new LinkedHashMap<>(plan.apply().kwargs());
    named.values().removeIf(value -> !(value instanceof NdArray));
    var point = Trees.map(new Point(variables.params(), plan.apply().args(), named), move::apply);
    var vjp = Transforms.vjp(function, point);
    var cotangents = Linen.cotangents(golden, vjp.output());
    var gradients = vjp.pullback().apply(cotangents);
    var expected = golden.json().get("expected");
    if (expected.has("grads")) {
      checkEach(
          "grads",
          golden.tree(expected.get("grads")),
          Linen.toMap(gradients.params()),
          tolerances,
          check);
    }
    if (expected.has("argGrads")) {
      var recorded = (Map<?, ?>) golden.tree(expected.get("argGrads"));
      recorded.forEach((name, value) ->
          compareLeaves(
              "argGrads/" + name,
              value,
              Linen.floating(
                  Trees.leaves(
                      gradients.args().containsKey(name)
                          ? gradients.args().get(name)
                          : gradients.kwargs().get(JavaNames.member((String) name)))),
              tolerances.gradient(),
              check));
    }
  }

  private static void checkEach(
      String path,
      @Nullable Object expected,
      @Nullable Object actual,
      FlaxTolerances tolerances,
      Check check) {
    if (expected instanceof Map<?, ?> map && actual instanceof Map<?, ?> came) {
      check.equal(path + " keys", map.keySet(), came.keySet());
      map.forEach(
          (key, value) -> checkEach(path + "/" + key, value, came.get(key), tolerances, check));
    } else if (expected instanceof NdArray array && actual instanceof Array came) {
      check.array(path, array, came, tolerances.gradient(path));
    } else {
      check.equal(path, expected, actual);
    }
  }
}
