package io.cambric.spark;

import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.serialization.Serialization;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Short texts that differ if two trees of arrays differ in a bit: the first digits of a SHA-256 of
 * names, types, shapes and elements.
 */
public final class TreeDigest {

  /** Bytes of a digest. */
  static final int BYTES = 8;

  private static final String ALGORITHM = "SHA-256";
  private static final int CHUNK = 1 << 14;

  private final MessageDigest digest;

  private TreeDigest() {
    try {
      digest = MessageDigest.getInstance(ALGORITHM);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has " + ALGORITHM, e);
    }
  }

  /** {@return the digest of a tree, as hexadecimal digits} */
  public static String of(Object tree) {
    return "%016x".formatted(number(tree));
  }

  /** {@return the digest of a tree, as a number} */
  static long number(Object tree) {
    var digest = new TreeDigest();
    digest.add("", Serialization.toStateDict(tree));
    return ByteBuffer.wrap(digest.digest.digest()).getLong();
  }

  private void add(String path, @Nullable Object node) {
    switch (node) {
      case Map<?, ?> map -> map.forEach((name, child) -> add(path + "/" + name, child));
      case Array array -> add(path, array.concrete("digest"));
      case null, default -> addText(path + "=" + node);
    }
  }

  private void add(String path, NdArray array) {
    addText(path + ":" + array.aval());
    var bytes = ByteBuffer.allocate(CHUNK * array.dtype().bytes()).order(ByteOrder.LITTLE_ENDIAN);
    for (int done = 0; done < array.size(); done += CHUNK) {
      int count = Math.min(CHUNK, array.size() - done);
      array.buffer().write(bytes.clear(), array.offset() + done, count);
      digest.update(bytes.flip());
    }
  }

  private void addText(String text) {
    digest.update((text + "\n").getBytes(StandardCharsets.UTF_8));
  }
}
