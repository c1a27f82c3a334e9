package io.cambric.module;

import io.cambric.scope.lift.RematLift;
import io.cambric.scope.lift.ScanLift;
import io.cambric.scope.lift.VmapLift;
import java.util.function.UnaryOperator;

abstract class TransformableModule<M> {
  public final M vmap(UnaryOperator<VmapLift> options, String... methods) {
    throw new UnsupportedOperationException();
  }

  public final M scan(UnaryOperator<ScanLift> options, String... methods) {
    throw new UnsupportedOperationException();
  }

  public final M remat(String... methods) {
    throw new UnsupportedOperationException();
  }

  public final M remat(UnaryOperator<RematLift> options, String... methods) {
    throw new UnsupportedOperationException();
  }

  public final M jit(String... methods) {
    throw new UnsupportedOperationException();
  }
}
