package example;

import io.cambric.annotations.Compact;
import io.cambric.annotations.Module;
import io.cambric.array.*;
import io.cambric.core.Array;
import java.io.UncheckedIOException;
import java.util.Map;

/**
 * Links to {@link Map}, {@link Map.Entry entries}, {@link Shape#of}, {@link String}, {@link Inner},
 * {@link Links}, {@link #call} and {@link Nowhere}; {@linkplain Nowhere gone}.
 *
 * @see Map#of()
 * @param features what {@link Array} has
 *     on its last axis
 */
@Module
record LinksDef(int features) {

  record Inner() {}

  /**
   * {@return what {@link Array#add} adds}
   *
   * @param x an {@link Array}
   * @throws UncheckedIOException never
   */
  @Compact
  Array call(Array x) {
    return x;
  }
}
