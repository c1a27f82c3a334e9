package io.cambric.transform;

import io.cambric.core.Array;

/** A function of one array; what lambdas without written types are taken for. */
@FunctionalInterface
public interface ArrayFn extends Fn<Array, Array> {}
