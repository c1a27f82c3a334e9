package io.cambric.nn;

import io.cambric.annotations.Compact;
import io.cambric.annotations.Module;
import io.cambric.core.Array;
import io.cambric.numpy.Initializers;
import io.cambric.scope.LogicalAxes;

/**
 * Dense layers between as many features as the input has, whose kernels have logical names.
 *
 * @param depth layers
 * @param hidden features between the two products of a layer
 * @param divided whether lanes keep slices of each layer
 * @param checkpointed whether each layer is checkpointed
 */
@Module
record NamedAxesMlpDef(int depth, int hidden, boolean divided, boolean checkpointed) {

  @Compact
  Array call(Array x) {
    var y = x;
    for (int i = 0; i < depth; i++) {
      y = layer("up_" + i, hidden, "embed", "mlp").call(y).tanh();
      y = layer("down_" + i, x.dim(-1), "mlp", "embed").call(y).tanh();
    }
    return y;
  }

  private Dense layer(String name, int features, String... names) {
    var kernelInit = LogicalAxes.withLogicalPartitioning(Initializers.lecunNormal(), names);
    var layer = Dense.of(features).withKernelInit(kernelInit);
    if (divided) {
      layer = layer.sharded();
    }
    return (checkpointed ? layer.remat() : layer).named(name);
  }
}
