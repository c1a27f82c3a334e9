package io.cambric.numpy;

import io.cambric.array.Buffer;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.core.ShapedArray;
import io.cambric.errors.DTypeException;
import io.cambric.lax.Lax;

/** Random integers in a range, by remainders of twice as many random bits. */
final class Integers {

  private Integers() {}

  /** {@return a number as the narrowest of i32, u32 and i64 that holds it} */
  static Array scalar(long value) {
    if (value == (int) value) {
      return scalar(DType.I32, value);
    }
    return scalar(value == (value & 0xFFFFFFFFL) ? DType.U32 : DType.I64, value);
  }

  private static NdArray scalar(DType dtype, long value) {
    var buffer = Buffer.allocate(dtype, 1);
    buffer.setLong(0, value);
    return NdArray.of(new ShapedArray(Shape.scalar(), dtype), buffer);
  }

  static Array sample(Key key, Shape shape, Array lo, Array hi, DType dtype) {
    for (var type : new DType[] {dtype, lo.dtype(), hi.dtype()}) {
      if (!type.isInteger()) {
        throw new DTypeException(
            "randint needs integer dtypes, but got bounds %s and %s for samples of %s. Convert them with astype."
                .formatted(lo.aval(), hi.aval(), dtype));
      }
    }
    if (dtype.bytes() >= 4) {
      return wide(key, shape, lo, hi, dtype);
    }
    // The numbers are sampled in 32 bits, where the remainder is less biased.
    var from = clip(Lax.convertElementType(lo, DType.I32), least(dtype), largest(dtype));
    var to = clip(Lax.convertElementType(hi, DType.I32), least(dtype), largest(dtype) + 1);
    return Lax.convertElementType(wide(key, shape, from, to, DType.I32), dtype);
  }

  private static Array wide(Key key, Shape shape, Array lo, Array hi, DType dtype) {
    var beyond = isBeyond(hi, dtype);
    var from = BasicSamplers.parameter("randint", clipTo(lo, dtype), shape, dtype);
    var to = BasicSamplers.parameter("randint", clipTo(hi, dtype), shape, dtype);
    var keys = key.split();
    var word = RandomBits.unsigned(dtype.bytes());
    var high = RandomBits.bits(keys.get(0), shape, word);
    var low = RandomBits.bits(keys.get(1), shape, word);
    var one = scalar(word, 1);
    var width = Lax.convertElementType(Lax.sub(to, from), word);
    var span = Lax.select(Lax.le(to, from), one, width);
    // A span of 2^32 wraps to 0, and a remainder by 0 changes nothing.
    var over = BasicSamplers.parameter("randint", beyond, shape, DType.BOOL);
    var range = Lax.select(Lax.bitwiseAnd(over, Lax.gt(to, from)), Lax.add(span, one), span);
    var half = Lax.rem(scalar(word, 1L << (4 * dtype.bytes())), range);
    var factor = Lax.rem(Lax.mul(half, half), range);
    var offset =
        Lax.rem(Lax.add(Lax.mul(Lax.rem(high, range), factor), Lax.rem(low, range)), range);
    return Lax.add(from, Lax.convertElementType(offset, dtype));
  }

  /** Whether a bound is above all numbers of the dtype, elementwise. */
  private static Array isBeyond(Array hi, DType dtype) {
    return largest(hi.dtype()) <= largest(dtype)
        ? NdArray.scalar(DType.BOOL, 0)
        : Lax.gt(hi, scalar(hi.dtype(), largest(dtype)));
  }

  private static Array clipTo(Array x, DType dtype) {
    if (x.dtype() == dtype) {
      return x;
    }
    long least = Math.max(least(dtype), least(x.dtype()));
    long largest = Math.min(largest(dtype), largest(x.dtype()));
    return Lax.convertElementType(clip(x, least, largest), dtype);
  }

  private static Array clip(Array x, long least, long largest) {
    return Lax.min(scalar(x.dtype(), largest), Lax.max(scalar(x.dtype(), least), x));
  }

  private static long least(DType dtype) {
    return dtype.kind() == DType.Kind.UNSIGNED ? 0 : -1L << (8 * dtype.bytes() - 1);
  }

  /** The largest number of the dtype; for u64, the largest long. */
  private static long largest(DType dtype) {
    int bits = 8 * dtype.bytes() - (dtype.kind() == DType.Kind.UNSIGNED ? 0 : 1);
    return bits >= 63 ? Long.MAX_VALUE : (1L << bits) - 1;
  }
}
