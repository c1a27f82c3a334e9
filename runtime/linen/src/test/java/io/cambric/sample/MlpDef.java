package io.cambric.sample;

import io.cambric.core.Array;

/** A perceptron with one hidden layer, linear here. */
record MlpDef(int hidden, int out) {

  Array call(Array x) {
    return Dense.of(out).call(Dense.of(hidden).call(x));
  }
}
