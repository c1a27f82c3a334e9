package io.cambric.scope;

import io.cambric.random.Key;

/** Reads keys as JAX's {@code key_data} does. */
final class KeyData {

  private KeyData() {}

  /** The two words, unsigned. */
  static long[] of(Key key) {
    return new long[] {key.k0() & 0xffffffffL, key.k1() & 0xffffffffL};
  }
}
