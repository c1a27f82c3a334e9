package io.cambric.numpy;

import io.cambric.array.Axes;
import io.cambric.array.Buffer;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.array.Sizes;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.core.ShapedArray;
import io.cambric.errors.DTypeException;
import io.cambric.errors.ShapeException;
import io.cambric.lax.Lax;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A key of the threefry generator, or an array of keys: the whole state of a random generator. It
 * is immutable, and the same key gives the same numbers, so split it and use each new key once.
 *
 * <p>A key is a pytree with one leaf, so keys go through {@code jit} and {@code vmap} like arrays.
 * Samplers take one key; map them over an array of keys with {@code vmap}.
 *
 * {@snippet :
 * var keys = Key.of(42).split(2);
 * Array noise = Random.normal(keys.get(0), Shape.of(3));
 * }
 *
 * @param data the words of the keys, {@code u32[..., 2]}
 * @see <a href="https://docs.jax.dev/en/latest/jax.random.html">jax.random</a>
 */
public record Key(Array data) {

  /**
   * {@return the key of a seed}
   *
   * <p>The seed is truncated to 32 bits, as in JAX with 64-bit mode off. In 64-bit mode all bits
   * count.
   */
  public static Key of(long seed) {
    return DType.x64() ? of64Bit(seed) : ofWords(0, (int) seed);
  }

  /** {@return the key of a seed of 64 bits, in any mode} */
  public static Key of64Bit(long seed) {
    return ofWords((int) (seed >>> 32), (int) seed);
  }

  private static Key ofWords(int high, int low) {
    return new Key(
        NdArray.of(
            new ShapedArray(Shape.of(2), DType.U32),
            Buffer.wrap(DType.U32, new int[] {high, low})));
  }

  /** {@return the shape of this array of keys; the scalar shape for one key} */
  public Shape shape() {
    return data.shape().slice(0, data.rank() - 1);
  }

  /**
   * {@return an array of independent keys}
   *
   * <p>Key {@code i} is {@code foldIn(i)}, and does not depend on the number of keys.
   *
   * @param count number of keys
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.random.split.html">random.split</a>
   */
  public Key split(int count) {
    return split(Shape.of(Sizes.notNegative("split", "count", count)));
  }

  /** {@return two independent keys} */
  public Key split() {
    return split(2);
  }

  /** {@return an array of keys of a shape} */
  public Key split(Shape shape) {
    var words = RandomBits.words(this, "split", shape.size());
    var pairs =
        Lax.concatenate(
            List.of(
                Lax.expandDims(words.get(0), Axes.of(1)), Lax.expandDims(words.get(1), Axes.of(1))),
            1);
    return new Key(Lax.reshape(pairs, shape.insert(shape.rank(), 2)));
  }

  /** {@return a list of independent keys} */
  public List<Key> splitToList(int count) {
    var keys = split(count);
    return IntStream.range(0, count).mapToObj(keys::get).toList();
  }

  /**
   * {@return a key derived from this key and a number, such as the iteration of a loop}
   *
   * @param number its low 32 bits count
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.random.fold_in.html">random.fold_in</a>
   */
  public Key foldIn(long number) {
    return foldInWord(NdArray.scalar(DType.U32, Integer.toUnsignedLong((int) number)));
  }

  /**
   * {@return a key derived from this key and a scalar array of an integer dtype}
   *
   * @throws ShapeException if it is not a scalar
   */
  public Key foldIn(Array number) {
    if (number.rank() != 0 || number.dtype().isFloating()) {
      throw new ShapeException(
          "foldIn needs one integer, but got %s. Map it over several integers with vmap."
              .formatted(number.aval()));
    }
    return foldInWord(Lax.convertElementType(number, DType.U32));
  }

  private Key foldInWord(Array word) {
    var zero = NdArray.scalar(DType.U32, 0);
    var words = Lax.threefry2x32(word(0, "foldIn"), word(1, "foldIn"), zero, word);
    return new Key(
        Lax.concatenate(
            List.of(Lax.reshape(words.get(0), Shape.of(1)), Lax.reshape(words.get(1), Shape.of(1))),
            0));
  }

  /** {@return the key at positions along the leading axes} */
  public Key get(int... indices) {
    return new Key(data.get(indices));
  }

  /** {@return one of the two words of this key, after the check of {@link #single}} */
  Array word(int i, String what) {
    return Lax.reshape(Lax.slice(single(what), Axes.of(i), Axes.of(i + 1)), Shape.scalar());
  }

  /**
   * {@return the words of this key}
   *
   * @param what the name of the function, for messages
   * @throws ShapeException if this is an array of keys
   */
  Array single(String what) {
    if (data.dtype() != DType.U32) {
      throw new DTypeException(
          "%s needs a key of u32 words, but got %s. Make it with Key.of(seed)."
              .formatted(what, data.aval()));
    }
    if (data.rank() != 1 || data.dim(0) != 2) {
      throw new ShapeException(
          "%s needs one key, u32[2], but got %s. Select one with get(i), or map over them with vmap."
              .formatted(what, data.aval()));
    }
    return data;
  }
}
