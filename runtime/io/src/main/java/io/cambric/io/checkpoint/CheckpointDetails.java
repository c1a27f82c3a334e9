package io.cambric.io.checkpoint;

import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Facts of a checkpoint besides its tree: the time, metrics, and free texts such as the arguments
 * of the program; immutable.
 *
 * <p>They stand in the metadata of the file. Any reader of safetensors shows them.
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

  /** {@return those of a checkpoint that is saved now, without metrics and texts} */
  public static CheckpointDetails now() {
    return at(Instant.now());
  }

  /** {@return those of a checkpoint of a time, without metrics and texts} */
  public static CheckpointDetails at(Instant time) {
    return new CheckpointDetails(time, Map.of(), Map.of());
  }

  /** {@return these with one metric more, or another value of it} */
  public CheckpointDetails withMetric(String name, double value) {
    var changed = new LinkedHashMap<>(metrics);
    changed.put(name, value);
    return new CheckpointDetails(time, changed, texts);
  }

  /** {@return these with one text more, or another text of that name} */
  public CheckpointDetails withText(String name, String text) {
    var changed = new LinkedHashMap<>(texts);
    changed.put(name, text);
    return new CheckpointDetails(time, metrics, changed);
  }
}
