package io.cambric.data.table.codec;

import io.cambric.io.compression.BlockCodec;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

/** The compressions of pages that are read, under their names in the format. */
public enum PageCodec {
  /** Uncompressed. */
  UNCOMPRESSED,
  /** RFC 1952. */
  GZIP,
  /** Snappy without frames. */
  SNAPPY,
  /** Frames of RFC 8878. */
  ZSTD,
  /** One block of LZ4. */
  LZ4_RAW,
  /** The older form of LZ4: blocks with the sizes that Hadoop writes before them, or one block. */
  LZ4;

  /** The two sizes before a block of Hadoop. */
  private static final int HADOOP_HEADER = 2 * Integer.BYTES;

  /** {@return the compression of a name in the format, if it is read} */
  public static Optional<PageCodec> of(String name) {
    return Stream.of(values()).filter(codec -> codec.name().equals(name)).findFirst();
  }

  /**
   * {@return the bytes of a page}
   *
   * @param packed from its position to its limit
   * @param size that the header of the page promises
   * @throws IOException if they have another format or another size
   */
  public byte[] unpack(ByteBuffer packed, int size) throws IOException {
    if (size < 0) {
      throw new IOException("a page has %d bytes".formatted(size));
    }
    var bytes = new byte[packed.remaining()];
    packed.duplicate().get(bytes);
    var page =
        switch (this) {
          case UNCOMPRESSED -> bytes;
          case GZIP -> gzip(bytes, size);
          case SNAPPY -> block(BlockCodec.SNAPPY, bytes, size);
          case ZSTD -> block(BlockCodec.ZSTD, bytes, size);
          case LZ4_RAW -> block(BlockCodec.LZ4, bytes, size);
          case LZ4 ->
              isHadoop(bytes, size) ? hadoop(bytes, size) : block(BlockCodec.LZ4, bytes, size);
        };
    if (page.length != size) {
      throw new IOException(
          "a page compressed with %s has %d bytes, but its header declares %d"
              .formatted(this, page.length, size));
    }
    return page;
  }

  /** {@return at most one byte more than the size, so that memory grows with the actual bytes} */
  private static byte[] gzip(byte[] packed, int size) throws IOException {
    try (var in = new GZIPInputStream(new ByteArrayInputStream(packed))) {
      return in.readNBytes(Math.addExact(size, 1));
    }
  }

  private byte[] block(BlockCodec codec, byte[] packed, int size) throws IOException {
    var page = new byte[size];
    unpackInto(page, 0, size, codec, packed, 0, packed.length);
    return page;
  }

  private void unpackInto(
      byte[] page, int at, int size, BlockCodec codec, byte[] packed, int from, int length)
      throws IOException {
    int written;
    try {
      written = codec.unpack(packed, from, length, page, at, size);
    } catch (IOException e) {
      throw new IOException(
          "a page is not compressed with %s: %s".formatted(this, e.getMessage()), e);
    }
    if (written != size) {
      throw new IOException(
          "a page compressed with %s has %d bytes, but its header declares %d"
              .formatted(this, written, size));
    }
  }

  /** {@return whether the sizes before blocks lead to the end of both} */
  private static boolean isHadoop(byte[] packed, int size) {
    var rest = ByteBuffer.wrap(packed);
    long unpacked = 0;
    while (rest.remaining() >= HADOOP_HEADER) {
      int block = rest.getInt();
      int length = rest.getInt();
      if (block < 0 || length < 0 || length > rest.remaining()) {
        return false;
      }
      unpacked += block;
      rest.position(rest.position() + length);
    }
    return !rest.hasRemaining() && unpacked == size;
  }

  private byte[] hadoop(byte[] packed, int size) throws IOException {
    var page = new byte[size];
    var rest = ByteBuffer.wrap(packed);
    int at = 0;
    while (rest.hasRemaining()) {
      int block = rest.getInt();
      int length = rest.getInt();
      unpackInto(page, at, block, BlockCodec.LZ4, packed, rest.position(), length);
      at += block;
      rest.position(rest.position() + length);
    }
    return page;
  }
}
