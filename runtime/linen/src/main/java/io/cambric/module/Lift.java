package io.cambric.module;

import io.cambric.core.Array;
import io.cambric.scope.CollectionFilter;
import io.cambric.scope.Variables;
import io.cambric.scope.lift.BranchLift;
import io.cambric.scope.lift.CustomRuleLifts;
import io.cambric.scope.lift.DerivativeLifts;
import io.cambric.scope.lift.LiftedFunction;
import io.cambric.scope.lift.LiftedGrads;
import io.cambric.scope.lift.LiftedVjp;
import io.cambric.scope.lift.OutputAux;
import io.cambric.scope.lift.WhileLift;
import io.cambric.transform.function.Fn;
import io.cambric.transform.function.Fn2;
import io.cambric.transform.function.Fn3;
import io.cambric.transform.result.GradAndAux;
import io.cambric.transform.result.Jvp;
import io.cambric.transform.result.ValueAndGrad;
import io.cambric.transform.result.ValueAuxAndGrad;
import io.cambric.transform.result.WithAux;
import io.cambric.transform.result.WithResiduals;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The lifted transformations of functions that use modules, for methods of definitions. Name them
 * with the class: {@code Lift.vmap}.
 *
 * <p>A function belongs to the module that is its first argument, else to the running module.
 * Submodules and parameters created in the function are those of its module. Other modules, and
 * variables, may be anywhere in the arguments; a module that is not passed cannot be used inside.
 * Leaves of arguments that are not arrays are static.
 *
 * {@snippet :
 * Array y = Lift.vmap(v -> v.variableBroadcast("params"), (Dense d, Array x) -> d.call(x)).apply(dense, xs);
 * var vjp = Lift.vjp((d, x) -> d.call(x), dense, x);
 * }
 *
 * @see <a
 *     href="https://flax.readthedocs.io/en/latest/api_reference/flax.linen/transformations.html">flax.linen
 *     transformations</a>
 */
public final class Lift extends FunctionLifts {

  private static final CollectionFilter PARAMS = CollectionFilter.of(Variables.PARAMS);

  private Lift() {}

  /** {@return the value, and the pullback to the module's parameters and the argument} */
  public static <M extends Module<?>, A, R> LiftedVjp<A, R, @Nullable Object> vjp(
      Fn2<M, A, R> function, M module, A argument) {
    return vjp(PARAMS, function, module, argument);
  }

  /** {@return the value, and the pullback to some of the module's variables and the argument} */
  public static <M extends Module<?>, A, R> LiftedVjp<A, R, @Nullable Object> vjp(
      CollectionFilter differentiated, Fn2<M, A, R> function, M module, A argument) {
    return vjpAux(
        differentiated, (m, a) -> new OutputAux<>(function.apply(m, a), null), module, argument);
  }

  /** {@return the value, the pullback to parameters and argument, and the auxiliary output} */
  public static <M extends Module<?>, A, R, X> LiftedVjp<A, R, X> vjpAux(
      Fn2<M, A, OutputAux<R, X>> function, M module, A argument) {
    return vjpAux(PARAMS, function, module, argument);
  }

  private static <M extends Module<?>, A, R, X extends @Nullable Object> LiftedVjp<A, R, X> vjpAux(
      CollectionFilter differentiated, Fn2<M, A, OutputAux<R, X>> function, M module, A argument) {
    return direct(
        function,
        module,
        argument,
        (scopes, lifted, a) -> DerivativeLifts.<A, R, X>vjp(scopes, differentiated, lifted, a));
  }

  /**
   * {@return the value, and its derivative along tangents}
   *
   * @param variableTangents for each differentiated collection tangents of all of the module's
   *     variables; others are constant
   */
  public static <M extends Module<?>, A, R> Jvp<R> jvp(
      Fn2<M, A, R> function, M module, A argument, A tangent, Variables variableTangents) {
    return Lift.<M, A, R, Jvp<R>>direct(
        function,
        module,
        argument,
        (scopes, lifted, a) -> DerivativeLifts.jvp(scopes, lifted, a, tangent, variableTangents));
  }

  /** {@return the gradient of a scalar with respect to the argument; variables are constant} */
  public static <M extends Module<?>, A> A grad(Fn2<M, A, Array> function, M module, A argument) {
    return valueAndGrad(function, module, argument).grads();
  }

  /** {@return a scalar, and its gradient with respect to the argument; variables are constant} */
  public static <M extends Module<?>, A> ValueAndGrad<A> valueAndGrad(
      Fn2<M, A, Array> function, M module, A argument) {
    Fn2<M, A, WithAux<List<Object>>> withAux =
        (m, a) -> new WithAux<>(function.apply(m, a), List.of());
    var all = valueAndGradAux(withAux, module, argument);
    return new ValueAndGrad<>(all.value(), all.grads());
  }

  /** {@return the gradient with respect to the argument, and the auxiliary output} */
  public static <M extends Module<?>, A, X> GradAndAux<A, X> gradAux(
      Fn2<M, A, WithAux<X>> function, M module, A argument) {
    var all = valueAndGradAux(function, module, argument);
    return new GradAndAux<>(all.grads(), all.aux());
  }

  /** {@return a scalar, its gradient with respect to the argument, and the auxiliary output} */
  public static <M extends Module<?>, A, X> ValueAuxAndGrad<A, X> valueAndGradAux(
      Fn2<M, A, WithAux<X>> function, M module, A argument) {
    return Lift.<M, A, OutputAux<Array, X>, ValueAuxAndGrad<A, X>>direct(
        (m, a) -> {
          var both = function.apply(m, a);
          return new OutputAux<>(both.value(), both.aux());
        },
        module,
        argument,
        DerivativeLifts::valueAndGrad);
  }

