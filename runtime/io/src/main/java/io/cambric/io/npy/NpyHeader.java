package io.cambric.io.npy;

import io.cambric.array.Shape;
import io.cambric.errors.DataException;
import io.cambric.errors.ShapeException;
import io.cambric.file.support.Quoted;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * The header of an npy file: magic bytes, a version, and a dictionary in the notation of Python.
 *
 * @param fortranOrder whether the first axis varies fastest
 * @see <a
 *     href="https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html">numpy.lib.format</a>
 */
record NpyHeader(NpyType type, boolean fortranOrder, Shape shape) {

  /** {@code 0x93} and the name of the library. */
  static final byte[] MAGIC = {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y'};

  /** By default, NumPy refuses longer headers. */
  static final int MAX_BYTES = 10_000;

  /** The maximum of axes in NumPy. */
  static final int MAX_RANK = 64;

  private static final String DESCR = "descr";
  private static final String FORTRAN_ORDER = "fortran_order";
  private static final String SHAPE = "shape";
  private static final Set<String> KEYS = Set.of(DESCR, FORTRAN_ORDER, SHAPE);

  /** {@return the number of bytes for the header length in a version; 0 for an unknown version} */
  static int lengthBytes(int major, int minor) {
    if (minor != 0) {
      return 0;
    }
    return switch (major) {
      case 1 -> Short.BYTES;
      case 2, 3 -> Integer.BYTES;
      default -> 0;
    };
  }

  /** {@return the encoding of the header text in a version} */
  static Charset charset(int major) {
    return major < 3 ? StandardCharsets.ISO_8859_1 : StandardCharsets.UTF_8;
  }

  /**
   * {@return the header in a text}
   *
   * @param file its name in messages
   * @throws DataException if NumPy would refuse it, or the dtype is unsupported
   */
  static NpyHeader parse(String file, String text) {
    var entries = dictionary(file, text);
    if (!entries.keySet().equals(KEYS)) {
      throw malformed(
          file,
          "its header needs the keys descr, fortran_order and shape, but has %s"
              .formatted(Quoted.of(entries.keySet())));
    }
    if (!(entries.get(FORTRAN_ORDER) instanceof Boolean fortranOrder)) {
      throw malformed(file, "its fortran_order is neither True nor False");
    }
    if (!(entries.get(SHAPE) instanceof List<?> dims)) {
      throw malformed(file, "its shape is not a tuple of whole numbers");
    }
    var descr = Objects.requireNonNull(entries.get(DESCR));
    return new NpyHeader(type(file, descr), fortranOrder, shape(file, dims));
  }

  private static Map<String, Object> dictionary(String file, String text) {
    try {
      return new PythonLiteral(text).dictionary();
    } catch (IllegalArgumentException e) {
      throw malformed(file, "its header is not a Python dictionary: " + e.getMessage(), e);
    }
  }

  private static NpyType type(String file, Object descr) {
    if (!(descr instanceof String text)) {
      throw new DataException(
          "%s has a structured array, because its descr is not a string. Save each field as a separate array."
              .formatted(file));
    }
    if (text.matches("[|<>=]?O[0-9]*")) {
      throw new DataException(
          "%s contains pickled Python objects, which Cambric never executes. Save the array with a numeric dtype."
              .formatted(file));
    }
    return NpyType.parse(text)
        .orElseThrow(() ->
            new DataException(
                "%s has an array of dtype %s, which Cambric cannot read. Convert it to bool, an integer or a floating dtype of at most 64 bits, and save it again."
                    .formatted(file, Quoted.of(text))));
  }

  private static Shape shape(String file, List<?> sizes) {
    if (sizes.size() > MAX_RANK) {
      throw malformed(
          file, "it has %d axes, more than the %d of NumPy".formatted(sizes.size(), MAX_RANK));
    }
    int[] dims = new int[sizes.size()];
    for (int i = 0; i < dims.length; i++) {
      long dim = (Long) sizes.get(i);
      if (dim < 0 || dim > Integer.MAX_VALUE) {
        throw malformed(
            file, "its shape has the size %d, which is outside 0 to 2^31 - 1".formatted(dim));
      }
      dims[i] = (int) dim;
    }
    try {
      return Shape.of(dims);
    } catch (ShapeException e) {
      throw malformed(file, "it has more elements than a Java array can hold", e);
    }
  }

  static DataException malformed(String file, String what) {
    return new DataException(message(file, what));
  }

  static DataException malformed(String file, String what, Exception cause) {
    return new DataException(message(file, what), cause);
  }

  private static String message(String file, String what) {
    return "%s is not a valid npy file: %s. Fetch or write it again.".formatted(file, what);
  }
}
