package io.cambric.module;

import io.cambric.core.Array;
import io.cambric.transform.function.ArrayFn;
import io.cambric.transform.function.Fn2;

@SuppressWarnings("overloads") // as in the runtime
public final class Modules {
  private Modules() {}

  public static LambdaLayer of(String name, ArrayFn call) {
    throw new UnsupportedOperationException();
  }

  public static Lambda2<Array, Boolean, Array> of(String name, TrainFn call) {
    throw new UnsupportedOperationException();
  }

  public static <A, B, R> Lambda2<A, B, R> of(String name, Fn2<A, B, R> call) {
    throw new UnsupportedOperationException();
  }
}
