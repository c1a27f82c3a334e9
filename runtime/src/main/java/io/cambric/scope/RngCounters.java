package io.cambric.scope;

import java.util.HashMap;
import java.util.Map;

/**
 * How many keys a scope has drawn from each stream: mutable, for one call.
 *
 * <p>The counters of a child live in its parent's table under its name, so that a scope pushed
 * again by the same name continues. Rewound scopes and the inner scopes of lifted transformations
 * share them.
 */
public final class RngCounters {

  private final Map<String, Integer> drawn = new HashMap<>();
  private final Map<String, RngCounters> children = new HashMap<>();

  RngCounters() {}

  /** {@return the count of a stream after one more draw} */
  int next(String stream) {
    return drawn.merge(stream, 1, Integer::sum);
  }

  RngCounters child(String name) {
    return children.computeIfAbsent(name, _ -> new RngCounters());
  }
}
