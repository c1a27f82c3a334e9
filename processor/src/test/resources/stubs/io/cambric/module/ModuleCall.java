package io.cambric.module;

import io.cambric.numpy.Key;
import io.cambric.scope.Rngs;
import io.cambric.scope.Variables;
import org.jspecify.annotations.Nullable;

public interface ModuleCall<A extends @Nullable Object, R extends @Nullable Object> {
  default Variables init(Key key, A argument) {
    throw new UnsupportedOperationException();
  }

  default Variables init(Rngs rngs, A argument) {
    throw new UnsupportedOperationException();
  }

  default Initialized<R> initWithOutput(Key key, A argument) {
    throw new UnsupportedOperationException();
  }

  default Initialized<R> initWithOutput(Rngs rngs, A argument) {
    throw new UnsupportedOperationException();
  }

  default R apply(Variables variables, A argument) {
    throw new UnsupportedOperationException();
  }

  default Applied<R> apply(Variables variables, ApplyOptions options, A argument) {
    throw new UnsupportedOperationException();
  }
}
