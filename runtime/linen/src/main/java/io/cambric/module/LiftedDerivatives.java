package io.cambric.module;

import io.cambric.core.Array;
import io.cambric.scope.CollectionFilter;
import io.cambric.scope.Variables;
import io.cambric.scope.lift.DerivativeLifts;
import io.cambric.scope.lift.LiftedVjp;
import io.cambric.scope.lift.OutputAux;
import io.cambric.transform.function.Fn2;
import io.cambric.transform.result.GradAndAux;
import io.cambric.transform.result.Jvp;
import io.cambric.transform.result.ValueAndGrad;
import io.cambric.transform.result.ValueAuxAndGrad;
import io.cambric.transform.result.WithAux;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Derivatives of functions of a module and an argument. */
final class LiftedDerivatives {

  private static final CollectionFilter PARAMS = CollectionFilter.of(Variables.PARAMS);

  private LiftedDerivatives() {}

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
    return LiftedFunctions.direct(
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
    return LiftedFunctions.<M, A, R, Jvp<R>>direct(
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
    return LiftedFunctions.<M, A, OutputAux<Array, X>, ValueAuxAndGrad<A, X>>direct(
        (m, a) -> {
          var both = function.apply(m, a);
          return new OutputAux<>(both.value(), both.aux());
        },
        module,
        argument,
        DerivativeLifts::valueAndGrad);
  }
}
