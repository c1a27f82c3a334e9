package io.cambric.conformance.library;

import io.cambric.conformance.format.UnsupportedFeature;
import io.cambric.core.Array;
import org.jspecify.annotations.Nullable;

/** The value of {@code x.at}; indexing is its one operation. */
record At(Array array) implements Library.Attributes {

  @Override
  public @Nullable Object attribute(String name) {
    throw new UnsupportedFeature("index:at." + name);
  }

  @Override
  public Object index(@Nullable Object index) {
    return new AtIndex(array, array.at(Indexing.parts(index)));
  }
}
