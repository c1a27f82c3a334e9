package io.cambric.data.image;

import io.cambric.array.Buffer;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.NdArray;
import io.cambric.core.ShapedArray;
import io.cambric.data.file.Contents;
import io.cambric.errors.DataException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;

/**
 * Files of the IDX format, in which MNIST and its kin come. Files that are packed with gzip are
 * recognised by their first bytes, whatever their name.
 *
 * {@snippet :
 * Array images = Idx.read(folder.resolve("train-images-idx3-ubyte.gz")); // u8[60000, 28, 28]
 * }
 *
 * @see <a href="https://yann.lecun.com/exdb/mnist/">the format</a>
 */
public final class Idx {

  /** The limit of a content where none is given, in bytes: two GiB less a few. */
  public static final long MAX_BYTES = Integer.MAX_VALUE - 8L;

  private static final String KIND = "an IDX file";
  private static final int MAGIC_BYTES = 4;

  private Idx() {}

  /**
   * {@return the array of a file, as {@link #read(Path, long)} with the limit {@link #MAX_BYTES}}
   */
  public static NdArray read(Path file) {
    return read(file, MAX_BYTES);
  }

  /**
   * {@return the array of a file: u8, i8, i16, i32, f32 or f64, of the shape that it names}
   *
   * @param limit the largest number of unpacked bytes, so that a small packed file cannot fill the
   *     memory
   * @throws DataException if the file cannot be read, is larger, or is no IDX file
   */
  public static NdArray read(Path file, long limit) {
    return parse(Contents.read(file, KIND, limit), file.toString());
  }

  /**
   * {@return the array of a content that is in memory}
   *
   * @param name of the content, for messages
   * @param limit the largest number of unpacked bytes
   * @throws DataException as {@link #read(Path, long)}
   */
  public static NdArray read(byte[] content, String name, long limit) {
    return parse(Contents.unpack(content, name, limit), name);
  }

  private static NdArray parse(byte[] content, String name) {
    if (content.length < MAGIC_BYTES) {
      throw new DataException(
          "File %s needs the four bytes at the start of an IDX file, but has %d bytes. Check that it is whole."
              .formatted(name, content.length));
    }
    // Big-endian, as the format is.
    var bytes = ByteBuffer.wrap(content);
    if (bytes.getShort() != 0) {
      throw new DataException(
          "File %s needs two zero bytes at its start, but begins with %s. Check that it is an IDX file."
              .formatted(name, hex(content)));
    }
    var dtype = dtype(bytes.get(), name);
    var shape = shape(bytes, Byte.toUnsignedInt(bytes.get()), dtype, name);
    var buffer = Buffer.allocate(dtype, shape.size());
    buffer.read(bytes, 0, shape.size());
    return NdArray.of(new ShapedArray(shape, dtype), buffer);
  }

  private static String hex(byte[] content) {
    var text = new StringBuilder();
    for (byte each : Arrays.copyOf(content, MAGIC_BYTES)) {
      text.append(text.isEmpty() ? "" : " ").append("%02x".formatted(each));
    }
    return text.toString().toLowerCase(Locale.ROOT);
  }

  private static DType dtype(byte code, String name) {
    return switch (code) {
      case 0x08 -> DType.U8;
      case 0x09 -> DType.I8;
      case 0x0b -> DType.I16;
      case 0x0c -> DType.I32;
      case 0x0d -> DType.F32;
      case 0x0e -> DType.F64;
      default ->
          throw new DataException(
              "File %s needs a type code 08, 09, 0b, 0c, 0d or 0e in its third byte, but has %02x. Check that it is an IDX file."
                  .formatted(name, code));
    };
  }

  /** Checks the sizes against the bytes that are there, before anything is allocated. */
  private static Shape shape(ByteBuffer bytes, int rank, DType dtype, String name) {
    if (rank == 0 || bytes.remaining() < (long) rank * Integer.BYTES) {
      throw new DataException(
          "File %s needs at least one dimension and four bytes for each, but names %d and has %d bytes behind that. Check that it is whole."
              .formatted(name, rank, bytes.remaining()));
    }
    var sizes = new long[rank];
    for (int i = 0; i < rank; i++) {
      sizes[i] = Integer.toUnsignedLong(bytes.getInt());
    }
    boolean empty = Arrays.stream(sizes).anyMatch(size -> size == 0);
    long elements = empty ? 0 : 1;
    for (long size : sizes) {
      // A dimension beyond an int is refused even next to one of zero.
      boolean tooLarge = size > Shape.MAX_SIZE || elements > bytes.remaining();
      elements = tooLarge ? Long.MAX_VALUE : elements * size;
      if (tooLarge) {
        break;
      }
    }
    if (elements > bytes.remaining() || elements * dtype.bytes() != bytes.remaining()) {
      throw new DataException(
          "File %s needs the elements %s%s behind its header, but has %d bytes there. Check that it is whole."
              .formatted(name, dtype, Arrays.toString(sizes), bytes.remaining()));
    }
    return Shape.of(Arrays.stream(sizes).mapToInt(Math::toIntExact).toArray());
  }
}
