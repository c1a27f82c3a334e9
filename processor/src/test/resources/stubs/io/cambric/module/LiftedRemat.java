package io.cambric.module;

import io.cambric.transform.function.Fn;

public final class LiftedRemat<A, R>
    implements Fn<A, R>, RematVerbs<LiftedRemat<A, R>> {
  @Override
  public R apply(A a) {
    throw new UnsupportedOperationException();
  }
}
