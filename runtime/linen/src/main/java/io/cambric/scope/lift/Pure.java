package io.cambric.scope.lift;

import io.cambric.scope.CollectionFilter;
import io.cambric.scope.Variables;
import io.cambric.transform.function.Fn;
import java.util.List;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** A lifted function as a pure function of one pytree. */
final class Pure {

  private Pure() {}

  /** {@return the function from {@link Inputs} to {@link Outputs}, both with static leaves held} */
  static <R extends @Nullable Object> Fn<List<@Nullable Object>, List<@Nullable Object>> of(
      Packed packed, LiftedFunction<R> function) {
    return (List<@Nullable Object> held) ->
        StaticLeaf.hold(
            run(packed, function, Inputs.of(StaticLeaf.<List<@Nullable Object>>release(held))));
  }

  /** {@return the function, with a check of its results and writes while it runs} */
  static <R extends @Nullable Object> Fn<List<@Nullable Object>, List<@Nullable Object>> of(
      Packed packed,
      LiftedFunction<R> function,
      BiConsumer<@Nullable Object, List<List<Variables>>> check) {
    return (List<@Nullable Object> held) -> {
      var outputs =
          run(packed, function, Inputs.of(StaticLeaf.<List<@Nullable Object>>release(held)));
      check.accept(Outputs.<@Nullable Object>output(outputs), Outputs.variables(outputs));
      return StaticLeaf.hold(outputs);
    };
  }

  /** {@return the outputs of one run in scopes of its own} */
  static <R extends @Nullable Object> List<@Nullable Object> run(
      Packed packed, LiftedFunction<R> function, Inputs inputs) {
    return run(packed, function, inputs, CollectionFilter.all());
  }

  /**
   * {@return the outputs of one run in scopes with fewer mutable collections}
   *
   * <p>If a loop or branch outside looks for created variables, their initial values come out, too.
   */
  static <R extends @Nullable Object> List<@Nullable Object> run(
      Packed packed, LiftedFunction<R> function, Inputs inputs, CollectionFilter mutable) {
    if (!packed.logsCreations()) {
      return runPlain(packed, function, inputs, mutable);
    }
    var logs = packed.newLogs();
    var scopes = packed.open(inputs.variables(), inputs.rngs(), mutable, logs);
    var output = function.apply(scopes, inputs.arguments());
    return Outputs.of(
        output,
        packed.withFirstValues(packed.close(scopes), logs.stream().map(FirstValues::of).toList()));
  }

  /** {@return the outputs of one run, without initial values} */
  static <R extends @Nullable Object> List<@Nullable Object> runPlain(
      Packed packed, LiftedFunction<R> function, Inputs inputs, CollectionFilter mutable) {
    var scopes = packed.open(inputs.variables(), inputs.rngs(), mutable);
    var output = function.apply(scopes, inputs.arguments());
    return Outputs.of(output, packed.close(scopes));
  }

  /** {@return the result of a transformation, from its outputs with static leaves held} */
  static <R extends @Nullable Object> Pack.Result<R> result(List<@Nullable Object> outputs) {
    return new Pack.Result<>(Outputs.<R>output(outputs), Outputs.variables(outputs));
  }
}
