package io.cambric.scope;

import java.util.HashMap;
import java.util.Map;

/**
 * Draw counters: the number of keys that a scope has drawn from each stream. Mutable, for one call.
 *
 * <p>The counters of a child are in its parent's table under its name, so a scope pushed again by
 * the same name continues the count. Rewound scopes and the inner scopes of lifted transformations
 * share them.
 */
public final class RngCounters {

  private static final Counts NOTHING_DRAWN = new Counts(Map.of(), Map.of());

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

  /**
   * A snapshot of the counters; a value.
   *
   * @param drawn keys by stream
   * @param children counts by name, those without draws left out
   */
  public record Counts(Map<String, Integer> drawn, Map<String, Counts> children) {

    /** Copies the maps. */
    public Counts {
      drawn = Map.copyOf(drawn);
      children = Map.copyOf(children);
    }

    private boolean isZero() {
      return drawn.isEmpty() && children.isEmpty();
    }
  }

  /** {@return the current counts} */
  public Counts counts() {
    var below = new HashMap<String, Counts>();
    children.forEach((name, child) -> {
      var counts = child.counts();
      if (!counts.isZero()) {
        below.put(name, counts);
      }
    });
    return new Counts(drawn, below);
  }

  /** Sets the counters to a snapshot, earlier or later. */
  public void reset(Counts counts) {
    drawn.clear();
    drawn.putAll(counts.drawn);
    counts.children.keySet().forEach(this::child);
    children.forEach(
        (name, child) -> child.reset(counts.children.getOrDefault(name, NOTHING_DRAWN)));
  }
}
