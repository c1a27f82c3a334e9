package io.cambric.conformance.format;

import java.util.Set;
import java.util.TreeSet;

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

  /** {@return the features, sorted} */
  public Set<String> features() {
    return features;
  }
}
