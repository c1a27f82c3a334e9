package io.cambric.module;

import io.cambric.transform.function.Fn;
import io.cambric.transform.function.Fn2;

public record Partial<B, A, R>(Fn2<B, A, R> function, B given) implements Fn<A, R> {
  @Override
  public R apply(A argument) {
    return function.apply(given, argument);
  }
}
