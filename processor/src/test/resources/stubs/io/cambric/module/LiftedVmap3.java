package io.cambric.module;

import io.cambric.transform.function.Fn3;

public final class LiftedVmap3<A, B, C, R>
    implements Fn3<A, B, C, R>, VmapVerbs<LiftedVmap3<A, B, C, R>> {
  @Override
  public R apply(A a, B b, C c) {
    throw new UnsupportedOperationException();
  }
}
