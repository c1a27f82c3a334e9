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
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** A case of intercepted methods: the title of each result says which interceptors run. */
final class InterceptCase implements CaseRunner {

  /** A definition has no super call, so none is logged. */
  private static final String DEVIATION = "differs:super-calls";

  private static final Map<String, String> PYTHON = Map.of("call", "__call__", "parts", "setup");

  @Override
  public void run(GoldenCase golden, Check check) {
    var modules = FlaxRunners.ofSource(golden);
    var x = NdArray.scalar(DType.F32, golden.json().get("input").doubleValue());
    boolean differs = false;
    for (var each : golden.json().get("expected").properties()) {
      var log = new ArrayList<String>();
      var title = each.getKey();
      var name =
          switch (title) {
            case "two, context A then B inside it", "add one then (inner) times three" -> "Inner";
            case "derived with super call" -> "Derived";
            default -> "Outer";
          };
      var module = modules.build(name, Map.of());
      var output = intercepted(interceptors(title, log), () -> output(module, x));
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
  private static List<Interceptor> interceptors(String title, List<String> log) {
    return switch (title) {
      case "one", "derived with super call" -> List.of(logging("L", log));
      case "two, context A then B inside it" -> List.of(logging("A", log), logging("B", log));
      case "double every scale result" -> List.of(on("scale", y -> y.mul(2)));
      case "skip scale" -> List.of(InterceptCase::skipScale);
      case "add one then (inner) times three" ->
          List.of(on("call", y -> y.add(1)), on("call", y -> y.mul(3)));
      default -> throw new UnsupportedFeature("interceptors:" + title);
    };
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

  private static @Nullable Object skipScale(MethodCall call) {
    return call.method().equals("scale") ? call.arguments().getFirst() : call.proceed();
  }

  private static List<String> strings(JsonNode list) {
    return StreamSupport.stream(list.spliterator(), false).map(JsonNode::asString).toList();
  }
}
