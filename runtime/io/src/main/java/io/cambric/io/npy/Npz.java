package io.cambric.io.npy;

import io.cambric.core.NdArray;
import io.cambric.errors.DataException;
import io.cambric.file.support.UnpackLimit;
import io.cambric.io.RawArray;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Files of named arrays, in the format of {@code numpy.savez} and {@code numpy.load}: zip archives
 * of npy files.
 *
 * <p>Names may contain slashes. They are only keys; nothing is ever extracted to a folder.
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
   * {@return an open file, which reads arrays on demand}
   *
   * <p>Its compressed arrays together may unpack to 64 MiB, or to a hundred times the size of the
   * file if that is more. If they exceed that limit, none of them is read.
   *
   * @throws DataException if the file is missing, is no regular file or no sound zip archive, or
   *     has two members with the same name
   */
  public static NpzFile open(Path file) {
    return open(file, UnpackLimit.BY_SIZE);
  }

  /**
   * {@return an open file, with a given limit for compressed arrays}
   *
   * @param maxInflatedBytes the maximum of unpacked bytes of all compressed members together. Other
   *     members take no more than the size of the file
   * @throws DataException as {@link #open(Path)}
   */
  public static NpzFile open(Path file, long maxInflatedBytes) {
    return NpzFile.open(
        file, new UnpackLimit(maxInflatedBytes, "Npz.open(file, maxInflatedBytes)"));
  }

  /**
   * Writes named arrays to a file, which is unchanged or complete afterwards.
   *
   * @param arrays each an {@link io.cambric.core.Array} or a {@link RawArray}
   * @throws DataException if the file cannot be written, or an array or a name is unsupported
   */
  public static void write(Path file, Map<String, ?> arrays) {
    new NpzWriter(file, arrays, false).write();
  }

  /**
   * Writes named arrays to a file as {@link #write} does, but compressed, which takes longer.
   *
   * @param arrays each an {@link io.cambric.core.Array} or a {@link RawArray}
   * @throws DataException as {@link #write}
   */
  public static void writeCompressed(Path file, Map<String, ?> arrays) {
    new NpzWriter(file, arrays, true).write();
  }
}
