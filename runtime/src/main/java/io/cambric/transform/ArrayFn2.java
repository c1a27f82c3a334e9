package io.cambric.transform;

import io.cambric.core.Array;

/** A function of two arrays; what lambdas without written types are taken for. */
@FunctionalInterface
public interface ArrayFn2 extends Fn2<Array, Array, Array> {}
