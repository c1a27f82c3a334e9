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
 *     Lifts.vmap(dense, VmapLift.NONE.withVariableAxis("params", 0).withSplitRngs("params"));
 * }
 *
 * @see <a href="https://flax.readthedocs.io/en/latest/developer_notes/lift.html">flax.core.lift</a>
 */
public final class Lifts {

  private static final CollectionFilter PARAMS = CollectionFilter.of(Variables.PARAMS);

  private Lifts() {}

  /** A function of a scope, a carry and a row, to the next carry and an output. */
  @FunctionalInterface
  public interface ScanBody<C, X extends @Nullable Object, Y extends @Nullable Object> {

    /** {@return the next carry and an output} */
    Carry<C, Y> apply(Scope scope, C carry, X row);
  }

  /** {@return the function mapped over axes of argument, variables and result} */
  public static <A, R> ScopeFn<A, R> vmap(ScopeFn<A, R> function, VmapLift options) {
    return lifted(options, function);
  }

  /** {@return the function called once for each row, with a carry between the calls} */
  public static <C, X extends @Nullable Object, Y extends @Nullable Object> ScanBody<C, X, Y> scan(
      ScanBody<C, X, Y> body, ScanLift options) {
    return (scope, carry, rows) ->
        options.<Carry<C, Y>>run(
            List.of(scope),
            (scopes, arguments) ->
                body.apply(scopes.getFirst(), at(arguments, 0), Lifts.<X>at(arguments, 1)),
            Arrays.asList(carry, rows));
  }

  /**
   * {@return the function mapped over axes like {@link #vmap}, each lane on a worker thread of its
   * own}
   */
  public static <A, R> ScopeFn<A, R> pmap(ScopeFn<A, R> function, VmapLift options) {
    return lifted(options.withWorkers(true), function);
  }

  /** {@return the function checkpointed: the backward pass recomputes all but its argument} */
  public static <A, R> ScopeFn<A, R> remat(ScopeFn<A, R> function) {
    return lifted(RematLift.ALL, function);
  }

  /** {@return the function checkpointed, with a policy and filters} */
  public static <A, R> ScopeFn<A, R> remat(ScopeFn<A, R> function, RematLift options) {
    return lifted(options, function);
  }

  /**
   * {@return the function run in nested scans, all but the innermost checkpointed}
   *
   * @param function from a carry to the next one
   * @param lengths iterations of each level, the outermost first
   */
  public static <C> ScopeFn<C, C> rematScan(ScopeFn<C, C> function, List<Integer> lengths) {
    return rematScan(function, RematScanLift.of(lengths));
  }

  /** {@return the function run in nested scans, with their lengths, a policy and options} */
  public static <C> ScopeFn<C, C> rematScan(ScopeFn<C, C> function, RematScanLift options) {
    return lifted(options, function);
  }

  /**
   * {@return the function compiled}
   *
   * <p>Random streams behave as in {@code nn.jit}: each restarts with a key drawn from it. In
   * {@code flax.core.lift.jit} they only lose their path, so the keys differ.
   */
  public static <A, R> ScopeFn<A, R> jit(ScopeFn<A, R> function) {
    return lifted(JitLift.ALL, function);
  }

  /** {@return the function with the random streams that it has in {@link #jit}} */
  public static <A, R> ScopeFn<A, R> foldRngs(ScopeFn<A, R> function) {
    return lifted(FoldRngsLift.ALL, function);
  }

  /** {@return the function, seeing some collections changed} */
  public static <A, R> ScopeFn<A, R> mapVariables(
      ScopeFn<A, R> function, MapVariablesLift options) {
    return lifted(options, function);
  }

