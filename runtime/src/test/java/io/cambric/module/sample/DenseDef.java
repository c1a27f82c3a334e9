package io.cambric.module.sample;

import static io.cambric.module.ModuleScope.param;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.lax.DotDims;
import io.cambric.lax.Lax;
import io.cambric.random.Initializer;

/** A linear layer. */
record DenseDef(int features, boolean useBias, Initializer kernelInit) {

  DenseDef(int features) {
    this(features, true, Inits.KEYED);
  }

  Array call(Array x) {
    Array kernel = param("kernel", kernelInit, Shape.of(x.dim(-1), features));
    var y = Lax.dotGeneral(x, kernel, new DotDims(Axes.of(1), Axes.of(0), Axes.of(), Axes.of()));
    if (!useBias) {
      return y;
    }
    var bias = param("bias", Inits.ZEROS, Shape.of(features), DType.F32);
    return Lax.add(y, Lax.broadcastInDim(bias, y.shape(), Axes.of(1)));
  }
}
