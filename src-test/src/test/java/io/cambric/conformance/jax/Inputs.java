package io.cambric.conformance.jax;

import io.cambric.conformance.format.GoldenCase;
import io.cambric.conformance.library.Values;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The inputs of a case by name. */
final class Inputs {

  private Inputs() {}

  /** {@return name to value; the input k of a case with a seed is a random key} */
  static Map<String, @Nullable Object> of(GoldenCase golden) {
    var inputs = new LinkedHashMap<String, @Nullable Object>();
    for (var each : golden.json().path("in").properties()) {
      var value = golden.tree(each.getValue());
      boolean key = golden.json().has("seed") && each.getKey().equals("k");
      inputs.put(each.getKey(), key ? Values.key(value) : value);
    }
    return inputs;
  }
}
