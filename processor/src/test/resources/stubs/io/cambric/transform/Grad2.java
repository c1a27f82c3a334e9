package io.cambric.transform;

import io.cambric.transform.function.Fn2;

public interface Grad2<A, B, R, M> extends Fn2<A, B, R> {
  Grad2<A, B, R, M> allowInt();

  Grad2<A, B, M, M> argnums(int argnum, int... others);
}
