package io.cambric.io;

import io.cambric.array.Shape;
import io.cambric.errors.DataException;
import io.cambric.tree.Opaque;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * An array of a dtype that Cambric does not compute with, such as {@code complex64} or {@code
 * float8_e4m3fn}: its dtype, shape and bytes, which pass through unchanged. An immutable value, and
 * a leaf of pytrees.
 *
 * <p>A complex element is two floating numbers, first the real part.
 *
 * @param dtype the name of the dtype in NumPy
 * @param shape of the array
 * @param data the elements in row-major order, little-endian
 */
public record RawArray(String dtype, Shape shape, ByteBuffer data) implements Opaque {

  /**
   * Checks the number of bytes.
   *
   * @throws DataException if it does not fit the shape
   */
  public RawArray {
    data = data.slice().asReadOnlyBuffer();
    var misfit = ElementBytes.misfit(dtype, shape, data.remaining());
    if (misfit != null) {
      throw new DataException(
          "A raw array needs the bytes of its elements: %s. Write all elements, row-major and without padding."
              .formatted(misfit));
    }
  }

  /** {@return an array over these bytes, which must not change afterwards} */
  public static RawArray of(String dtype, Shape shape, byte[] data) {
    return new RawArray(dtype, shape, ByteBuffer.wrap(data));
  }

  /** {@return the elements, read-only and little-endian, from position 0 on} */
  @Override
  public ByteBuffer data() {
    return data.duplicate().order(ByteOrder.LITTLE_ENDIAN);
  }

  /** {@return dtype and shape, as in {@code complex64[2, 3]}} */
  @Override
  public String toString() {
    return dtype + shape;
  }
}
