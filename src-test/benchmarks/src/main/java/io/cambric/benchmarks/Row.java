package io.cambric.benchmarks;

import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A measured row of a benchmark.
 *
 * @param figures in the order of {@link Figure}
 */
record Row(String name, Map<Figure, Double> figures) {

  Row {
    figures = Collections.unmodifiableMap(new EnumMap<>(figures));
  }

  /** {@return the row as an object of a JSON file} */
  Map<String, Object> toJson() {
    var json = new LinkedHashMap<String, Object>();
    json.put("name", name);
    figures.forEach((figure, value) -> json.put(figure.key(), value));
    return json;
  }
}
