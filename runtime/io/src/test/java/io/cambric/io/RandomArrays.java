package io.cambric.io;

import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.array.Buffer;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.NdArray;
import io.cambric.core.ShapedArray;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;

/** Arrays of random bits for tests of files. */
public final class RandomArrays {

  private RandomArrays() {}

  /** {@return an array of any dtype and a small shape, at an offset of its buffer} */
  public static NdArray array(Random random) {
    var dtypes = DType.values();
    int[] dims = random.ints(random.nextInt(4), 0, 5).toArray();
    return array(random, dtypes[random.nextInt(dtypes.length)], Shape.of(dims));
  }

  /** {@return an array of random bits, at an offset of its buffer} */
  public static NdArray array(Random random, DType dtype, Shape shape) {
    int offset = random.nextInt(3);
    int count = offset + shape.size();
    byte[] bytes = new byte[count * dtype.bytes()];
    random.nextBytes(bytes);
    if (dtype == DType.BOOL) {
      for (int i = 0; i < bytes.length; i++) {
        bytes[i] &= 1;
      }
    }
    var buffer = Buffer.allocate(dtype, count);
    buffer.read(ByteBuffer.wrap(bytes), 0, count);
    return NdArray.of(new ShapedArray(shape, dtype), buffer, offset);
  }

  /** {@return some arrays with names} */
  public static Map<String, NdArray> named(Random random) {
    var arrays = new LinkedHashMap<String, NdArray>();
    for (int i = random.nextInt(5); i > 0; i--) {
      arrays.put(
          "layer/" + random.nextInt(100) + (random.nextBoolean() ? ".é" : ""), array(random));
    }
    return arrays;
  }

  /** {@return the bytes of the elements, little-endian} */
  public static byte[] bytes(NdArray array) {
    byte[] bytes = new byte[array.size() * array.dtype().bytes()];
    var target = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    array.buffer().write(target, array.offset(), array.size());
    return bytes;
  }

  /** Asserts that shape, dtype and bits are the same. */
  public static void assertSame(NdArray actual, NdArray expected) {
    assertThat(actual.aval()).isEqualTo(expected.aval());
    assertThat(bytes(actual)).isEqualTo(bytes(expected));
  }
}
