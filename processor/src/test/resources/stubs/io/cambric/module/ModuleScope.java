package io.cambric.module;

import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.numpy.Initializer;
import io.cambric.numpy.Key;
import io.cambric.scope.Variable;
import java.util.function.Supplier;

public final class ModuleScope {
  private ModuleScope() {}

  public static Array param(String name, Initializer initializer, Shape shape) {
    throw new UnsupportedOperationException();
  }

  public static <T> Variable<T> variable(
      String collection, String name, Supplier<? extends T> init) {
    throw new UnsupportedOperationException();
  }

  public static Key makeRng(String stream) {
    throw new UnsupportedOperationException();
  }

  public static boolean isInitializing() {
    throw new UnsupportedOperationException();
  }
}
