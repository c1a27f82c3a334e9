package io.cambric.transform;

import io.cambric.core.Array;

public final class Transforms {
  private Transforms() {}

  public static <A, R> Fn<A, R> vmap(Fn<A, R> function) {
    return function;
  }

  public static <A, R> Fn<A, R> jit(Fn<A, R> function) {
    return function;
  }

  public static <A, B, R> Fn2<A, B, R> jit(Fn2<A, B, R> function) {
    return function;
  }

  public static <A, B> Fn2<A, B, A> grad(Fn2<A, B, Array> function) {
    throw new UnsupportedOperationException();
  }
}
