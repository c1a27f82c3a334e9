package io.cambric.module;

import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.numpy.Key;
import io.cambric.sample.Body;
import io.cambric.scope.Rngs;
import io.cambric.scope.Variables;
import io.cambric.transform.function.Fn;
import java.util.Set;
import java.util.function.UnaryOperator;

/** Short views of the variables that a module makes. */
final class Shapes {

  static final Array X = NdArray.of(Shape.of(1, 3), 1, 1, 1);

  private Shapes() {}

  /** The variables that the body of a compact method makes. */
  static Variables init(UnaryOperator<Object> body) {
    return Body.of(body).init(Rngs.of(Key.of(0)), m -> m.call(X));
  }

  /** The names of submodules and parameters that the body of a compact method makes, in order. */
  static Set<String> names(UnaryOperator<Object> body) {
    return init(body).params().entries().keySet();
  }

  /** The same for any module. */
  static <M extends Module<M>> Set<String> names(M module, Fn<M, ?> call) {
    return module.init(Key.of(0), call).params().entries().keySet();
  }
}
