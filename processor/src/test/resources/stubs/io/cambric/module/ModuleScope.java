package io.cambric.module;

import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.nn.Initializer;
import io.cambric.random.Key;
import io.cambric.scope.Variable;
import java.util.function.Supplier;

public final class ModuleScope {
  private ModuleScope() {}

  public static Array param(String name, Initializer initializer, Shape shape) {
    throw new UnsupportedOperationException();
  }

  public static Variable variable(String collection, String name, Supplier<Array> initial) {
    throw new UnsupportedOperationException();
  }

  public static Key makeRng(String stream) {
    throw new UnsupportedOperationException();
  }

  public static boolean isInitializing() {
    throw new UnsupportedOperationException();
  }
}
