package io.cambric.io.npy;

import io.cambric.core.NdArray;
import io.cambric.errors.DataException;
import io.cambric.file.support.UnpackLimit;
import io.cambric.io.RawArray;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Files of named arrays, as {@code numpy.savez} and {@code numpy.load} have them: zip archives of
 * npy files.
 *
 * <p>Names may have slashes. They are keys alone; nothing is ever extracted to a folder.
 *
 * {@snippet :
 * Npz.write(Path.of("arrays.npz"), Map.of("kernel", kernel, "bias", bias));
 * Map<String, NdArray> arrays = Npz.read(Path.of("arrays.npz"));
 * try (var file = Npz.open(Path.of("arrays.npz"))) {
 *   NdArray bias = file.get("bias");
 * }
 * }
 *
 * @see Npy
 * @see <a href="https://numpy.org/doc/stable/reference/generated/numpy.savez.html">numpy.savez</a>
 */
public final class Npz {

  private Npz() {}

  /**
   * {@return name to array, in the order of the file}
   *
   * @throws DataException if the file is missing, is no regular file or no sound npz file, or an
   *     array has a dtype that Cambric does not compute with
   * @throws io.cambric.errors.HeapExhaustedException if the heap has no room for an array
   */
  public static Map<String, NdArray> read(Path file) {
    try (var open = open(file)) {
      var arrays = new LinkedHashMap<String, NdArray>();
      for (var name : open.names()) {
        arrays.put(name, open.get(name));
      }
      return arrays;
    }
  }

  /**
   * {@return an open file, whose arrays are read when they are asked for}
   *
   * <p>Its compressed arrays may have 64 MiB together when they are unpacked, and a hundred times
   * the bytes of the file where that is more. Of a file that has more, none is read.
   *
   * @throws DataException if the file is missing, is no regular file or no sound zip archive, or
   *     has two members of one name
   */
  public static NpzFile open(Path file) {
    return open(file, UnpackLimit.BY_SIZE);
  }

  /**
   * {@return an open file, with a limit of one's own for arrays that are compressed}
   *
   * @param maxInflatedBytes the most bytes that all compressed members together may have when they
   *     are unpacked. Other members take no more than the file has
   * @throws DataException as {@link #open(Path)}
   */
  public static NpzFile open(Path file, long maxInflatedBytes) {
    return NpzFile.open(
        file, new UnpackLimit(maxInflatedBytes, "Npz.open(file, maxInflatedBytes)"));
  }

  /**
   * Writes named arrays to a file, which is afterwards either as before or complete.
   *
   * @param arrays each an {@link io.cambric.core.Array} or a {@link RawArray}
   * @throws DataException if the file cannot be written, or one of the arrays or names cannot be
   */
  public static void write(Path file, Map<String, ?> arrays) {
    new NpzWriter(file, arrays, false).write();
  }

  /**
   * Writes named arrays to a file as {@link #write} does, each compressed, which takes longer.
   *
   * @param arrays each an {@link io.cambric.core.Array} or a {@link RawArray}
   * @throws DataException as {@link #write}
   */
  public static void writeCompressed(Path file, Map<String, ?> arrays) {
    new NpzWriter(file, arrays, true).write();
  }
}
