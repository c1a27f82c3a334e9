package io.cambric.conformance.jax;

import io.cambric.conformance.CaseRunner;
import io.cambric.conformance.format.GoldenCase;
import io.cambric.conformance.format.UnsupportedFeature;
import io.cambric.conformance.library.Library;
import io.cambric.conformance.library.Values;
import io.cambric.conformance.python.FreeNames;
import io.cambric.conformance.python.Interpreter;
import io.cambric.conformance.report.Check;
import io.cambric.conformance.report.Deviations;
import io.cambric.conformance.report.Tolerance;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.errors.CambricException;
import io.cambric.errors.DifferentiationException;
import io.cambric.errors.MissingRuleException;
import io.cambric.transform.Transforms;
import io.cambric.transform.function.Fn;
import io.cambric.tree.Trees;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Runner of calls: value, derivative along tangents, and pullback of cotangents. */
public final class CallRunner implements CaseRunner {

  private final Library library;
  private final Interpreter interpreter;

  /** Makes a runner over a library. */
  public CallRunner(Library library) {
    this.library = library;
    this.interpreter = new Interpreter(library);
  }

  @Override
  public void run(GoldenCase golden, Check check) {
    var call = golden.text("call");
    var inputs = Inputs.of(golden);
    var missing = library.missing(FreeNames.ofExpression(call, inputs.keySet()));
    if (!missing.isEmpty()) {
      throw new UnsupportedFeature(missing);
    }
    var out = Values.toArrays(interpreter.evaluate(call, inputs));
    var rounding = "rounding:" + golden.json().path("fn").asString("");
    boolean coarse =
        golden.family().header().path("x64").asBoolean(false) && Deviations.listed().has(rounding);
    var tolerances = coarse ? Tolerances.SINGLE : Tolerances.of(golden);
    var expected = golden.tree(golden.json().get("out"));
    check.tree("out", expected, aligned(golden, inputs, expected, out), tolerances.out());
    var derivatives = new Check();
    if (golden.json().has("vjp")) {
      checkVjp(golden, call, inputs, tolerances.derivative(), derivatives);
    }
    if (golden.json().has("jvp")) {
      checkJvp(golden, call, inputs, tolerances.derivative(), derivatives);
    }
    var deviation = "derivative:" + golden.json().path("fn").asString("");
    if (check.differences().isEmpty()
        && !derivatives.differences().isEmpty()
        && Deviations.listed().has(deviation)) {
      throw new UnsupportedFeature(deviation);
    }
    derivatives.differences().forEach(check::fail);
    if (coarse && check.differences().isEmpty()) {
      throw new UnsupportedFeature(rounding);
    }
    if (golden.json().has("vjp_error")) {
      checkRefused(golden, "vjp_error", check, () -> someVjp(call, inputs));
    }
    if (golden.json().has("jvp_error")) {
      checkRefused(golden, "jvp_error", check, () -> someJvp(call, inputs));
    }
  }

  /**
   * Runs a derivative that JAX refuses. Cambric may have it; if not, it has to say that a rule is
   * missing.
   */
  private static void checkRefused(
      GoldenCase golden, String key, Check check, Runnable derivative) {
    try {
      derivative.run();
    } catch (MissingRuleException | DifferentiationException _) {
      return;
    } catch (CambricException e) {
      check.fail("%s, where a rule is missing: %s".formatted(e, golden.text(key)));
    }
  }

  private void someJvp(String call, Map<String, @Nullable Object> inputs) {
    var floating = floating(inputs);
    Transforms.jvp(function(call, inputs), floating, floating);
  }

  private void someVjp(String call, Map<String, @Nullable Object> inputs) {
    var vjp = Transforms.vjp(function(call, inputs), floating(inputs));
    vjp.pullback().apply(vjp.output());
  }

  private static Map<String, @Nullable Object> floating(Map<String, @Nullable Object> inputs) {
    var chosen = new LinkedHashMap<>(inputs);
    chosen
        .values()
        .removeIf(value -> !(value instanceof Array array && array.dtype().isFloating()));
    return chosen;
  }

  private static @Nullable Object aligned(
      GoldenCase golden,
      Map<String, @Nullable Object> inputs,
      @Nullable Object expected,
      @Nullable Object out) {
    if (!Directions.areFree(golden)) {
      return out;
    }
    return DrawDirections.areDrawn(golden)
        ? DrawDirections.aligned(golden, inputs, expected, out)
        : Directions.aligned(expected, out);
  }

  private void checkJvp(
      GoldenCase golden,
      String call,
      Map<String, @Nullable Object> inputs,
      Tolerance tolerance,
      Check check) {
    var tangents = map(golden, "tangents");
    var jvp = Transforms.jvp(function(call, inputs), chosen(inputs, tangents), tangents);
    var attempt = new Check();
    compareLeaves("jvp", golden.tree(golden.json().get("jvp")), jvp.tangent(), tolerance, attempt);
    var ties = "ties:jvp " + golden.json().path("fn").asString("");
    if (check.differences().isEmpty()
        && !attempt.differences().isEmpty()
        && golden.json().path("note").asString("").equals("ties")
        && Deviations.listed().has(ties)) {
      throw new UnsupportedFeature(ties);
    }
    attempt.differences().forEach(check::fail);
  }

  private void checkVjp(
      GoldenCase golden,
      String call,
      Map<String, @Nullable Object> inputs,
      Tolerance tolerance,
      Check check) {
    var expected = map(golden, "vjp");
    var vjp = Transforms.vjp(function(call, inputs), chosen(inputs, expected));
    var cotangents = leaves(golden.tree(golden.json().get("cotangents")));
    check.tree("vjp", expected, vjp.pullback().apply(cotangents), tolerance);
  }

  /** The call as a function of some inputs, giving the floating leaves of its value. */
  private Fn<Map<String, @Nullable Object>, List<Array>> function(
      String call, Map<String, @Nullable Object> inputs) {
    return some -> {
      var all = new LinkedHashMap<>(inputs);
      all.putAll(some);
      return leaves(interpreter.evaluate(call, all)).stream()
          .filter(array -> array.dtype().isFloating())
          .toList();
    };
  }

  private static List<Array> leaves(@Nullable Object tree) {
    return Trees.leaves(tree).stream().map(Values::array).toList();
  }

  private static Map<String, @Nullable Object> chosen(
      Map<String, @Nullable Object> inputs, Map<String, @Nullable Object> names) {
    var chosen = new LinkedHashMap<>(inputs);
    chosen.keySet().retainAll(names.keySet());
    return chosen;
  }

  @SuppressWarnings("unchecked")
  private static Map<String, @Nullable Object> map(GoldenCase golden, String key) {
    return (Map<String, @Nullable Object>)
        java.util.Objects.requireNonNull(golden.tree(golden.json().get(key)));
  }

  private static void compareLeaves(
      String what,
      @Nullable Object expected,
      List<Array> actual,
      Tolerance tolerance,
      Check check) {
    var recorded = Trees.leaves(expected);
    check.equal(what + " count", recorded.size(), actual.size());
    for (int i = 0; i < Math.min(recorded.size(), actual.size()); i++) {
      check.array(what + "/" + i, (NdArray) recorded.get(i), actual.get(i), tolerance);
    }
  }
}