  /** {@return the function; the lanes of a named axis keep slices of its variables} */
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
    return mapVariables(
        function,
        MapVariablesLift.NONE
            .withCollections(first, second)
            .withIn(swap)
            .withOut(swap)
            .withMutable(true));
  }

  /** {@return the value, and the pullback to collection {@code params} and the argument} */
  public static <A, R> LiftedVjp<A, R, @Nullable Object> vjp(
      ScopeFn<A, R> function, Scope scope, A argument) {
    return vjp(PARAMS, function, scope, argument);
  }

  /**
   * {@return the value, and the pullback to some collections and the argument}
   *
   * @param differentiated the collections
   */
  public static <A, R> LiftedVjp<A, R, @Nullable Object> vjp(
      CollectionFilter differentiated, ScopeFn<A, R> function, Scope scope, A argument) {
    return DerivativeLifts.<A, R, @Nullable Object>vjp(
        List.of(scope),
        differentiated,
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
    return customVjp(PARAMS, function, forward, backward);
  }

  /**
   * {@return the function with a custom vjp for some collections and the argument}
   *
   * @param differentiated the collections for which the backward rule returns cotangents
   */
  public static <A, R, S> ScopeFn<A, R> customVjp(
      CollectionFilter differentiated,
      ScopeFn<A, R> function,
      ScopeFn<A, WithResiduals<R, S>> forward,
      Fn2<S, R, LiftedGrads<A>> backward) {
    return (scope, argument) ->
        CustomRuleLifts.customVjp(
            List.of(scope), differentiated, plain(function), plain(forward), backward, argument);
  }

  /**
   * {@return the function with a custom jvp for collection {@code params} and the argument}
   *
   * @param rule from parameters and argument, and the tangents of both, to the value and its
   *     tangent; it has no scope
   */
  public static <A, R> ScopeFn<A, R> customJvp(
      ScopeFn<A, R> function, Fn2<LiftedGrads<A>, LiftedGrads<A>, Jvp<R>> rule) {
    return customJvp(PARAMS, function, rule);
  }

  /**
   * {@return the function with a custom jvp for some collections and the argument}
   *
   * @param differentiated the collections that the rule has tangents of
   */
  public static <A, R> ScopeFn<A, R> customJvp(
      CollectionFilter differentiated,
      ScopeFn<A, R> function,
      Fn2<LiftedGrads<A>, LiftedGrads<A>, Jvp<R>> rule) {
    return (scope, argument) ->
        CustomRuleLifts.customJvp(List.of(scope), differentiated, plain(function), rule, argument);
  }

  /** {@return the value for which the condition no longer holds} */
  public static <C> C whileLoop(
      WhileLift options, ScopeFn<C, Array> condition, ScopeFn<C, C> body, Scope scope, C init) {
    return options.<C>run(List.of(scope), plain(condition), plain(body), init);
  }

  /** {@return the result of one of two functions} */
  public static <A, R> R cond(
      Array predicate, ScopeFn<A, R> onTrue, ScopeFn<A, R> onFalse, Scope scope, A argument) {
    return cond(BranchLift.ALL, predicate, onTrue, onFalse, scope, argument);
  }

  /** {@return the result of one of two functions, with filters of variables and streams} */
  public static <A, R> R cond(
      BranchLift options,
      Array predicate,
      ScopeFn<A, R> onTrue,
      ScopeFn<A, R> onFalse,
      Scope scope,
      A argument) {
    return BranchLifts.<R>cond(
        options,
        List.of(scope),
        predicate,
        plain(onTrue),
        plain(onFalse),
        Collections.singletonList(argument));
  }

  /** {@return the result of one of several functions; the index is clamped into range} */
  public static <A, R> R switchCase(
      Array index, List<? extends ScopeFn<A, R>> branches, Scope scope, A argument) {
    return switchCase(BranchLift.ALL, index, branches, scope, argument);
  }

  /** {@return the result of one of several functions, with filters of variables and streams} */
  public static <A, R> R switchCase(
      BranchLift options,
      Array index,
      List<? extends ScopeFn<A, R>> branches,
      Scope scope,
      A argument) {
    return BranchLifts.<R>switchCase(
        options,
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
