package io.cambric.nn;

import io.cambric.core.Array;
import io.cambric.module.ApplyOptions;
import io.cambric.module.MethodCall;
import io.cambric.module.Module;
import io.cambric.random.Key;
import io.cambric.scope.CollectionFilter;
import io.cambric.scope.Rngs;
import io.cambric.scope.Variables;
import io.cambric.transform.Fn;
import io.cambric.transform.Transforms;
import io.cambric.tree.Trees;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Notes the module methods that run while a model is traced: mutable, for one trace. */
final class CallRecorder {

  private final Set<String> streams;
  private final List<@Nullable RecordedCall> calls = new ArrayList<>();

  CallRecorder(Set<String> streams) {
    this.streams = streams;
  }

  /** {@return the avals of the variables that an init makes} */
  <M extends Module<M>> Variables init(M model, Rngs rngs, Fn<M, ?> call) {
    var options = ApplyOptions.intercept(this::recorded);
    return (Variables)
        Objects.requireNonNull(
            Transforms.evalShape(
                (Map<String, Key> keys) -> model.init(new Rngs(keys), options, call), rngs.keys()));
  }

  /** Runs an apply in which anything may be written. */
  <M extends Module<M>> void apply(M model, Variables variables, Fn<M, ?> call) {
    var options = ApplyOptions.mutable(CollectionFilter.all()).intercept(this::recorded);
    Transforms.evalShape(
        (Variables given) -> {
          model.apply(given, options, call);
          return List.of();
        },
        variables);
  }

  private @Nullable Object recorded(MethodCall method) {
    if (method.method().equals("setup")) {
      return method.proceed();
    }
    int place = calls.size();
    calls.add(null);
    var output = method.proceed();
    var module = method.module();
    var call =
        new Summary.Call(
            module.path(),
            module.getClass().getSimpleName(),
            method.method(),
            avals(method.arguments()),
            output == null ? null : avals(output));
    calls.set(place, new RecordedCall(call, method, streams));
    return output;
  }

  private static <T> T avals(T tree) {
    return Trees.map(tree, leaf -> leaf instanceof Array array ? array.aval() : leaf);
  }

  /** {@return the calls that ended, outer ones before those they make} */
  List<RecordedCall> calls() {
    return calls.stream().filter(Objects::nonNull).map(RecordedCall.class::cast).toList();
  }
}
