package io.cambric.sample;

import static io.cambric.module.ModuleScope.param;

import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.numpy.Initializer;

/** A linear layer. */
record DenseDef(int features, boolean useBias, Initializer kernelInit) {

  DenseDef(int features) {
    this(features, true, Inits.LECUN_NORMAL);
  }

  Array call(Array x) {
    Array kernel = param("kernel", kernelInit, Shape.of(x.dim(-1), features));
    var y = x.matmul(kernel);
    return useBias ? y.add(param("bias", Inits.ZEROS, Shape.of(features))) : y;
  }
}
