package io.cambric.conformance.library;

import io.cambric.conformance.python.PyFunction;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A table of functions whose calls differ from their Java counterparts, by dotted name. */
public final class Table {

  private final Map<String, Entry> entries = new LinkedHashMap<>();

  /** The body of a function of some arguments. */
  @FunctionalInterface
  public interface Body {
    /** {@return the result for the arguments that are given} */
    @Nullable Object call(Arguments arguments);
  }

  private record Entry(Signature signature, Body body) {}

  /**
   * Adds a function. Its call with an unknown parameter is an {@code UnsupportedFeature}.
   *
   * @param signature such as {@code jnp.zeros(shape, dtype)}
   */
  public void put(String signature, Body body) {
    var parsed = Signature.of(signature);
    entries.put(parsed.function(), new Entry(parsed, body));
  }

  boolean has(String name) {
    return entries.containsKey(name);
  }

  Optional<Signature> signature(String name) {
    return Optional.ofNullable(entries.get(name)).map(Entry::signature);
  }

  /** {@return the functions by name, as variables of a text} */
  public Map<String, PyFunction> functions() {
    var all = new LinkedHashMap<String, PyFunction>();
    entries.keySet().forEach(name -> all.put(name, get(name)));
    return all;
  }

  PyFunction get(String name) {
    var entry = entries.get(name);
    return (args, kwargs) -> {
      var bound = entry.signature().bind(args, kwargs);
      return Functions.toPython(entry.body().call(new Arguments(name, bound)));
    };
  }
}
