package io.cambric.io.compression;

import io.airlift.compress.Decompressor;
import io.airlift.compress.lz4.Lz4Decompressor;
import io.airlift.compress.snappy.SnappyDecompressor;
import io.airlift.compress.zstd.ZstdDecompressor;
import io.airlift.compress.zstd.ZstdInputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;

/** Compressions that the JDK does not have. */
public enum BlockCodec {
  /** Snappy without frames. */
  SNAPPY,
  /** Frames of RFC 8878. */
  ZSTD,
  /** One block of LZ4. */
  LZ4;

  /** A byte of Zstandard gives at most as many: four bytes describe a block of equal bytes. */
  private static final int ZSTD_RATIO = 1 << 15;

  /**
   * Unpacks bytes; {@return how many they have become}
   *
   * @throws IOException if they have another format, or become more than the size
   */
  public int unpack(byte[] packed, int from, int length, byte[] to, int at, int size)
      throws IOException {
    try {
      return decompressor().decompress(packed, from, length, to, at, size);
    } catch (RuntimeException e) {
      throw new IOException(e.toString(), e);
    }
  }

  private Decompressor decompressor() {
    return switch (this) {
      case SNAPPY -> new SnappyDecompressor();
      case ZSTD -> new ZstdDecompressor();
      case LZ4 -> new Lz4Decompressor();
    };
  }

  /**
   * {@return the bytes in frames of Zstandard}
   *
   * @param most bytes that they may become
   * @throws IOException if they have another format or become more
   */
  public static byte[] unpackZstd(byte[] packed, int most) throws IOException {
    byte[] bytes;
    try (var in = new ZstdInputStream(new ByteArrayInputStream(packed))) {
      bytes = in.readNBytes(Math.addExact(most, 1));
    } catch (RuntimeException e) {
      throw new IOException(e.toString(), e);
    }
    if (bytes.length > most) {
      throw new IOException("it becomes more than %d bytes".formatted(most));
    }
    return bytes;
  }

  /** {@return whether Zstandard can make that many bytes out of so few} */
  public static boolean isPossibleZstd(long packed, long unpacked) {
    return unpacked <= packed * ZSTD_RATIO;
  }
}
