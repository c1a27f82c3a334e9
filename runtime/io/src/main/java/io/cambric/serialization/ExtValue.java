package io.cambric.serialization;

import io.cambric.errors.DataException;
import io.cambric.tree.Opaque;
import java.nio.ByteBuffer;

/**
 * A value of an extension type of msgpack that Flax does not use. It passes through unchanged; a
 * leaf of pytrees.
 *
 * @param code of the type, from -128 to 127
 * @param data its bytes
 */
public record ExtValue(int code, ByteBuffer data) implements Opaque {

  /**
   * Checks the code.
   *
   * @throws DataException if it is the code of a type of Flax, or does not fit into a byte
   */
  public ExtValue {
    data = data.slice().asReadOnlyBuffer();
    if (code < Byte.MIN_VALUE || code > Byte.MAX_VALUE || MsgpackFormat.isOfFlax(code)) {
      throw new DataException(
          "An extension value of msgpack needs a code from -128 to 127 other than 1, 2 and 3, but got %d. Flax uses these for arrays, complex numbers and NumPy scalars."
              .formatted(code));
    }
  }

  /** {@return the bytes, read-only, from position 0 on} */
  @Override
  public ByteBuffer data() {
    return data.duplicate();
  }
}
