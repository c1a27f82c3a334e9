package io.cambric.nn;

import io.cambric.annotations.Compact;
import io.cambric.annotations.Module;
import io.cambric.core.Array;
import io.cambric.errors.HyperparameterException;
import io.cambric.module.Layer;
import java.util.List;

/**
 * Layers applied in sequence: modules and plain functions of one array.
 *
 * <p>Shapes: each layer takes the output of the one before.
 *
 * <p>Variables: {@code params/layers_0}, {@code params/layers_1} and so on for layers with
 * variables; the number is the position among all layers.
 *
 * {@snippet :
 * var mlp = Sequential.of(Dense.of(300), Activations::relu, Dense.of(10));
 * }
 *
 * @param layers in order, at least one
 * @see <a
 *     href="https://flax.readthedocs.io/en/latest/api_reference/flax.linen/layers.html#flax.linen.Sequential">flax.linen.Sequential</a>
 */
@Module
record SequentialDef(List<Layer> layers) {

  SequentialDef {
    layers = List.copyOf(layers);
    if (layers.isEmpty()) {
      throw new HyperparameterException(
          "Sequential needs at least one layer, but got none. Pass modules or functions, "
              + "as in Sequential.of(Dense.of(4), Activations::relu).");
    }
  }

  SequentialDef(Layer... layers) {
    this(List.of(layers));
  }

  @Compact
  Array call(Array x) {
    for (var layer : layers) {
      x = layer.call(x);
    }
    return x;
  }
}
