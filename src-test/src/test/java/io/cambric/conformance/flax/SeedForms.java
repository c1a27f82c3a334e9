package io.cambric.conformance.flax;

import io.cambric.conformance.format.GoldenCase;
import io.cambric.conformance.report.Check;
import io.cambric.conformance.report.Tolerance;
import io.cambric.core.Array;
import io.cambric.errors.CambricException;
import io.cambric.errors.ParamNotFoundException;
import io.cambric.errors.ParamShapeException;
import io.cambric.module.ApplyOptions;
import io.cambric.module.Module;
import io.cambric.scope.CollectionFilter;
import io.cambric.scope.Params;
import io.cambric.scope.Rngs;
import io.cambric.scope.Variables;
import io.cambric.transform.Transforms;
import io.cambric.transform.function.Fn;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Runners of cases of the design notes with results beyond the standard ones; a key of the expected
 * results selects the runner.
 */
final class SeedForms {

  /** A form of case. */
  interface Form {
    void run(GoldenCase golden, ModuleFactory factory, Check check);
  }

  private static final Map<String, Form> BY_KEY =
      Map.of(
          "equal", SeedForms::initIsApply,
          "steps", LayerForms::decoding,
          "variables", LayerForms::batchApply,
          "initEncode", SeedForms::modes,
          "initOutput", LiftForms::pack,
          "NaiveVmapMLP.init", LiftForms::literalOutcomes,
          "module_paths", NamingForms::pathsAndTexts,
          "collide", NamingForms::collidingPaths,
          "outputWithoutCollection", SeedForms::perturbations);

  private static final Map<String, Class<? extends CambricException>> ERRORS =
      Map.of(
          "ScopeParamShapeError", ParamShapeException.class,
          "ScopeParamNotFoundError", ParamNotFoundException.class);

  private SeedForms() {}

  /** {@return the keys that name forms} */
  static Set<String> keys() {
    return BY_KEY.keySet();
  }

  /** Runs a case of a special form. */
  static boolean run(GoldenCase golden, ModuleFactory factory, Check check) {
    for (var form : BY_KEY.entrySet()) {
      if (golden.json().get("expected").has(form.getKey())) {
        form.getValue().run(golden, factory, check);
        return true;
      }
    }
    return false;
  }

  private static Module<?> module(GoldenCase golden, ModuleFactory factory) {
    var json = golden.json();
    return factory.build(json.get("module").asString(), json.path("attributes"));
  }

  private static Rngs initRngs(GoldenCase golden) {
    return Linen.rngs(golden.json().get("rngs").get("init"));
  }

  /** Init is apply on no variables with everything mutable. */
  private static void initIsApply(GoldenCase golden, ModuleFactory factory, Check check) {
    var module = module(golden, factory);
    var call = ModuleCall.of(golden, golden.json().get("call"));
    var expected = golden.json().get("expected");
    var tolerances = FlaxTolerances.of(golden);
    var initial = Linen.init(module, initRngs(golden), ApplyOptions.none(), call::on);
    var applied =
        Linen.apply(
            module,
            Variables.empty(),
            ApplyOptions.mutable(CollectionFilter.all()).rngs(initRngs(golden)),
            call::on);
    check.equal(
        "init and apply", expected.get("equal").booleanValue(), same(initial, applied.variables()));
    ModuleRunner.checkVariables(
        "init", golden, expected.get("init"), initial, tolerances.init(), check);
    ModuleRunner.checkVariables(
        "applyVariables",
        golden,
        expected.get("applyVariables"),
        applied.variables(),
        tolerances.init(),
        check);
    check.tree(
        "applyOutput",
        golden.tree(expected.get("applyOutput")),
        applied.output(),
        tolerances.forward());
  }

  private static boolean same(Variables first, Variables second) {
    var check = new Check();
    check.tree("variables", Linen.toMap(first), Linen.toMap(second), Tolerance.EXACT);
    return check.differences().isEmpty();
  }

