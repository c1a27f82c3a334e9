package io.cambric.module;

import io.cambric.core.Array;
import io.cambric.transform.function.Fn2;

/**
 * A function of an array and of a flag for training; the type of lambdas without written types in
 * {@link Modules}.
 */
@FunctionalInterface
public interface TrainFn extends Fn2<Array, Boolean, Array> {}