  /**
   * {@return the function with a custom vjp for parameters and argument}
   *
   * <p>Function and forward rule draw the same random keys and may write variables; the backward
   * rule has no module.
   *
   * @param forward to the value and the residuals, a pytree, such as the pullback of a {@code vjp}
   * @param backward from residuals and cotangent to those of parameters and argument
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
   * @param gradVars collections that the backward rule has cotangents for
   * @param forward to the value and the residuals, a pytree, such as the pullback of a {@code vjp}
   * @param backward from residuals and cotangent to those of variables and argument
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
            List.of(of(function), of(forward)),
            (scopes, functions, rest) ->
                CustomRuleLifts.customVjp(
                    scopes,
                    gradVars,
                    Lift.<R>typed(functions.get(0)),
                    Lift.<WithResiduals<R, S>>typed(functions.get(1)),
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
        Lift.<M, A, R, R>direct(
            function,
            module,
            argument,
            (scopes, lifted, a) -> CustomRuleLifts.customJvp(scopes, PARAMS, lifted, rule, a));
  }

  /**
   * {@return the value for which the condition no longer holds}
   *
   * @param options of variables and of random streams
   */
  public static <M extends Module<?>, C> C whileLoop(
      UnaryOperator<WhileLift> options,
      Fn2<M, C, Array> condition,
      Fn2<M, C, C> body,
      M module,
      C init) {
    return LiftedFunctions.<Object, C>of(
        module,
        init,
        List.of(condition, body),
        List.of(of(condition), of(body)),
        (scopes, functions, rest) ->
            options
                .apply(WhileLift.NONE)
                .<C>run(
                    scopes,
                    Lift.<Array>typed(functions.get(0)),
                    Lift.<C>typed(functions.get(1)),
                    LiftedFunctions.<C>at(rest, 0)));
  }

  /** {@return the result of one of two functions; variables that it writes are kept} */
  public static <M extends Module<?>, R> R cond(
      Array predicate, Fn<M, R> onTrue, Fn<M, R> onFalse, M module) {
    return BranchCall.all(module).cond(predicate, onTrue, onFalse);
  }

  /** {@return the result of one of two functions; variables that it writes are kept} */
  public static <M extends Module<?>, A, R> R cond(
      Array predicate, Fn2<M, A, R> onTrue, Fn2<M, A, R> onFalse, M module, A argument) {
    return BranchCall.all(module, argument).cond(predicate, onTrue, onFalse);
  }

  /** {@return the result of one of two functions; variables that it writes are kept} */
  public static <M extends Module<?>, A, B, R> R cond(
      Array predicate, Fn3<M, A, B, R> onTrue, Fn3<M, A, B, R> onFalse, M module, A a, B b) {
    return BranchCall.all(module, a, b).cond(predicate, onTrue, onFalse);
  }

  /**
   * {@return the result of one of two functions; variables that it writes are kept}
   *
   * @param options of variables and of random streams
   */
  public static <M extends Module<?>, A, R> R cond(
      UnaryOperator<BranchLift> options,
      Array predicate,
      Fn2<M, A, R> onTrue,
      Fn2<M, A, R> onFalse,
      M module,
      A argument) {
    return BranchCall.of(options, module, argument).cond(predicate, onTrue, onFalse);
  }

  /**
   * {@return the result of one of several functions; variables that it writes are kept}
   *
   * @param index clamped into range
   */
  public static <M extends Module<?>, A, R> R switchCase(
      Array index, List<? extends Fn2<M, A, R>> branches, M module, A argument) {
    return BranchCall.all(module, argument).switchCase(index, branches);
  }

  /**
   * {@return the result of one of several functions; variables that it writes are kept}
   *
   * @param index clamped into range
   */
  public static <M extends Module<?>, A, B, R> R switchCase(
      Array index, List<? extends Fn3<M, A, B, R>> branches, M module, A a, B b) {
    return BranchCall.all(module, a, b).switchCase(index, branches);
  }

  /**
   * {@return the result of one of several functions; variables that it writes are kept}
   *
   * @param options of variables and of random streams
   * @param index clamped into range
   */
  public static <M extends Module<?>, A, R> R switchCase(
      UnaryOperator<BranchLift> options,
      Array index,
      List<? extends Fn2<M, A, R>> branches,
      M module,
      A argument) {
    return BranchCall.of(options, module, argument).switchCase(index, branches);
  }

  /** A transformation of one function of one argument that yields a result, not a function. */
  @FunctionalInterface
  private interface Direct<A, F, R> {
    R apply(List<io.cambric.scope.Scope> scopes, LiftedFunction<F> function, A argument);
  }

  private static <M extends Module<?>, A, F, R> R direct(
      Fn2<M, A, F> function, M module, A argument, Direct<A, F, R> transformation) {
    return LiftedFunctions.<F, R>of(
        module,
        argument,
        List.of(function),
        List.of(of(function)),
        (scopes, functions, rest) ->
            transformation.apply(scopes, functions.getFirst(), LiftedFunctions.<A>at(rest, 0)));
  }

  private static <M, A, R extends @Nullable Object> LiftedFunctions.Body<R> of(
      Fn2<M, A, R> function) {
    return (List<@Nullable Object> own) ->
        function.apply(LiftedFunctions.<M>at(own, 0), LiftedFunctions.<A>at(own, 1));
  }

  @SuppressWarnings("unchecked") // the functions are in the order of the arguments
  private static <R> LiftedFunction<R> typed(LiftedFunction<?> function) {
    return (LiftedFunction<R>) function;
  }
}
