package io.cambric.transform;

import io.cambric.core.Array;
import io.cambric.core.Jaxpr;
import io.cambric.core.ShapedArray;
import io.cambric.interpreters.StagingTrace;
import io.cambric.transform.function.Fn;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Programs of functions, and the shapes of their results. */
final class Tracing {

  private Tracing() {}

  static Jaxpr jaxpr(Fn<?, ?> function, @Nullable Object argument) {
    var tree = ArrayTree.of(argument);
    var avals = tree.arrays().stream().map(Array::aval).toList();
    return StagingTrace.trace("makeJaxpr", avals, new Calls<>(function, tree.structure())).jaxpr();
  }

  static ShapedArray shape(Fn<?, ?> function, Object argument) {
    return Objects.requireNonNull((ShapedArray) shapes(function, argument));
  }

  static @Nullable Object shapes(Fn<?, ?> function, @Nullable Object argument) {
    var tree = ArrayTree.AvalTree.of(argument);
    var body = Bodies.trace("evalShape", function, tree.structure(), tree.avals());
    return body.result().shaped(body.traced().jaxpr().outputAvals());
  }
}
