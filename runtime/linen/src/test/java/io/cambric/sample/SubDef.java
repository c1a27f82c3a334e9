package io.cambric.sample;

import io.cambric.core.Array;
import io.cambric.module.Layer;

/** A layer around a layer. */
record SubDef(Layer inner) {

  SubDef() {
    this(Dense.of(3));
  }

  Array call(Array x) {
    return inner.call(x);
  }
}
