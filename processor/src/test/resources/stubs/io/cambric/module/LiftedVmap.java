package io.cambric.module;

import io.cambric.transform.function.Fn;

public final class LiftedVmap<A, R>
    implements Fn<A, R>, VmapVerbs<LiftedVmap<A, R>> {
  @Override
  public R apply(A a) {
    throw new UnsupportedOperationException();
  }
}
