package io.cambric.conformance.flax;

import io.cambric.array.DType;
import io.cambric.conformance.CaseRunner;
import io.cambric.conformance.format.GoldenCase;
import io.cambric.conformance.format.Numbers;
import io.cambric.conformance.format.UnsupportedFeature;
import io.cambric.conformance.report.Check;
import io.cambric.conformance.report.Tolerance;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.module.ApplyOptions;
import io.cambric.module.Interceptor;
import io.cambric.module.Interceptors;
import io.cambric.module.MethodCall;
import io.cambric.module.Module;
import io.cambric.scope.Variables;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** A case of intercepted methods: the title of each result says which interceptors run. */
final class InterceptCase implements CaseRunner {

  /** A definition has no super call, so none is logged. */
  private static final String DEVIATION = "differs:super-calls";

  private static final Pattern ENTERED = Pattern.compile("(\\w+) enter (\\w+)");
  private static final Set<String> ONE = Set.of("one", "derived with super call");
  private static final Pattern TWO = Pattern.compile("two, context (\\w+) then (\\w+) inside it");
  private static final Pattern EVERY = Pattern.compile("(\\w+) every (\\w+) result");
  private static final Pattern SKIP = Pattern.compile("skip (\\w+)");
  private static final Pattern SUM = Pattern.compile("add (\\w+) then \\(inner\\) times (\\w+)");
  private static final Map<String, Integer> FACTORS = Map.of("double", 2, "triple", 3);
  private static final List<String> NUMBERS =
      List.of(
          "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten");

  private static final Map<String, String> PYTHON = Map.of("call", "__call__", "parts", "setup");

  @Override
  public void run(GoldenCase golden, Check check) {
    var modules = FlaxRunners.ofSource(golden);
    var x = NdArray.scalar(DType.F32, golden.json().get("input").doubleValue());
    boolean differs = false;
    for (var each : golden.json().get("expected").properties()) {
      var log = new ArrayList<String>();
      var title = each.getKey();
      var name = module(title, each.getValue().path("log"));
      var module = modules.build(name, Map.of());
      var output =
          intercepted(
              interceptors(title, each.getValue().path("log"), log), () -> output(module, x));
      check.array(
          title, Numbers.nested(each.getValue().get("output"), DType.F32), output, Tolerance.EXACT);
      if (name.equals("Derived")) {
        differs = true;
      } else {
        check.equal("log of " + title, strings(each.getValue().get("log")), log);
      }
    }
    if (differs && check.differences().isEmpty()) {
      throw new UnsupportedFeature(DEVIATION);
    }
  }

  /** {@return the name of the module that is called: the first in the log, if there is one} */
  private static String module(String title, JsonNode log) {
    var entered = ENTERED.matcher(log.path(0).asString(""));
    if (entered.lookingAt()) {
      return entered.group(2);
    }
    return title.contains("(inner)") ? "Inner" : "Outer";
  }

  private static Array output(Module<?> module, Array x) {
    var call = new ModuleCall("call", Map.of("x", x), Map.of());
    var output = Linen.apply(module, Variables.empty(), ApplyOptions.none(), call::on).output();
    return (Array) Objects.requireNonNull(output);
  }

  private static Array intercepted(List<Interceptor> interceptors, Supplier<Array> body) {
    return interceptors.isEmpty()
        ? body.get()
        : Interceptors.intercept(
            interceptors.getFirst(),
            () -> intercepted(interceptors.subList(1, interceptors.size()), body));
  }

  /** {@return the interceptors of a title, the outermost first} */
  private static List<Interceptor> interceptors(String title, JsonNode recorded, List<String> log) {
    var two = TWO.matcher(title);
    var every = EVERY.matcher(title);
    var skip = SKIP.matcher(title);
    var sum = SUM.matcher(title);
    var entered = ENTERED.matcher(recorded.path(0).asString(""));
    if (ONE.contains(title) && entered.lookingAt()) {
      return List.of(logging(entered.group(1), log));
    }
    if (two.matches()) {
      return List.of(logging(two.group(1), log), logging(two.group(2), log));
    }
    if (every.matches() && FACTORS.containsKey(every.group(1))) {
      int factor = FACTORS.get(every.group(1));
      return List.of(on(every.group(2), y -> y.mul(factor)));
    }
    if (skip.matches()) {
      return List.of(call -> skip(call, skip.group(1)));
    }
    if (sum.matches() && NUMBERS.containsAll(List.of(sum.group(1), sum.group(2)))) {
      int summand = NUMBERS.indexOf(sum.group(1));
      int factor = NUMBERS.indexOf(sum.group(2));
      return List.of(on("call", y -> y.add(summand)), on("call", y -> y.mul(factor)));
    }
    throw new UnsupportedFeature("interceptors:" + title);
  }

  private static Interceptor logging(String name, List<String> log) {
    return call -> {
      log.add("%s enter %s".formatted(name, described(call)));
      var result = call.proceed();
      log.add(name + " exit");
      return result;
    };
  }

  private static String described(MethodCall call) {
    var module = call.module();
    var type = module.getClass().getSimpleName().replace("Intercepted", "");
    var name = module.name().map("[%s]"::formatted).orElse("");
    return type + name + "." + PYTHON.getOrDefault(call.method(), call.method());
  }

  private static Interceptor on(String method, UnaryOperator<Array> change) {
    return call -> {
      var result = call.proceed();
      return call.method().equals(method) && result instanceof Array y ? change.apply(y) : result;
    };
  }

  private static @Nullable Object skip(MethodCall call, String method) {
    return call.method().equals(method) ? call.arguments().getFirst() : call.proceed();
  }

  private static List<String> strings(JsonNode list) {
    return StreamSupport.stream(list.spliterator(), false).map(JsonNode::asString).toList();
  }
}
