package io.cambric.data.image;

import io.cambric.array.Buffer;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.HeapRoom;
import io.cambric.core.NdArray;
import io.cambric.core.ShapedArray;
import io.cambric.data.file.Contents;
import io.cambric.errors.DataException;
import io.cambric.file.support.UnpackLimit;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;

/**
 * Files of the IDX format of MNIST and similar data sets. Files packed with gzip are recognised by
 * their first bytes, not by their names.
 *
 * {@snippet :
 * Array images = Idx.read(folder.resolve("train-images-idx3-ubyte.gz")); // u8[60000, 28, 28]
 * }
 *
 * @see <a href="https://yann.lecun.com/exdb/mnist/">the format</a>
 */
public final class Idx {

  /** The largest content, in bytes: two GiB less a few. */
  public static final long MAX_BYTES = Contents.MAX_BYTES;

  private static final String KIND = "an IDX file";
  private static final String OPTION = "Idx.read(file, limit)";
  private static final int CHUNK_BYTES = 1 << 20;
  private static final int MAGIC_BYTES = 4;

  private Idx() {}

  /**
   * {@return the array of a file, as {@link #read(Path, long)}}
   *
   * <p>A packed file may unpack to 64 MiB, and to a hundred times its size.
   */
  public static NdArray read(Path file) {
    return read(file, UnpackLimit.BY_SIZE);
  }

  /**
   * {@return the array of a file: u8, i8, i16, i32, f32 or f64, of the shape in its header}
   *
   * @param limit the largest number of unpacked bytes, so that a small packed file cannot fill the
   *     memory
   * @throws DataException if the file cannot be read, is larger, or is no IDX file
   * @throws io.cambric.errors.HeapExhaustedException if the heap has no room for the array
   */
  public static NdArray read(Path file, long limit) {
    return Contents.read(
        file,
        KIND,
        new UnpackLimit(limit, OPTION),
        (content, most) -> parse(content, most, file.toString()));
  }

  /**
   * {@return the array of a content that is in memory}
   *
   * @param name of the content, for messages
   * @param limit the largest number of unpacked bytes
   * @throws DataException as {@link #read(Path, long)}
   */
  public static NdArray read(byte[] content, String name, long limit) {
    return Contents.read(
        content,
        name,
        new UnpackLimit(limit, "Idx.read(content, name, limit)"),
        (in, most) -> parse(in, most, name));
  }

  private static NdArray parse(InputStream in, long most, String name) throws IOException {
    var magic = in.readNBytes(MAGIC_BYTES);
    if (magic.length < MAGIC_BYTES) {
      throw new DataException(
          "File %s needs at least the first four bytes of an IDX file, but has %d bytes. Check that it is complete."
              .formatted(name, magic.length));
    }
    if (magic[0] != 0 || magic[1] != 0) {
      throw new DataException(
          "File %s needs two zero bytes at its start, but begins with %s. Check that it is an IDX file."
              .formatted(name, hex(magic)));
    }
    var dtype = dtype(magic[2], name);
    long[] sizes = sizes(in, Byte.toUnsignedInt(magic[3]), name);
    long behind = most - MAGIC_BYTES - (long) sizes.length * Integer.BYTES;
    if (!fits(sizes, dtype, behind)) {
      throw misfit(name, dtype, sizes, rest(in));
    }
    var shape = Shape.of(Arrays.stream(sizes).mapToInt(Math::toIntExact).toArray());
    // Not more than the bytes of the file can hold, even if the header promises more.
    var buffer = HeapRoom.allocate(new ShapedArray(shape, dtype));
    long read = fill(buffer, in);
    if (read < (long) shape.size() * dtype.bytes()) {
      throw misfit(name, dtype, sizes, read);
    }
    long more = rest(in);
    if (more > 0) {
      throw misfit(name, dtype, sizes, read + more);
    }
    return NdArray.of(new ShapedArray(shape, dtype), buffer);
  }

  /** {@return the number of bytes read} */
  private static long fill(Buffer buffer, InputStream in) throws IOException {
    int width = buffer.dtype().bytes();
    int some = CHUNK_BYTES / width;
    // The format is big-endian.
    var chunk = ByteBuffer.allocate(Math.min(some, buffer.length()) * width);
    for (int done = 0; done < buffer.length(); ) {
      int count = Math.min(some, buffer.length() - done);
      int read = in.readNBytes(chunk.array(), 0, count * width);
      if (read < count * width) {
        return (long) done * width + read;
      }
      buffer.read(chunk.clear(), done, count);
      done += count;
    }
    return (long) buffer.length() * width;
  }

  private static long rest(InputStream in) throws IOException {
    return in.transferTo(OutputStream.nullOutputStream());
  }

  private static String hex(byte[] content) {
    var text = new StringBuilder();
    for (byte each : content) {
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

  private static long[] sizes(InputStream in, int rank, String name) throws IOException {
    var bytes = ByteBuffer.wrap(in.readNBytes(rank * Integer.BYTES));
    if (rank == 0 || bytes.remaining() < rank * Integer.BYTES) {
      throw new DataException(
          "File %s needs at least one dimension and four bytes for each, but declares %d, followed by %d bytes. Check that it is complete."
              .formatted(name, rank, bytes.remaining() + rest(in)));
    }
    var sizes = new long[rank];
    for (int i = 0; i < rank; i++) {
      sizes[i] = Integer.toUnsignedLong(bytes.getInt());
    }
    return sizes;
  }

  /** {@return whether this number of bytes is possible, before anything is allocated} */
  private static boolean fits(long[] sizes, DType dtype, long bytes) {
    boolean empty = Arrays.stream(sizes).anyMatch(size -> size == 0);
    long elements = empty ? 0 : 1;
    for (long size : sizes) {
      // A dimension beyond an int is refused even if another one is zero.
      if (size > Shape.MAX_SIZE || elements > bytes) {
        return false;
      }
      elements *= size;
    }
    return elements <= bytes && elements * dtype.bytes() <= bytes;
  }

  private static DataException misfit(String name, DType dtype, long[] sizes, long came) {
    return new DataException(
        "File %s needs the elements %s%s after its header, but has %d bytes there. Check that it is complete."
            .formatted(name, dtype, Arrays.toString(sizes), came));
  }
}
