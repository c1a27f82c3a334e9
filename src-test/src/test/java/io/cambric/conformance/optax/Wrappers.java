package io.cambric.conformance.optax;

import io.cambric.conformance.format.UnsupportedFeature;
import io.cambric.optax.GradientTransformation;
import io.cambric.optax.Optax;
import java.util.ArrayList;
import tools.jackson.databind.JsonNode;

/** Builds transformations of transformations from nested descriptions. */
final class Wrappers {

  private Wrappers() {}

  /**
   * {@return the transformation of {@code [wrapper, inner..., options]} or {@code {fn, arguments}}}
   */
  static GradientTransformation<?> build(JsonNode node) {
    if (node.isObject()) {
      var arguments = Builder.described(node);
      var name = arguments.remove("fn");
      return Builder.transformation("optax." + name.asString(), arguments);
    }
    var wrapper = node.get(0).asString();
    if (!wrapper.equals("chain")) {
      throw new UnsupportedFeature("transformation:" + wrapper);
    }
    var parts = new ArrayList<GradientTransformation<?>>();
    for (int i = 1; i < node.size(); i++) {
      parts.add(build(node.get(i)));
    }
    return Optax.chain(parts.toArray(GradientTransformation<?>[]::new));
  }
}
