package io.cambric.module;

import io.cambric.core.Array;
import io.cambric.scope.lift.BranchLift;
import io.cambric.scope.lift.BranchLifts;
import io.cambric.transform.function.Fn;
import io.cambric.transform.function.Fn2;
import io.cambric.transform.function.Fn3;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A lifted branch between functions of a module and arguments.
 *
 * @param options of variables and of random streams
 * @param module the module of all functions
 * @param arguments of all functions, past the module
 */
record BranchCall(BranchLift options, Module<?> module, List<@Nullable Object> arguments) {

  static BranchCall all(Module<?> module, @Nullable Object... arguments) {
    return of(BranchLift.ALL, module, arguments);
  }

  static BranchCall of(BranchLift options, Module<?> module, @Nullable Object... arguments) {
    return new BranchCall(options, module, Arrays.asList(arguments));
  }

  /**
   * {@return the result of one of two functions}
   *
   * @param onTrue a {@link Fn} of the module, or of more arguments
   * @param onFalse of the same arguments
   */
  <R extends @Nullable Object> R cond(Array predicate, Object onTrue, Object onFalse) {
    return run(
        List.of(onTrue, onFalse),
        (scopes, branches, rest) ->
            BranchLifts.<R>cond(
                options, scopes, predicate, branches.get(0), branches.get(1), rest));
  }

  /** {@return the result of one of several functions of the same arguments} */
  <R extends @Nullable Object> R switchCase(Array index, List<?> functions) {
    return run(
        functions,
        (scopes, branches, rest) ->
            BranchLifts.<R>switchCase(options, scopes, index, branches, rest));
  }

  private <R extends @Nullable Object> R run(
      List<?> functions, LiftedFunctions.Transformation<R, R> transformation) {
    return LiftedFunctions.<R, R>of(
        module,
        arguments,
        functions,
        functions.stream().map(BranchCall::<R>body).toList(),
        transformation);
  }

  @SuppressWarnings({"unchecked", "NullAway"}) // Lift checks types; null is an argument's own
  private static <R extends @Nullable Object> LiftedFunctions.Body<R> body(Object function) {
    return (List<@Nullable Object> own) ->
        switch (own.size()) {
          case 1 -> ((Fn<Object, R>) function).apply(own.get(0));
          case 2 -> ((Fn2<Object, Object, R>) function).apply(own.get(0), own.get(1));
          default ->
              ((Fn3<Object, Object, Object, R>) function).apply(own.get(0), own.get(1), own.get(2));
        };
  }
}
