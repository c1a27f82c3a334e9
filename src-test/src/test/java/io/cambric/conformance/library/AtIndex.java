package io.cambric.conformance.library;

import io.cambric.conformance.format.UnsupportedFeature;
import io.cambric.core.Array;
import org.jspecify.annotations.Nullable;

/** {@code x.at[index]}, of which the methods give changed copies. */
record AtIndex(Array array, @Nullable Object index) implements Library.Attributes {

  @Override
  public @Nullable Object attribute(String name) {
    throw new UnsupportedFeature("index:at." + name);
  }
}
