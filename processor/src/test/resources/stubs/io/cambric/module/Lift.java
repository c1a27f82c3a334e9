package io.cambric.module;

import io.cambric.core.Array;
import io.cambric.scope.lift.LiftedVjp;
import io.cambric.scope.lift.WhileLift;
import io.cambric.transform.function.Fn2;
import java.util.List;
import java.util.function.UnaryOperator;

public final class Lift extends FunctionLifts {
  private Lift() {}

  public static <M extends Module<?>, A, R> LiftedVjp<A, R> vjp(
      Fn2<M, A, R> function, M module, A argument) {
    throw new UnsupportedOperationException();
  }

  public static <M extends Module<?>, C> C whileLoop(
      UnaryOperator<WhileLift> options,
      Fn2<M, C, Array> condition,
      Fn2<M, C, C> body,
      M module,
      C init) {
    throw new UnsupportedOperationException();
  }

  public static <M extends Module<?>, A, R> R cond(
      Array predicate, Fn2<M, A, R> onTrue, Fn2<M, A, R> onFalse, M module, A argument) {
    throw new UnsupportedOperationException();
  }

  public static <M extends Module<?>, A, R> R switchCase(
      Array index, List<? extends Fn2<M, A, R>> branches, M module, A argument) {
    throw new UnsupportedOperationException();
  }
}
