package io.cambric.numpy;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.errors.DTypeException;
import io.cambric.errors.ShapeException;
import io.cambric.lax.Lax;
import java.util.List;
import java.util.Objects;

/**
 * Random bits, and the words of keys. Each element comes from one block of threefry, at its
 * row-major index.
 */
final class RandomBits {

  private RandomBits() {}

  /** {@return the words of a key or of an array of keys, {@code u32[..., 2]}} */
  public static Array keyData(Key keys) {
    return keys.data();
  }

  /**
   * {@return the key, or array of keys, that has these words}
   *
   * @param data {@code u32[..., 2]}
   * @throws DTypeException if the words are not u32
   * @throws ShapeException if the last axis does not have size 2
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.random.wrap_key_data.html">random.wrap_key_data</a>
   */
  public static Key wrapKeyData(Array data) {
    if (data.dtype() != DType.U32) {
      throw new DTypeException(
          "wrapKeyData needs words of u32, but got %s. Convert them with astype(DType.U32)."
              .formatted(data.aval()));
    }
    if (data.rank() == 0 || data.dim(-1) != 2) {
      throw new ShapeException(
          "wrapKeyData needs two words for each key along the last axis, but got %s."
              .formatted(data.aval()));
    }
    return new Key(data);
  }

  /**
   * {@return the name of the generator of keys, of which there is one}
   *
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.random.key_impl.html">random.key_impl</a>
   */
  public static String keyImpl(Key keys) {
    Objects.requireNonNull(keys);
    return "threefry2x32";
  }

  /** {@return the same key, for intentional reuse: it gives the same numbers} */
  public static Key clone(Key key) {
    return key;
  }

  /**
   * {@return the two words of the blocks at 0, 1, ... below {@code count}, each word in its own
   * row}
   */
  static List<Array> words(Key key, String what, int count) {
    return Lax.threefry2x32(
        key.word(0, what),
        key.word(1, what),
        NdArray.scalar(DType.U32, 0),
        Lax.iota(DType.U32, count));
  }

  /** {@return random u32} */
  public static Array bits(Key key, Shape shape) {
    return bits(key, shape, DType.U32);
  }

  /**
   * {@return random bits}
   *
   * <p>Bits depend only on the key and the row-major index, so a longer row begins with the
   * elements of a shorter row.
   *
   * @param dtype U8, U16, U32 or U64
   * @throws DTypeException for another dtype
   * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.random.bits.html">random.bits</a>
   */
  public static Array bits(Key key, Shape shape, DType dtype) {
    if (dtype.kind() != DType.Kind.UNSIGNED) {
      throw new DTypeException(
          "bits needs an unsigned integer dtype, but got %s. Use u8, u16, u32 or u64."
              .formatted(dtype));
    }
    var words = words(key, "bits", shape.size());
    if (dtype != DType.U64) {
      var mixed = Lax.bitwiseXor(words.get(0), words.get(1));
      return Lax.reshape(Lax.convertElementType(mixed, dtype), shape);
    }
    var high = Lax.convertElementType(words.get(0), dtype);
    var low = Lax.convertElementType(words.get(1), dtype);
    var shifted = Lax.shiftLeft(high, Lax.fullLike(high, 32));
    return Lax.reshape(Lax.bitwiseOr(shifted, low), shape);
  }

  /** {@return the unsigned dtype of a width in bytes} */
  static DType unsigned(int bytes) {
    return switch (bytes) {
      case 1 -> DType.U8;
      case 2 -> DType.U16;
      case 4 -> DType.U32;
      default -> DType.U64;
    };
  }
}
