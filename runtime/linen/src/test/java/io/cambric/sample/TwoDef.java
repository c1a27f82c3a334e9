package io.cambric.sample;

import io.cambric.core.Array;
import io.cambric.module.Layer;

/** Two layers in a row. */
record TwoDef(Layer a, Layer b) {

  Array call(Array x) {
    return b.call(a.call(x));
  }
}
