package io.cambric.module;

import io.cambric.core.Array;
import io.cambric.transform.function.Fn2;

@FunctionalInterface
public interface TrainFn extends Fn2<Array, Boolean, Array> {}
