package io.cambric.frameworks.tensorflow;

import java.io.ByteArrayOutputStream;

/**
 * Writes numbers and bytes so that the order of what is written is the order of the values;
 * mutable, for one thread.
 *
 * @see <a href="https://github.com/google/orderedcode">Ordered code</a>
 */
final class OrderedCode {

  /** The bits of a value in each byte of a signed number. */
  private static final int BITS = 7;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  /** {@return the bytes so far} */
  byte[] toByteArray() {
    return out.toByteArray();
  }

  /** Writes a number without a sign: how many bytes it has, and these, the highest first. */
  OrderedCode number(long value) {
    int bytes = (Long.SIZE - Long.numberOfLeadingZeros(value) + Byte.SIZE - 1) / Byte.SIZE;
    out.write(bytes);
    for (int i = bytes - 1; i >= 0; i--) {
      out.write((int) (value >>> Byte.SIZE * i));
    }
    return this;
  }

  /** Writes bytes and an end. Another byte follows a 0 and a 255, so that neither is the end. */
  OrderedCode bytes(byte[] value) {
    for (byte next : value) {
      out.write(next);
      if (next == 0) {
        out.write(0xff);
      } else if (next == (byte) 0xff) {
        out.write(0);
      }
    }
    out.write(0);
    out.write(1);
    return this;
  }

  /**
   * Writes a number with a sign: as many of its bytes as it needs, the highest first. The first
   * bits say how many bytes there are, by ones before a zero, and are inverted below 0.
   */
  OrderedCode signed(long value) {
    long magnitude = value < 0 ? ~value : value;
    int bytes = (Long.SIZE - Long.numberOfLeadingZeros(magnitude)) / BITS + 1;
    for (int i = bytes - 1; i >= 0; i--) {
      int plain = (int) (value >> Math.min(Byte.SIZE * i, Long.SIZE - 1));
      out.write(plain ^ lengthBits(bytes, bytes - 1 - i));
    }
    return this;
  }

  /** {@return the bits that say the number of bytes, in the byte at an index} */
  private static int lengthBits(int bytes, int index) {
    int ones = Math.clamp(bytes - (long) Byte.SIZE * index, 0, Byte.SIZE);
    return 0xff00 >> ones & 0xff;
  }
}
