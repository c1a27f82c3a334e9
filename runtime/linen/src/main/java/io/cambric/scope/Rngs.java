package io.cambric.scope;

import com.google.errorprone.annotations.CheckReturnValue;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.errors.DTypeException;
import io.cambric.errors.ShapeException;
import io.cambric.numpy.Key;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The root keys of random streams by name, as given to one init or apply; an immutable value.
 *
 * {@snippet :
 * Rngs rngs = Rngs.of(Key.of(0)).stream("dropout", Key.of(1));
 * }
 *
 * @param keys by stream name, in the order given
 */
@CheckReturnValue
public record Rngs(Map<String, Key> keys) {

  private static final Shape ONE_KEY = Shape.of(2);
  private static final Rngs NONE = new Rngs(Map.of());

  /**
   * Copies the keys.
   *
   * @throws ShapeException if one is an array of keys
   * @throws DTypeException if one has no words of u32
   */
  public Rngs {
    keys = Collections.unmodifiableMap(new LinkedHashMap<>(keys));
    keys.forEach(Rngs::requireOneKey);
  }

  private static void requireOneKey(String stream, Key key) {
    var data = key.data();
    if (data.dtype() != DType.U32) {
      throw new DTypeException(
          "Random stream \"%s\" needs a key of u32 words, but got %s. Make it with Key.of(seed)."
              .formatted(stream, data.aval()));
    }
    if (!data.shape().equals(ONE_KEY)) {
      throw new ShapeException(
          "Random stream \"%s\" needs one key, u32[2], but got %s. Select one with get(i), or map init or apply over them with vmap."
              .formatted(stream, data.aval()));
    }
  }

  /** {@return an empty set of streams} */
  public static Rngs none() {
    return NONE;
  }

  /** {@return the one stream {@code params}, which is also the fallback of other streams} */
  public static Rngs of(Key key) {
    return of(Variables.PARAMS, key);
  }

  /** {@return one stream} */
  public static Rngs of(String stream, Key key) {
    return NONE.stream(stream, key);
  }

  /** {@return these streams and another, which replaces a stream with the same name} */
  public Rngs stream(String name, Key key) {
    var more = new LinkedHashMap<>(keys);
    more.put(name, key);
    return new Rngs(more);
  }

  /** {@return these streams and others, which replace streams with the same names} */
  public Rngs with(Rngs others) {
    var more = new LinkedHashMap<>(keys);
    more.putAll(others.keys);
    return new Rngs(more);
  }
}
