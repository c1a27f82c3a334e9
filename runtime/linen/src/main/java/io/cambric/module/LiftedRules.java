package io.cambric.module;

import io.cambric.scope.CollectionFilter;
import io.cambric.scope.Variables;
import io.cambric.scope.lift.CustomRuleLifts;
import io.cambric.scope.lift.LiftedGrads;
import io.cambric.transform.function.Fn2;
import io.cambric.transform.result.Jvp;
import io.cambric.transform.result.WithResiduals;
import java.util.List;

/** Custom derivatives of functions of a module and an argument. */
final class LiftedRules {

  private static final CollectionFilter PARAMS = CollectionFilter.of(Variables.PARAMS);

  private LiftedRules() {}

  /**
   * {@return the function with a custom vjp for parameters and argument}
   *
   * <p>Function and forward rule draw the same random keys and may write variables; the backward
   * rule has no module.
   *
   * @param forward to the value and the residuals, a pytree, such as the pullback of a {@code vjp}
   * @param backward from residuals and cotangent to the cotangents of parameters and argument
   */
  public static <M extends Module<?>, A, R, S> Fn2<M, A, R> customVjp(
      Fn2<M, A, R> function,
      Fn2<M, A, WithResiduals<R, S>> forward,
      Fn2<S, R, LiftedGrads<A>> backward) {
    return customVjp(PARAMS, function, forward, backward);
  }

  /**
   * {@return the function with a custom vjp for some of the module's variables and the argument}
   *
   * @param gradVars collections for which the backward rule returns cotangents
   * @param forward to the value and the residuals, a pytree, such as the pullback of a {@code vjp}
   * @param backward from residuals and cotangent to the cotangents of variables and argument
   */
  public static <M extends Module<?>, A, R, S> Fn2<M, A, R> customVjp(
      CollectionFilter gradVars,
      Fn2<M, A, R> function,
      Fn2<M, A, WithResiduals<R, S>> forward,
      Fn2<S, R, LiftedGrads<A>> backward) {
    return (module, argument) ->
        LiftedFunctions.<Object, R>of(
            module,
            argument,
            List.of(function, forward),
            List.of(LiftedFunctions.body(function), LiftedFunctions.body(forward)),
            (scopes, functions, rest) ->
                CustomRuleLifts.customVjp(
                    scopes,
                    gradVars,
                    LiftedFunctions.<R>typed(functions.get(0)),
                    LiftedFunctions.<WithResiduals<R, S>>typed(functions.get(1)),
                    backward,
                    LiftedFunctions.<A>at(rest, 0)));
  }

  /**
   * {@return the function with a custom jvp}
   *
   * @param rule from parameters and argument, and the tangents of both, to the value and its
   *     tangent; it has no module
   */
  public static <M extends Module<?>, A, R> Fn2<M, A, R> customJvp(
      Fn2<M, A, R> function, Fn2<LiftedGrads<A>, LiftedGrads<A>, Jvp<R>> rule) {
    return (module, argument) ->
        LiftedFunctions.<M, A, R, R>direct(
            function,
            module,
            argument,
            (scopes, lifted, a) -> CustomRuleLifts.customJvp(scopes, PARAMS, lifted, rule, a));
  }
}
