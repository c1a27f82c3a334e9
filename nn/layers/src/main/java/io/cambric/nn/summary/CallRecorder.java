package io.cambric.nn.summary;

import io.cambric.interpreters.StagingTrace;
import io.cambric.module.ApplyOptions;
import io.cambric.module.MethodCall;
import io.cambric.module.Module;
import io.cambric.module.ModuleType;
import io.cambric.scope.CollectionFilter;
import io.cambric.scope.Rngs;
import io.cambric.scope.Variables;
import io.cambric.transform.function.Fn;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Records the module methods that run while a model is traced, for summaries; mutable, for one
 * trace.
 */
final class CallRecorder {

  private final Set<String> streams;
  private final List<@Nullable RecordedCall> calls = new ArrayList<>();

  CallRecorder(Set<String> streams) {
    this.streams = streams;
  }

  /** {@return the shapes of the variables that init makes} */
  <M extends Module<M>> Variables init(M model, Rngs rngs, Fn<M, ?> call) {
    var options = ApplyOptions.intercept(this::recorded);
    return traced(() -> SummaryVariables.shapes(model.init(rngs, options, call)));
  }

  /** {@return the shapes of variables after an apply with all collections mutable} */
  <M extends Module<M>> Variables apply(M model, Variables variables, Fn<M, ?> call) {
    var options = ApplyOptions.mutable(CollectionFilter.all()).intercept(this::recorded);
    return traced(() -> SummaryVariables.shapes(model.apply(variables, options, call).variables()));
  }

  private static Variables traced(Supplier<Variables> body) {
    var made = new ArrayList<Variables>(1);
    StagingTrace.trace(
        "summary",
        List.of(),
        _ -> {
          made.add(body.get());
          return List.of();
        });
    return made.getFirst();
  }

  private @Nullable Object recorded(MethodCall method) {
    if (!method.isOffered()) {
      return method.proceed();
    }
    int place = calls.size();
    calls.add(null);
    var output = method.proceed();
    var module = method.module();
    var call =
        new Summary.Call(
            module.path(),
            ModuleType.nameOf(module),
            method.method(),
            ShapeTree.of(method.arguments()),
            ShapeTree.of(output));
    calls.set(place, new RecordedCall(call, method, streams));
    return output;
  }

  /** {@return the completed calls, outer ones before inner ones} */
  List<RecordedCall> calls() {
    return calls.stream().filter(Objects::nonNull).map(RecordedCall.class::cast).toList();
  }
}
