package io.cambric.module;

import io.cambric.core.Array;

@FunctionalInterface
public interface Layer {
  Array call(Array x);
}
