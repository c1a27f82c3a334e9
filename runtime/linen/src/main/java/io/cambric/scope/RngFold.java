package io.cambric.scope;

import io.cambric.numpy.Key;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;

/**
 * The folding of a scope's path and a counter into a key, as in Flax. The first four bytes of the
 * SHA-1 hash of the parts are folded in.
 *
 * <p>Without a separator, which is Flax's default, paths {@code (ab, c)} and {@code (a, bc)} share
 * their keys. {@code -Dcambric.rng.separator=true}, read once, feeds a zero byte before each part,
 * as Flax does with {@code flax_fix_rng_separator}.
 */
final class RngFold {

  private static final boolean SEPARATOR = Boolean.getBoolean("cambric.rng.separator");

  private RngFold() {}

  /** {@return the key for a path and a counter, which is 1 for the first key} */
  static Key fold(Key root, List<String> suffix, int counter) {
    return root.foldIn(hash(suffix, counter, SEPARATOR));
  }

  /** {@return the 32 bits to fold in for a path followed by a counter} */
  static int hash(List<String> suffix, int counter, boolean separator) {
    var digest = sha1();
    for (var name : suffix) {
      if (separator) {
        digest.update((byte) 0);
      }
      digest.update(name.getBytes(StandardCharsets.UTF_8));
    }
    if (separator) {
      digest.update((byte) 0);
    }
    digest.update(minimalBigEndian(counter));
    return ByteBuffer.wrap(digest.digest()).getInt();
  }

  /** As few bytes as the number needs: one up to 255, none for 0. */
  private static byte[] minimalBigEndian(int number) {
    if (number == 0) {
      return new byte[0];
    }
    var bytes = BigInteger.valueOf(number).toByteArray();
    return bytes[0] == 0 ? java.util.Arrays.copyOfRange(bytes, 1, bytes.length) : bytes;
  }

  private static MessageDigest sha1() {
    try {
      return MessageDigest.getInstance("SHA-1");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-1", e);
    }
  }
}
