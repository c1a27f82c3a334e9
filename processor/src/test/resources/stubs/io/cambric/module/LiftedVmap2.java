package io.cambric.module;

import io.cambric.transform.function.Fn2;

public final class LiftedVmap2<A, B, R>
    implements Fn2<A, B, R>, VmapVerbs<LiftedVmap2<A, B, R>> {
  @Override
  public R apply(A a, B b) {
    throw new UnsupportedOperationException();
  }
}
