package io.cambric.nn;

import io.cambric.annotations.Compact;
import io.cambric.annotations.Module;
import io.cambric.core.Array;

/** Two dense layers, without anything between them. */
@Module
record MlpDef(int hidden, int out) {

  @Compact
  Array call(Array x) {
    var h = Dense.of(hidden).call(x);
    return Dense.of(out).call(h);
  }
}
