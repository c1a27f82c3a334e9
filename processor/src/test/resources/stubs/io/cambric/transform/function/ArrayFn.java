package io.cambric.transform.function;

import io.cambric.core.Array;

@FunctionalInterface
public interface ArrayFn extends Fn<Array, Array> {}
