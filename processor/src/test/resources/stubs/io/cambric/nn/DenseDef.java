package io.cambric.nn;

import static io.cambric.module.ModuleScope.param;
import static io.cambric.numpy.Initializers.ones;

import io.cambric.annotations.Compact;
import io.cambric.annotations.Module;
import io.cambric.array.Shape;
import io.cambric.core.Array;

@Module
record DenseDef(int features, boolean useBias) {
  DenseDef(int features) {
    this(features, true);
  }

  @Compact
  Array call(Array x) {
    return x.matmul(param("kernel", ones(), Shape.of(x.dim(-1), features)));
  }
}
