package io.cambric.nn;

import io.cambric.annotations.Compact;
import io.cambric.annotations.Module;
import io.cambric.core.Array;
import io.cambric.module.Layer;
import java.util.List;

@Module
record SequentialDef(List<Layer> layers) {
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
