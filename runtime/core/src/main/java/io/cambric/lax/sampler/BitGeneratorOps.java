package io.cambric.lax.sampler;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.core.Trace;
import io.cambric.errors.DTypeException;
import io.cambric.errors.ShapeException;
import io.cambric.lax.dims.RandomAlgorithm;
import io.cambric.lax.op.BinaryOps;
import io.cambric.lax.op.IntegerOps;
import io.cambric.lax.op.ShapeOps;
import io.cambric.lax.op.UnaryOps;
import java.util.ArrayList;
import java.util.List;

/**
 * Random bits in the word order of XLA, which differs from {@code jax.random}.
 *
 * @see <a href="https://www.thesalmons.org/john/random123/papers/random123sc11.pdf">Salmon et al.,
 *     Parallel random numbers: as easy as 1, 2, 3</a>
 */
public final class BitGeneratorOps {

  private static final int ROUNDS = 10;
  private static final long[] MULTIPLIERS = {0xD2511F53L, 0xCD9E8D57L};
  private static final long[] WEYL = {0x9E3779B9L, 0xBB67AE85L};

  private BitGeneratorOps() {}

  /** {@return the next key and random u32 words, by the default algorithm} */
  public static List<Array> rngBitGenerator(Array key, Shape shape) {
    return rngBitGenerator(key, shape, DType.U32, RandomAlgorithm.DEFAULT);
  }

  /**
   * {@return the next key and random bits; equal keys give equal bits}
   *
   * <p>The key is {@code u32[4]}: two words of the cipher and a counter of 64 bits, the lower word
   * first. The counter of the next key is advanced by the number of used blocks. Each lane of
   * {@code vmap} has the bits of its own key; JAX draws all lanes from the key of the first lane.
   *
   * @param dtype U8, U16, U32 or U64
   * @throws ShapeException if the key does not have four words
   * @throws DTypeException if the key is not u32, or the dtype of the bits is none of these
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.rng_bit_generator.html">lax.rng_bit_generator</a>
   */
  public static List<Array> rngBitGenerator(
      Array key, Shape shape, DType dtype, RandomAlgorithm algorithm) {
    if (key.dtype() != DType.U32 || dtype.kind() != DType.Kind.UNSIGNED) {
      throw new DTypeException(
          "rng_bit_generator needs a key of u32 and an unsigned integer dtype, but got %s and %s."
              .formatted(key.aval(), dtype));
    }
    if (!key.shape().equals(Shape.of(4))) {
      throw new ShapeException(
          "rng_bit_generator needs a key of four words, u32[4], but got %s.".formatted(key.aval()));
    }
    boolean wide = dtype == DType.U64;
    return algorithm == RandomAlgorithm.THREE_FRY
        ? threefry(key, shape, dtype, wide)
        : philox(key, shape, dtype, wide);
  }

  /** Each block has two words: one element in each half of an axis, or one wide element. */
  private static List<Array> threefry(Array key, Shape shape, DType dtype, boolean wide) {
    int axis = wide ? -1 : halved(shape);
    int half = axis < 0 ? 1 : Math.ceilDiv(shape.dim(axis), 2);
    int inner = axis < 0 ? 1 : shape.slice(axis + 1, shape.rank()).size();
    int outer = axis < 0 ? shape.size() : shape.slice(0, axis).size();
    int blocks = outer * half * inner;
    var counters = counters(key, blocks);
    var words =
        BinaryOps.threefry2x32(word(key, 0), word(key, 1), counters.get(0), counters.get(1));
    Array bits;
    if (wide) {
      bits = joined(words.get(0), words.get(1));
    } else if (axis < 0) {
      bits = words.get(0);
    } else {
      var pairs = new ArrayList<Array>();
      for (var each : words) {
        pairs.add(ShapeOps.reshape(each, Shape.of(outer, half, 1, inner)));
      }
      var both = ShapeOps.reshape(ShapeOps.concatenate(pairs, 2), Shape.of(outer, 2 * half, inner));
      bits = ShapeOps.sliceInDim(both, 0, shape.dim(axis), 1, 1);
    }
    return List.of(
        movedOn(key, blocks), ShapeOps.reshape(UnaryOps.convertElementType(bits, dtype), shape));
  }

  /** {@return the first axis of an even size, or the first of the longest axes; -1 for a scalar} */
  private static int halved(Shape shape) {
    int longest = -1;
    for (int axis = 0; axis < shape.rank(); axis++) {
      if (shape.dim(axis) % 2 == 0) {
        return axis;
      }
      if (longest < 0 || shape.dim(axis) > shape.dim(longest)) {
        longest = axis;
      }
    }
    return longest;
  }

