package io.cambric.scope;

import io.cambric.numpy.Key;

/** The words of keys, as JAX's {@code key_data} gives them. */
final class KeyData {

  private KeyData() {}

  /** The two words, unsigned. */
  static long[] of(Key key) {
    var words = key.data().concrete("key data");
    return new long[] {words.getLong(0), words.getLong(1)};
  }
}
