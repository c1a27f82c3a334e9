package io.cambric.transform;

import io.cambric.core.Jaxpr;
import io.cambric.core.ShapedArray;
import io.cambric.transform.function.Fn;
import io.cambric.transform.result.JaxprAndShape;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Programs of functions, and the shapes of their results. */
final class Tracing {

  private Tracing() {}

  static Jaxpr jaxpr(Fn<?, ?> function, @Nullable Object argument) {
    return traced(function, argument).traced().jaxpr();
  }

  /** The shape is typed as an aval for a function of arrays, else as {@code Object}. */
  @SuppressWarnings("unchecked")
  static <S> JaxprAndShape<S> jaxprAndShape(Fn<?, ?> function, @Nullable Object argument) {
    var body = traced(function, argument);
    var jaxpr = body.traced().jaxpr();
    return new JaxprAndShape<>(jaxpr, (S) body.result().shaped(jaxpr.outputAvals()));
  }

  static TracedBody traced(Fn<?, ?> function, @Nullable Object argument) {
    var tree = ArrayTree.of(argument);
    return TracedBody.of("makeJaxpr", function, tree.structure(), ShapedArray.ofAll(tree.arrays()));
  }

  static ShapedArray shape(Fn<?, ?> function, Object argument) {
    return Objects.requireNonNull((ShapedArray) shapes(function, argument));
  }

  static @Nullable Object shapes(Fn<?, ?> function, @Nullable Object argument) {
    var tree = ArrayTree.AvalTree.of(argument);
    var body = TracedBody.of("evalShape", function, tree.structure(), tree.avals());
    return body.result().shaped(body.traced().jaxpr().outputAvals());
  }
}
