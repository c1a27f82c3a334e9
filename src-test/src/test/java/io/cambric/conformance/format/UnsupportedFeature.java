package io.cambric.conformance.format;

import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;

/** Signals that a case needs features that Cambric does not have. */
public final class UnsupportedFeature extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final TreeSet<String> features;

  /** Names one feature, such as {@code fn:jnp.fft.fft}. */
  public UnsupportedFeature(String feature) {
    this(Set.of(feature));
  }

  /** Names all features that are known to be missing. */
  public UnsupportedFeature(Set<String> features) {
    super("needs " + features);
    this.features = new TreeSet<>(features);
  }

  /**
   * Checks that nobody passes over an option.
   *
   * @param owner what has the options, with the kind of feature, such as {@code param:optax.nnls}
   * @param known the names that are read
   * @throws UnsupportedFeature naming all others
   */
  public static void requireKnown(String owner, JsonNode options, Set<String> known) {
    var unknown = new TreeSet<String>();
    for (var each : options.properties()) {
      if (!known.contains(each.getKey())) {
        unknown.add(owner + "." + each.getKey());
      }
    }
    if (!unknown.isEmpty()) {
      throw new UnsupportedFeature(unknown);
    }
  }

  /** {@return the features, sorted} */
  public Set<String> features() {
    return features;
  }
}
