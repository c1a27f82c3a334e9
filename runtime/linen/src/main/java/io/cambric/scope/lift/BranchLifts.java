package io.cambric.scope.lift;

import io.cambric.core.Array;
import io.cambric.scope.CollectionFilter;
import io.cambric.scope.Scope;
import io.cambric.transform.Transforms;
import io.cambric.transform.function.Fn;
import java.util.List;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * The lifted cond and switch. Variables that the chosen branch writes are kept.
 *
 * <p>Variables that only some branches make or sow exist after every branch.
 *
 * @see <a
 *     href="https://flax.readthedocs.io/en/latest/api_reference/flax.linen/transformations.html">nn.cond
 *     and nn.switch</a>
 */
public final class BranchLifts {

  private BranchLifts() {}

  /** {@return the result of one of two functions of the same arguments} */
  public static <R extends @Nullable Object> R cond(
      List<Scope> scopes,
      Array predicate,
      LiftedFunction<R> onTrue,
      LiftedFunction<R> onFalse,
      List<? extends @Nullable Object> arguments) {
    return cond(BranchLift.ALL, scopes, predicate, onTrue, onFalse, arguments);
  }

  /** {@return the result of one of two functions of the same arguments, run with options} */
  public static <R extends @Nullable Object> R cond(
      BranchLift options,
      List<Scope> scopes,
      Array predicate,
      LiftedFunction<R> onTrue,
      LiftedFunction<R> onFalse,
      List<? extends @Nullable Object> arguments) {
    return run(
        "cond",
        options,
        scopes,
        List.of(onTrue, onFalse),
        arguments,
        (branches, operand) ->
            Transforms.cond(predicate, branches.get(0), branches.get(1), operand));
  }

  /** {@return the result of one of several functions of the same arguments} */
  public static <R extends @Nullable Object> R switchCase(
      List<Scope> scopes,
      Array index,
      List<? extends LiftedFunction<R>> branches,
      List<? extends @Nullable Object> arguments) {
    return switchCase(BranchLift.ALL, scopes, index, branches, arguments);
  }

  /** {@return the result of one of several functions of the same arguments, run with options} */
  public static <R extends @Nullable Object> R switchCase(
      BranchLift options,
      List<Scope> scopes,
      Array index,
      List<? extends LiftedFunction<R>> branches,
      List<? extends @Nullable Object> arguments) {
    return run(
        "switch",
        options,
        scopes,
        branches,
        arguments,
        (all, operand) -> Transforms.switchCase(index, all, operand));
  }

  /** A branch as a pure function of its inputs, with static leaves held. */
  private interface Branch extends Fn<List<@Nullable Object>, List<@Nullable Object>> {}

  private static <R extends @Nullable Object> R run(
      String name,
      BranchLift options,
      List<Scope> scopes,
      List<? extends LiftedFunction<R>> branches,
      List<? extends @Nullable Object> arguments,
      BiFunction<List<Branch>, List<@Nullable Object>, List<@Nullable Object>> choose) {
    var variables = List.of(options.variables());
    return new Pack(name, variables, variables, List.of(options.rngs()))
        .run(
            scopes,
            packed -> {
              var left = BranchVariables.of(name, packed, branches, arguments);
              var inputs =
                  StaticLeaf.hold(
                      new Inputs(packed.variables(), packed.rngs(), arguments).asList());
              var pure = branches.stream().map(function -> branch(packed, function, left)).toList();
              return Pure.<R>result(StaticLeaf.release(choose.apply(pure, inputs)));
            });
  }

  private static Branch branch(Packed packed, LiftedFunction<?> function, BranchVariables left) {
    return (List<@Nullable Object> held) -> {
      var inputs = Inputs.of(StaticLeaf.<List<@Nullable Object>>release(held));
      // The look for created variables has passed their initial values on.
      var outputs = Pure.runPlain(packed, function, inputs, CollectionFilter.all());
      return StaticLeaf.hold(
          Outputs.of(
              Outputs.<@Nullable Object>output(outputs),
              left.complete(Outputs.variables(outputs))));
    };
  }
}
