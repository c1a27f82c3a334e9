package io.cambric.transform;

import io.cambric.transform.function.Fn2;

public interface Jit2<A, B, R> extends Fn2<A, B, R> {
  Jit2<A, B, R> donate(int... argnums);
}
