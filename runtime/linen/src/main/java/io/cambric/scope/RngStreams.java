package io.cambric.scope;

import io.cambric.numpy.Key;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The random streams of one scope with their counters: mutable, for one call. */
final class RngStreams {

  private final @Nullable RngStreams parent;
  private final String name;
  private final RngCounters counters;
  private @Nullable Map<String, LazyRng> byName;

  private RngStreams(
      @Nullable RngStreams parent,
      String name,
      RngCounters counters,
      @Nullable Map<String, LazyRng> byName) {
    this.parent = parent;
    this.name = name;
    this.counters = counters;
    this.byName = byName;
  }

  static RngStreams root(Rngs rngs) {
    var byName = new LinkedHashMap<String, LazyRng>();
    rngs.keys().forEach((stream, key) -> byName.put(stream, new LazyRng(key, List.of())));
    return new RngStreams(null, "", new RngCounters(), byName);
  }

  /** {@return streams with other keys and the same draw counters} */
  RngStreams with(Map<String, LazyRng> rngs) {
    return new RngStreams(
        null, "", counters, Collections.unmodifiableMap(new LinkedHashMap<>(rngs)));
  }

  RngCounters counters() {
    return counters;
  }

  /** {@return the streams of a child; a child pushed again by the same name continues its count} */
  RngStreams child(String childName) {
    return new RngStreams(this, childName, counters.child(childName), null);
  }

  boolean has(String stream) {
    return all().containsKey(stream);
  }

  /** {@return the next key of a stream; null if there is no such stream} */
  @Nullable Key draw(String stream) {
    var rng = all().get(stream);
    return rng == null ? null : rng.draw(counters.next(stream));
  }

  /** {@return the streams by name; made on demand, as most scopes draw nothing} */
  Map<String, LazyRng> all() {
    var known = byName;
    if (known == null) {
      var made = new LinkedHashMap<String, LazyRng>();
      if (parent != null) {
        parent.all().forEach((stream, rng) -> made.put(stream, rng.below(name)));
      }
      known = Collections.unmodifiableMap(made);
      byName = known;
    }
    return known;
  }
}
