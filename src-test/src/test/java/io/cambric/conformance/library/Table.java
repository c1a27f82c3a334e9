package io.cambric.conformance.library;

import io.cambric.conformance.python.PyFunction;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A table of functions whose calls differ from their Java counterparts, by dotted name. */
final class Table {

  private final Map<String, Entry> entries = new LinkedHashMap<>();

  /** The body of a function of some arguments. */
  @FunctionalInterface
  interface Body {
    @Nullable Object call(Arguments arguments);
  }

  private record Entry(Signature signature, Body body) {}

  /**
   * Adds a function.
   *
   * @param signature such as {@code jnp.zeros(shape, dtype)}
   */
  void put(String signature, Body body) {
    var parsed = Signature.of(signature);
    entries.put(parsed.function(), new Entry(parsed, body));
  }

  boolean has(String name) {
    return entries.containsKey(name);
  }

  Optional<Signature> signature(String name) {
    return Optional.ofNullable(entries.get(name)).map(Entry::signature);
  }

  PyFunction get(String name) {
    var entry = entries.get(name);
    return (args, kwargs) -> {
      var bound = entry.signature().bind(args, kwargs);
      return Functions.toPython(entry.body().call(new Arguments(name, bound)));
    };
  }
}