  /** Each block has four words: four elements, or two wide ones. */
  private static List<Array> philox(Array key, Shape shape, DType dtype, boolean wide) {
    int each = wide ? 2 : 4;
    int blocks = Math.ceilDiv(shape.size(), each);
    var words = encrypted(key, blocks);
    if (wide) {
      words = List.of(joined(words.get(0), words.get(1)), joined(words.get(2), words.get(3)));
    }
    var columns = new ArrayList<Array>();
    for (var column : words) {
      columns.add(ShapeOps.expandDims(column, Axes.of(1)));
    }
    var row = ShapeOps.reshape(ShapeOps.concatenate(columns, 1), Shape.of(each * blocks));
    var bits = ShapeOps.sliceInDim(row, 0, shape.size(), 1, 0);
    return List.of(
        movedOn(key, blocks), ShapeOps.reshape(UnaryOps.convertElementType(bits, dtype), shape));
  }

  private static List<Array> encrypted(Array key, int blocks) {
    var counters = counters(key, blocks);
    var words = new ArrayList<Array>(counters);
    // XLA counts with 128 bits; the upper bits begin as the words of the cipher.
    var passed = BinaryOps.lt(counter(key, blocks), fill(counter(key), blocks));
    var upper = fill(joined(word(key, 0), word(key, 1)), blocks);
    words.addAll(parts(BinaryOps.add(upper, UnaryOps.convertElementType(passed, DType.U64))));
    Array key0 = word(key, 0);
    Array key1 = word(key, 1);
    for (int round = 0; round < ROUNDS; round++) {
      var first = constant(MULTIPLIERS[0]);
      var second = constant(MULTIPLIERS[1]);
      var next =
          List.of(
              xor(IntegerOps.mulhi(words.get(2), second), words.get(1), key0),
              BinaryOps.mul(words.get(2), second),
              xor(IntegerOps.mulhi(words.get(0), first), words.get(3), key1),
              BinaryOps.mul(words.get(0), first));
      words = new ArrayList<>(next);
      key0 = BinaryOps.add(key0, constant(WEYL[0]));
      key1 = BinaryOps.add(key1, constant(WEYL[1]));
    }
    return words;
  }

  private static Array xor(Array x, Array y, Array z) {
    return BinaryOps.bitwiseXor(BinaryOps.bitwiseXor(x, y), z);
  }

  private static Array constant(long word) {
    return NdArray.scalar(DType.U32, word);
  }

  private static Array word(Array key, int i) {
    return ShapeOps.reshape(ShapeOps.sliceInDim(key, i, i + 1, 1, 0), Shape.scalar());
  }

  private static Array counter(Array key) {
    return joined(word(key, 2), word(key, 3));
  }

  /** {@return the counters of blocks, u64} */
  private static Array counter(Array key, int blocks) {
    return BinaryOps.add(fill(counter(key), blocks), ShapeOps.iota(DType.U64, blocks));
  }

  private static Array fill(Array scalar, int blocks) {
    return ShapeOps.broadcast(scalar, Shape.of(blocks));
  }

  /** {@return the lower and the upper words of the counters of blocks} */
  private static List<Array> counters(Array key, int blocks) {
    return parts(counter(key, blocks));
  }

  private static List<Array> parts(Array wide) {
    var high = BinaryOps.shiftRightLogical(wide, ShapeOps.fullLike(wide, 32));
    return List.of(
        UnaryOps.convertElementType(wide, DType.U32), UnaryOps.convertElementType(high, DType.U32));
  }

  private static Array joined(Array low, Array high) {
    var upper = UnaryOps.convertElementType(high, DType.U64);
    return BinaryOps.bitwiseOr(
        BinaryOps.shiftLeft(upper, ShapeOps.fullLike(upper, 32)),
        UnaryOps.convertElementType(low, DType.U64));
  }

  private static Array movedOn(Array key, int blocks) {
    var next = counter(key);
    var moved = parts(BinaryOps.add(next, ShapeOps.fullLike(next, blocks)));
    return ShapeOps.concatenate(
        List.of(
            ShapeOps.sliceInDim(key, 0, 2, 1, 0),
            ShapeOps.reshape(moved.get(0), Shape.of(1)),
            ShapeOps.reshape(moved.get(1), Shape.of(1))),
        0);
  }

  /**
   * {@return uniform numbers in [low, high) from a generator without a key}
   *
   * <p>Each run draws other numbers, which cannot be reproduced; {@code jax.random.uniform} draws
   * reproducible ones. As in JAX, the bounds have neither derivatives nor lanes.
   *
   * @param low a scalar
   * @param high a scalar of the dtype of {@code low}
   * @throws DTypeException if the dtypes differ or are bool
   * @throws ShapeException if the bounds are not scalars
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.rng_uniform.html">lax.rng_uniform</a>
   */
  public static Array rngUniform(Array low, Array high, Shape shape) {
    return Trace.bind(new RngUniform(shape), low, high);
  }
}
