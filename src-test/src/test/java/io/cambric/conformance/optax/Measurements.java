package io.cambric.conformance.optax;

import io.cambric.conformance.format.UnsupportedFeature;
import io.cambric.core.Array;
import io.cambric.numpy.Numpy;
import io.cambric.optax.Optax;
import io.cambric.optax.base.GradientTransformation;
import io.cambric.optax.base.OptState;
import io.cambric.optax.transform.Monitor;
import io.cambric.optax.transform.Snapshot;
import io.cambric.transform.function.Fn;
import io.cambric.tree.Trees;
import tools.jackson.databind.JsonNode;

/** Transformations that measure updates, and the measurements of their states. */
final class Measurements {

  private Measurements() {}

  /** {@return the transformation of {@code ["snapshot", name, measure]}} */
  static GradientTransformation snapshot(JsonNode node) {
    return Optax.snapshot(node.get(1).asString(), measure(node.get(2).asString()));
  }

  /** {@return the transformation of {@code ["monitor", {name: measure}]}} */
  static GradientTransformation monitor(JsonNode node) {
    var monitor = Optax.monitor();
    for (var each : node.get(1).properties()) {
      var described = each.getValue();
      monitor =
          described.isArray()
              ? monitor.with(
                  each.getKey(),
                  Optax.measureWithEma(
                      measure(described.get(1).asString()),
                      described.get(2).get("decay").doubleValue()))
              : monitor.with(each.getKey(), measure(described.asString()));
    }
    return monitor;
  }

  private static Fn<Object, Array> measure(String name) {
    return switch (name) {
      case "tree.norm" -> Optax::globalNorm;
      case "tree.max" ->
          tree ->
              Trees.leaves(tree).stream()
                  .map(leaf -> ((Array) leaf).max())
                  .reduce(Numpy::maximum)
                  .orElseThrow();
      default -> throw new UnsupportedFeature("callable:" + name);
    };
  }

  /** {@return whether a state has measurements} */
  static boolean isIn(OptState state) {
    return state.find(Monitor.State.class).isPresent()
        || state.find(Snapshot.State.class).isPresent();
  }

  /** {@return the measurements of a state: a map of names, or the only one of a snapshot} */
  static Object of(OptState state) {
    var monitor = state.find(Monitor.State.class);
    if (monitor.isPresent()) {
      return monitor.get().measurements();
    }
    return state
        .find(Snapshot.State.class)
        .map(snapshot -> snapshot.measurement().values().iterator().next())
        .orElseThrow(() -> new UnsupportedFeature("expectation:optax.per_step"));
  }
}
