package io.cambric.module;

import io.cambric.core.Array;
import io.cambric.scope.lift.LiftedVjp;
import io.cambric.scope.lift.WhileLift;
import io.cambric.transform.function.Fn;
import io.cambric.transform.function.Fn2;
import io.cambric.transform.function.Fn3;
import java.util.List;

public final class Lift {
  private Lift() {}

  public static <A, R> LiftedVmap<A, R> vmap(Fn<A, R> function) {
    throw new UnsupportedOperationException();
  }

  public static <A, B, R> LiftedVmap2<A, B, R> vmap(Fn2<A, B, R> function) {
    throw new UnsupportedOperationException();
  }

  public static <A, B, C, R> LiftedVmap3<A, B, C, R> vmap(Fn3<A, B, C, R> function) {
    throw new UnsupportedOperationException();
  }

  public static <A, R> LiftedScan<A, R> scan(Fn<A, R> function) {
    throw new UnsupportedOperationException();
  }

  public static <A, B, R> LiftedScan2<A, B, R> scan(Fn2<A, B, R> function) {
    throw new UnsupportedOperationException();
  }

  public static <A, B, C, R> LiftedScan3<A, B, C, R> scan(Fn3<A, B, C, R> function) {
    throw new UnsupportedOperationException();
  }

  public static <A, R> LiftedRemat<A, R> remat(Fn<A, R> function) {
    throw new UnsupportedOperationException();
  }

  public static <A, R> Fn<A, R> jit(Fn<A, R> function) {
    throw new UnsupportedOperationException();
  }

  public static <A, B, R> Fn2<A, B, R> jit(Fn2<A, B, R> function) {
    throw new UnsupportedOperationException();
  }

  public static <A, B, C, R> Fn3<A, B, C, R> jit(Fn3<A, B, C, R> function) {
    throw new UnsupportedOperationException();
  }

  public static <M extends Module<?>, A, R> LiftedVjp<A, R> vjp(
      Fn2<M, A, R> function, M module, A argument) {
    throw new UnsupportedOperationException();
  }

  public static <M extends Module<?>, C> C whileLoop(
      WhileLift options,
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
