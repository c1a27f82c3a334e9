package io.cambric.module;

import io.cambric.scope.lift.RematLift;
import io.cambric.scope.lift.ScanLift;
import io.cambric.scope.lift.VmapLift;
import io.cambric.transform.function.Fn;
import io.cambric.transform.function.Fn2;
import io.cambric.transform.function.Fn3;
import java.util.function.UnaryOperator;

abstract class FunctionLifts {
  public static <A, R> Fn<A, R> vmap(UnaryOperator<VmapLift> options, Fn<A, R> function) {
    return function;
  }

  public static <A, B, R> Fn2<A, B, R> vmap(
      UnaryOperator<VmapLift> options, Fn2<A, B, R> function) {
    return function;
  }

  public static <A, B, C, R> Fn3<A, B, C, R> vmap(
      UnaryOperator<VmapLift> options, Fn3<A, B, C, R> function) {
    return function;
  }

  public static <A, B, R> Fn2<A, B, R> scan(
      UnaryOperator<ScanLift> options, Fn2<A, B, R> function) {
    return function;
  }

  public static <A, R> Fn<A, R> remat(UnaryOperator<RematLift> options, Fn<A, R> function) {
    return function;
  }

  public static <A, R> Fn<A, R> jit(Fn<A, R> function) {
    return function;
  }

  public static <A, B, R> Fn2<A, B, R> jit(Fn2<A, B, R> function) {
    return function;
  }

  public static <A, B, C, R> Fn3<A, B, C, R> jit(Fn3<A, B, C, R> function) {
    return function;
  }
}
