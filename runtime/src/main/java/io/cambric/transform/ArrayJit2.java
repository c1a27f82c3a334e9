package io.cambric.transform;

import io.cambric.core.Array;

/** A compiled function of two arrays. */
public final class ArrayJit2 extends Jit2<Array, Array, Array> implements ArrayFn2 {

  ArrayJit2(ArrayFn2 function, JitSpec spec) {
    super(function, spec);
  }
}
