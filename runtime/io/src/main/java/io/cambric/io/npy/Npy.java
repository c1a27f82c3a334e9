package io.cambric.io.npy;

import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.errors.DataException;
import io.cambric.file.AtomicFile;
import io.cambric.file.support.InputFile;
import io.cambric.io.RawArray;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.ReadableByteChannel;
import java.nio.file.Path;

/**
 * Files of one array, in the format of {@code numpy.save} and {@code numpy.load}.
 *
 * <p>Arrays of both orders of axes and of bytes are read, and come row-major. A file with bf16
 * elements has the form that the library {@code ml_dtypes} writes. NumPy sees elements of two bare
 * bytes, and {@code load(file).view(ml_dtypes.bfloat16)} restores their dtype.
 *
 * <p>Arrays of objects are refused, since they are pickles, which can run code. A damaged or
 * hostile file is refused before memory is allocated for missing elements.
 *
 * {@snippet :
 * Npy.write(Path.of("kernel.npy"), kernel);
 * NdArray kernel = Npy.read(Path.of("kernel.npy"));
 * }
 *
 * @see <a
 *     href="https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html">numpy.lib.format</a>
 */
public final class Npy {

  private static final String KIND = "an npy file";

  private Npy() {}

  /**
   * {@return the array of a file}
   *
   * @throws DataException if the file is missing, is no regular file or no sound npy file, or has a
   *     dtype that Cambric does not compute with
   * @throws io.cambric.errors.HeapExhaustedException if the heap has no room for the array
   */
  public static NdArray read(Path file) {
    return array(file.toString(), readAny(file));
  }

  /**
   * {@return the array of the bytes of a file, copied}
   *
   * @throws DataException as {@link #read(Path)}
   */
  public static NdArray read(byte[] bytes) {
    return array(place(bytes), readAny(bytes));
  }

  /**
   * {@return the array of a file: an {@link NdArray}, or a {@link RawArray} for complex numbers,
   * dates, text and bare bytes, with which Cambric does not compute}
   *
   * @throws DataException if the file is missing, is no regular file or no sound npy file, or has
   *     another dtype
   * @throws io.cambric.errors.HeapExhaustedException if the heap has no room for the array
   */
  public static Object readAny(Path file) {
    return InputFile.read(
        file, KIND, channel -> new NpyReader(file.toString(), channel, channel.size()).read());
  }

  /**
   * {@return the array of the bytes of a file, as {@link #readAny(Path)}}
   *
   * @throws DataException as {@link #readAny(Path)}
   */
  public static Object readAny(byte[] bytes) {
    try {
      return read(place(bytes), Channels.newChannel(new ByteArrayInputStream(bytes)), bytes.length);
    } catch (IOException e) {
      throw new AssertionError("bytes in memory", e);
    }
  }

  private static Object read(String place, ReadableByteChannel channel, long available)
      throws IOException {
    return new NpyReader(place, channel, available).read();
  }

  private static String place(byte[] bytes) {
    return "Input of %d bytes".formatted(bytes.length);
  }

  static NdArray array(String place, Object read) {
    if (read instanceof NdArray array) {
      return array;
    }
    throw new DataException(
        "%s has an array %s, but Cambric does not compute with its dtype. Read it raw with readAny or getAny, or convert it to another dtype."
            .formatted(place, read));
  }

  /**
   * Writes an array to a file, which is unchanged or complete afterwards.
   *
   * @throws DataException if the file cannot be written
   */
  public static void write(Path file, Array array) {
    write(file, NpyWriter.of("The array for " + file, array));
  }

  /**
   * Writes a raw array to a file, which is unchanged or complete afterwards.
   *
   * @throws DataException if the file cannot be written, or NumPy lacks the dtype
   */
  public static void write(Path file, RawArray array) {
    write(file, NpyWriter.of("The array for " + file, array));
  }

  private static void write(Path file, NpyWriter writer) {
    try {
      AtomicFile.write(file, writer::write);
    } catch (IOException e) {
      throw new DataException(
          "File %s cannot be written: %s. Check that its folder exists and has free space."
              .formatted(file, e),
          e);
    }
  }
}
