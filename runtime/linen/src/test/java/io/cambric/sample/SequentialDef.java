package io.cambric.sample;

import io.cambric.core.Array;
import io.cambric.module.Layer;
import java.util.List;

/** Layers in a row. */
record SequentialDef(List<Layer> layers) {

  Array call(Array x) {
    var y = x;
    for (var layer : layers) {
      y = layer.call(y);
    }
    return y;
  }
}
