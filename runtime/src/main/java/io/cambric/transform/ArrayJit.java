package io.cambric.transform;

import io.cambric.core.Array;

/** A compiled function of one array. */
public final class ArrayJit extends Jit<Array, Array> implements ArrayFn {

  ArrayJit(ArrayFn function, JitSpec spec) {
    super(function, spec);
  }
}
