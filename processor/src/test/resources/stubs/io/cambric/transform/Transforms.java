package io.cambric.transform;

import io.cambric.core.Array;
import io.cambric.transform.function.Fn;
import io.cambric.transform.function.Fn2;

public final class Transforms {
  private Transforms() {}

  public static <A, R> Fn<A, R> vmap(Fn<A, R> function) {
    return function;
  }

  public static <A, B, R> Fn2<A, B, R> vmap(Fn2<A, B, R> function) {
    return function;
  }

  public static <A, R> Fn<A, R> jit(Fn<A, R> function) {
    return function;
  }

  public static <A, B, R> Jit2<A, B, R> jit(Fn2<A, B, R> function) {
    throw new UnsupportedOperationException();
  }

  public static <A, B> Grad2<A, B, A, Object> grad(Fn2<A, B, Array> function) {
    throw new UnsupportedOperationException();
  }
}
