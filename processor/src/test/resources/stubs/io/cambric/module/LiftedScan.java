package io.cambric.module;

import io.cambric.transform.function.Fn;

public final class LiftedScan<A, R>
    implements Fn<A, R>, ScanVerbs<LiftedScan<A, R>> {
  @Override
  public R apply(A a) {
    throw new UnsupportedOperationException();
  }
}
