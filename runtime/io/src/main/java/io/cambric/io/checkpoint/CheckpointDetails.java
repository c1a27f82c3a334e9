package io.cambric.io.checkpoint;

import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Details of a checkpoint in addition to its tree: the time, metrics, and free texts such as the
 * arguments of the program. Immutable.
 *
 * <p>The metadata of the file contains them, so any reader of safetensors shows them.
 *
 * @param time of saving, by the clock of the machine
 * @param metrics name to value, NaN and infinities allowed
 * @param texts name to text
 */
public record CheckpointDetails(
    Instant time, Map<String, Double> metrics, Map<String, String> texts) {

  /** The time of a checkpoint that cannot be read. */
  static final Instant UNKNOWN_TIME = Instant.EPOCH;

  /** Copies the maps. */
  public CheckpointDetails {
    metrics = Collections.unmodifiableMap(new LinkedHashMap<>(metrics));
    texts = Collections.unmodifiableMap(new LinkedHashMap<>(texts));
  }

  /** {@return details with the current time, without metrics and texts} */
  public static CheckpointDetails now() {
    return at(Instant.now());
  }

  /** {@return details with a given time, without metrics and texts} */
  public static CheckpointDetails at(Instant time) {
    return new CheckpointDetails(time, Map.of(), Map.of());
  }

  /** {@return these with one more metric, or another value of it} */
  public CheckpointDetails withMetric(String name, double value) {
    var changed = new LinkedHashMap<>(metrics);
    changed.put(name, value);
    return new CheckpointDetails(time, changed, texts);
  }

  /** {@return these with one more text, or another text with that name} */
  public CheckpointDetails withText(String name, String text) {
    var changed = new LinkedHashMap<>(texts);
    changed.put(name, text);
    return new CheckpointDetails(time, metrics, changed);
  }
}
