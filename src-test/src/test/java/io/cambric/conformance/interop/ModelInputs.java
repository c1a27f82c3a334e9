package io.cambric.conformance.interop;

import io.cambric.core.Array;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** The inputs of a model, by the names of Transformers. */
record ModelInputs(Map<String, Array> arrays) {

  Array get(String name) {
    return find(name).orElseThrow(() -> new IllegalArgumentException("no input " + name));
  }

  Optional<Array> find(String name) {
    return Optional.ofNullable(arrays.get(name));
  }

  /** {@return these inputs with others in addition, or in their place} */
  ModelInputs with(Map<String, Array> others) {
    var all = new LinkedHashMap<>(arrays);
    all.putAll(others);
    return new ModelInputs(all);
  }
}