  /** A module of which each mode makes and uses only its own submodule. */
  private static void modes(GoldenCase golden, ModuleFactory factory, Check check) {
    var module = module(golden, factory);
    var expected = golden.json().get("expected");
    var tolerances = FlaxTolerances.of(golden);
    var args = ModuleCall.of(golden, golden.json().get("call")).args();
    var calls = new LinkedHashMap<String, ModuleCall>();
    var initial = new LinkedHashMap<String, Variables>();
    for (var mode : List.of("Encode", "Decode")) {
      var withMode = new LinkedHashMap<>(args);
      withMode.put("mode", mode.toLowerCase(Locale.ROOT));
      var call = new ModuleCall("call", withMode, Map.of());
      var variables = Linen.init(module, initRngs(golden), ApplyOptions.none(), call::on);
      calls.put(mode, call);
      initial.put(mode, variables);
      ModuleRunner.checkVariables(
          "init" + mode, golden, expected.get("init" + mode), variables, tolerances.init(), check);
      check.tree(
          "output" + mode,
          golden.tree(expected.get("output" + mode)),
          Linen.apply(module, variables, ApplyOptions.none(), call::on).output(),
          tolerances.forward());
    }
    for (var each : expected.properties()) {
      if (each.getValue().has("error")) {
        boolean decode = each.getKey().startsWith("decode");
        var variables = initial.get(decode ? "Encode" : "Decode");
        checkError(
            each.getKey(),
            each.getValue(),
            module,
            variables,
            calls.get(decode ? "Decode" : "Encode"),
            check);
      }
    }
  }

  private static void checkError(
      String what,
      JsonNode expected,
      Module<?> module,
      Variables variables,
      ModuleCall call,
      Check check) {
    try {
      Linen.apply(module, variables, ApplyOptions.none(), call::on);
    } catch (CambricException e) {
      check.equal(what, ERRORS.get(expected.get("error").asString()), e.getClass());
      return;
    }
    check.fail(what + ": no error");
  }

  /** Perturbations are given, left out, and differentiated. */
  private static void perturbations(GoldenCase golden, ModuleFactory factory, Check check) {
    var module = module(golden, factory);
    var json = golden.json();
    var expected = json.get("expected");
    var tolerances = FlaxTolerances.of(golden);
    var call = ModuleCall.of(golden, json.get("call"));
    var initial = Linen.init(module, initRngs(golden), ApplyOptions.none(), call::on);
    ModuleRunner.checkVariables(
        "init", golden, expected.get("init"), initial, tolerances.init(), check);
    var given = Linen.override(initial, golden.tree(json.get("vars")));
    check.tree(
        "output",
        golden.tree(expected.get("output")),
        output(module, given, call),
        tolerances.forward());
    check.tree(
        "outputWithoutCollection",
        golden.tree(expected.get("outputWithoutCollection")),
        output(module, given.without("perturbations"), call),
        tolerances.forward());
    checkGradient("zeroPerturbationGrad", golden, module, initial, call, check);
    checkGradient("perturbationGrad", golden, module, given, call, check);
  }

  private static @Nullable Object output(Module<?> module, Variables variables, ModuleCall call) {
    return Linen.apply(module, variables, ApplyOptions.none(), call::on).output();
  }

  private static void checkGradient(
      String what,
      GoldenCase golden,
      Module<?> module,
      Variables variables,
      ModuleCall call,
      Check check) {
    var name = "perturbations";
    Fn<Params, Array> function =
        values ->
            (Array) Objects.requireNonNull(output(module, variables.with(name, values), call));
    var vjp = Transforms.vjp(function, variables.collection(name));
    var cotangent = (Array) Objects.requireNonNull(golden.tree(golden.json().get("cotangent")));
    check.tree(
        what,
        golden.tree(golden.json().get("expected").get(what)),
        Linen.toMap(vjp.pullback().apply(cotangent)),
        FlaxTolerances.of(golden).gradient());
  }
}
