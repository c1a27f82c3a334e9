package io.cambric.conformance.library;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Python's default arguments of parameters that Java's functions require. */
final class Defaults {

  private static final Map<String, Map<String, @Nullable Object>> OF_LOSSES =
      Map.of(
          "cosine_similarity", one("epsilon", 0.0),
          "cosine_distance", one("epsilon", 0.0),
          "poly_loss_cross_entropy", one("epsilon", 2.0),
          "sigmoid_focal_loss", two("alpha", null, "gamma", 2.0));

  private Defaults() {}

  /** {@return Java's parameter to value} */
  static Map<String, @Nullable Object> of(String function) {
    if (!function.startsWith("optax.")) {
      return Map.of();
    }
    var all = new HashMap<String, @Nullable Object>();
    all.put("axis", -1L);
    all.put("axes", -1L);
    all.put("where", null);
    all.putAll(OF_LOSSES.getOrDefault(function.substring(function.lastIndexOf('.') + 1), Map.of()));
    return all;
  }

  private static Map<String, @Nullable Object> one(String name, @Nullable Object value) {
    var map = new HashMap<String, @Nullable Object>();
    map.put(name, value);
    return map;
  }

  private static Map<String, @Nullable Object> two(
      String first, @Nullable Object one, String second, @Nullable Object two) {
    var map = one(first, one);
    map.put(second, two);
    return map;
  }
}
