package io.cambric.scope.lift;

import io.cambric.core.Array;
import io.cambric.scope.CollectionFilter;
import io.cambric.scope.Scope;
import io.cambric.scope.ScopeFn;
import io.cambric.scope.Variables;
import io.cambric.transform.function.Fn2;
import io.cambric.transform.result.Carry;
import io.cambric.transform.result.Jvp;
import io.cambric.transform.result.ValueAndGrad;
import io.cambric.transform.result.WithResiduals;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Lifted transformations of plain functions of one scope, without modules.
 *
 * {@snippet :
 * ScopeFn<Array, Array> lanes =
 *     Lifts.vmap(dense, v -> v.variableAxis("params", 0).splitRngs("params"));
 * }
 *
 * @see <a href="https://flax.readthedocs.io/en/latest/developer_notes/lift.html">flax.core.lift</a>
 */
public final class Lifts {

  private Lifts() {}

  /** A function of a scope, a carry and a row, to the next carry and an output. */
  @FunctionalInterface
  public interface ScanBody<C, X extends @Nullable Object, Y extends @Nullable Object> {

    /** {@return the next carry and an output} */
    Carry<C, Y> apply(Scope scope, C carry, X row);
  }

  /** {@return the function mapped over axes of argument, variables and result} */
  public static <A, R> ScopeFn<A, R> vmap(ScopeFn<A, R> function, UnaryOperator<VmapLift> options) {
    return lifted(options.apply(VmapLift.NONE), function);
  }

  /** {@return the function called once for each row, with a carry between the calls} */
  public static <C, X extends @Nullable Object, Y extends @Nullable Object> ScanBody<C, X, Y> scan(
      ScanBody<C, X, Y> body, UnaryOperator<ScanLift> options) {
    var lift = options.apply(ScanLift.NONE);
    return (scope, carry, rows) ->
        lift.<Carry<C, Y>>run(
            List.of(scope),
            (scopes, arguments) ->
                body.apply(scopes.getFirst(), at(arguments, 0), Lifts.<X>at(arguments, 1)),
            Arrays.asList(carry, rows));
  }

  /** {@return the function compiled} */
  public static <A, R> ScopeFn<A, R> jit(ScopeFn<A, R> function) {
    return lifted(JitLift.ALL, function);
  }

  /** {@return the function with the random streams that it has when compiled} */
  public static <A, R> ScopeFn<A, R> foldRngs(ScopeFn<A, R> function) {
    return lifted(FoldRngsLift.ALL, function);
  }

  /** {@return the function, seeing some collections changed} */
  public static <A, R> ScopeFn<A, R> mapVariables(
      ScopeFn<A, R> function, UnaryOperator<MapVariablesLift> options) {
    return lifted(options.apply(MapVariablesLift.NONE), function);
  }

  /** {@return the function with variables of which the lanes of a named axis keep slices} */
  public static <A, R> ScopeFn<A, R> sharded(ScopeFn<A, R> function) {
    return lifted(ShardLift.ALL, function);
  }

  /** {@return the function with two collections exchanged; a missing one counts as empty} */
  public static <A, R> ScopeFn<A, R> swapCollection(
      ScopeFn<A, R> function, String first, String second) {
    UnaryOperator<Variables> swap =
        variables -> {
          var swapped = Variables.empty();
          for (var each : variables.collections().entrySet()) {
            var name = each.getKey();
            swapped = swapped.with(name.equals(first) ? second : first, each.getValue());
          }
          return swapped;
        };
    return mapVariables(function, m -> m.collections(first, second).in(swap).out(swap).mutable());
  }

  /** {@return the value, and the pullback to collection {@code params} and the argument} */
  public static <A, R> LiftedVjp<A, R, @Nullable Object> vjp(
      ScopeFn<A, R> function, Scope scope, A argument) {
    return DerivativeLifts.<A, R, @Nullable Object>vjp(
        List.of(scope),
        CollectionFilter.of(Variables.PARAMS),
        (scopes, arguments) ->
            new OutputAux<>(function.apply(scopes.getFirst(), at(arguments, 0)), null),
        argument);
  }

  /** {@return the value, and the derivative along tangents of argument and variables} */
  public static <A, R> Jvp<R> jvp(
      ScopeFn<A, R> function, Scope scope, A argument, A tangent, Variables variableTangents) {
    return DerivativeLifts.jvp(
        List.of(scope), plain(function), argument, tangent, variableTangents);
  }

  /** {@return the value, and the gradient with respect to the argument} */
  public static <A> ValueAndGrad<A> valueAndGrad(
      ScopeFn<A, Array> function, Scope scope, A argument) {
    var all =
        DerivativeLifts.<A, List<Object>>valueAndGrad(
            List.of(scope),
            (scopes, arguments) ->
                new OutputAux<>(function.apply(scopes.getFirst(), at(arguments, 0)), List.of()),
            argument);
    return new ValueAndGrad<>(all.value(), all.grads());
  }

  /** {@return the function with a custom vjp for collection {@code params} and the argument} */
  public static <A, R, S> ScopeFn<A, R> customVjp(
      ScopeFn<A, R> function,
      ScopeFn<A, WithResiduals<R, S>> forward,
      Fn2<S, R, LiftedGrads<A>> backward) {
    return (scope, argument) ->
        CustomRuleLifts.customVjp(
            List.of(scope),
            CollectionFilter.of(Variables.PARAMS),
            plain(function),
            plain(forward),
            backward,
            argument);
  }

  /** {@return the value for which the condition no longer holds} */
  public static <C> C whileLoop(
      ScopeFn<C, Array> condition,
      ScopeFn<C, C> body,
      Scope scope,
      C init,
      UnaryOperator<WhileLift> options) {
    return options
        .apply(WhileLift.NONE)
        .<C>run(List.of(scope), plain(condition), plain(body), init);
  }

  /** {@return the result of one of two functions} */
  public static <A, R> R cond(
      Array predicate, ScopeFn<A, R> onTrue, ScopeFn<A, R> onFalse, Scope scope, A argument) {
    return BranchLifts.<R>cond(
        List.of(scope),
        predicate,
        plain(onTrue),
        plain(onFalse),
        Collections.singletonList(argument));
  }

  /** {@return the result of one of several functions; the index is clamped into range} */
  public static <A, R> R switchCase(
      Array index, List<? extends ScopeFn<A, R>> branches, Scope scope, A argument) {
    return BranchLifts.<R>switchCase(
        List.of(scope),
        index,
        branches.stream().map(branch -> Lifts.<A, R>plain(branch)).toList(),
        Collections.singletonList(argument));
  }

  private static <A, R> ScopeFn<A, R> lifted(Lifting lifting, ScopeFn<A, R> function) {
    var plain = new OneScope<>(function);
    return (scope, argument) ->
        lifting.<R>run(List.of(scope), plain, Collections.singletonList(argument));
  }

  private static <A, R> LiftedFunction<R> plain(ScopeFn<A, R> function) {
    return new OneScope<>(function);
  }

  /** A function of one scope; equal to another of the same function. */
  private record OneScope<A, R>(ScopeFn<A, R> function) implements LiftedFunction<R> {
    @Override
    public R apply(List<Scope> scopes, List<? extends @Nullable Object> arguments) {
      return function.apply(scopes.getFirst(), at(arguments, 0));
    }
  }

  @SuppressWarnings({"unchecked", "NullAway"}) // the argument that was given, or its like
  private static <T extends @Nullable Object> T at(
      List<? extends @Nullable Object> arguments, int i) {
    return (T) arguments.get(i);
  }
}
