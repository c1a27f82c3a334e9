package io.cambric.distributed;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.GeneralSecurityException;
import java.util.zip.CRC32C;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Codes of the parts of a stream, by which a reader detects changes in transit. A code covers the
 * number of its part, so a reader also detects missing, repeated or reordered parts. Mutable; for
 * one direction of one connection, and one thread at a time.
 */
abstract sealed class FrameCode {

  private final ByteBuffer number = ByteBuffer.allocate(Long.BYTES);

  private long parts;

  /** {@return a cheap code that detects faults of networks and memory} */
  static FrameCode checksum() {
    return new Checksum();
  }

  /**
   * {@return a code that requires a secret key: HMAC-SHA-256 (RFC 2104)}
   *
   * @param key of this direction of this connection
   */
  static FrameCode authentication(byte[] key) {
    return new Authentication(key);
  }

  /** {@return the number of bytes of a code} */
  abstract int length();

  abstract void update(ByteBuffer bytes);

  /** {@return the code of all updates since the last one} */
  abstract byte[] finish();

  /** {@return the code of the next part, whose buffers stay unchanged} */
  final byte[] ofNext(ByteBuffer... part) {
    update(number.clear().putLong(parts++).flip());
    for (var buffer : part) {
      update(buffer.duplicate());
    }
    return finish();
  }

  private static final class Checksum extends FrameCode {

    private final CRC32C sum = new CRC32C();

    @Override
    int length() {
      return Integer.BYTES;
    }

    @Override
    void update(ByteBuffer bytes) {
      sum.update(bytes);
    }

    @Override
    byte[] finish() {
      var code = ByteBuffer.allocate(length()).order(ByteOrder.LITTLE_ENDIAN);
      code.putInt((int) sum.getValue());
      sum.reset();
      return code.array();
    }
  }

  private static final class Authentication extends FrameCode {

    private static final String ALGORITHM = "HmacSHA256";

    private final Mac mac;

    Authentication(byte[] key) {
      try {
        mac = Mac.getInstance(ALGORITHM);
        mac.init(new SecretKeySpec(key, ALGORITHM));
      } catch (GeneralSecurityException e) {
        throw new IllegalStateException("every Java has " + ALGORITHM, e);
      }
    }

    @Override
    int length() {
      return mac.getMacLength();
    }

    @Override
    void update(ByteBuffer bytes) {
      mac.update(bytes);
    }

    @Override
    byte[] finish() {
      return mac.doFinal();
    }
  }
}
