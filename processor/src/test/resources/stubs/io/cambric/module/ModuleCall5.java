package io.cambric.module;

import io.cambric.numpy.Key;
import io.cambric.scope.Rngs;
import io.cambric.scope.Variables;
import org.jspecify.annotations.Nullable;

public interface ModuleCall5<A extends @Nullable Object, B extends @Nullable Object, C extends @Nullable Object, D extends @Nullable Object, E extends @Nullable Object, R extends @Nullable Object> {
  default Variables init(Key key, A first, B second, C third, D fourth, E fifth) {
    throw new UnsupportedOperationException();
  }

  default Variables init(Rngs rngs, A first, B second, C third, D fourth, E fifth) {
    throw new UnsupportedOperationException();
  }

  default Initialized<R> initWithOutput(Key key, A first, B second, C third, D fourth, E fifth) {
    throw new UnsupportedOperationException();
  }

  default Initialized<R> initWithOutput(Rngs rngs, A first, B second, C third, D fourth, E fifth) {
    throw new UnsupportedOperationException();
  }

  default R apply(Variables variables, A first, B second, C third, D fourth, E fifth) {
    throw new UnsupportedOperationException();
  }

  default Applied<R> apply(Variables variables, ApplyOptions options, A first, B second, C third, D fourth, E fifth) {
    throw new UnsupportedOperationException();
  }
}
