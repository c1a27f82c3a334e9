package io.cambric.io.npy;

import io.cambric.array.DType;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The dtype of an npy file. An element consists of one or more units, such as the two floats of a
 * complex number. Units have the byte order of the file.
 *
 * @param name in NumPy
 * @param descr the text of the header, as NumPy writes it
 * @param dtype in Cambric; null for a dtype that passes through raw
 * @param unit dtype that stores the bits of a unit
 * @param units of an element, at least 1
 * @param bigEndian whether the first byte of a unit is the highest
 */
record NpyType(
    String name, String descr, @Nullable DType dtype, DType unit, int units, boolean bigEndian) {

  private static final int BITS = 8;

  /** Bytes of a character of NumPy's texts. */
  private static final int CHARACTER = 4;

  /** The maximum of digits in the length of a text element. */
  private static final int MAX_DIGITS = 8;

  private static final Pattern DESCR =
      Pattern.compile("([<>|=]?)([a-zA-Z?])([0-9]{0,%d})(\\[[^\\[\\]]*])?".formatted(MAX_DIGITS));

  private static final Pattern SIZED =
      Pattern.compile("(str|bytes|void)([0-9]{1,%d})".formatted(9));

  /** {@return the type of a header's text; empty if it is unsupported} */
  static Optional<NpyType> parse(String descr) {
    var matcher = DESCR.matcher(descr);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    int size = matcher.group(3).isEmpty() ? 0 : Integer.parseInt(matcher.group(3));
    return Optional.ofNullable(of(matcher, size)).map(type -> type.as(descr));
  }

  private static @Nullable NpyType of(Matcher descr, int size) {
    boolean big = descr.group(1).equals(">");
    var dated = descr.group(4);
    char kind = descr.group(2).charAt(0);
    if (kind == 'M' || kind == 'm') {
      var name = (kind == 'M' ? "datetime64" : "timedelta64") + (dated == null ? "" : dated);
      return size == Long.BYTES ? raw(name, DType.I64, 1, big) : null;
    }
    if (dated != null) {
      return null;
    }
    return switch (kind) {
      case '?' -> of(DType.BOOL, big);
      case 'b' -> size == 1 ? of(DType.BOOL, big) : null;
      case 'u' -> number(size, big, DType.U8, DType.U16, DType.U32, DType.U64);
      case 'i' -> number(size, big, DType.I8, DType.I16, DType.I32, DType.I64);
      case 'f' -> number(size, big, null, DType.F16, DType.F32, DType.F64);
      case 'c' ->
          switch (size) {
            case 2 * Float.BYTES -> raw("complex64", DType.I32, 2, big);
            case 2 * Double.BYTES -> raw("complex128", DType.I64, 2, big);
            default -> null;
          };
      case 'V' -> size == DType.BF16.bytes() ? of(DType.BF16, big) : sized("void", size, BITS);
      case 'S' -> sized("bytes", size, BITS);
      case 'U' ->
          size == 0 ? null : raw("str" + size * (long) CHARACTER * BITS, DType.I32, size, big);
      default -> null;
    };
  }

  private static @Nullable NpyType number(int size, boolean big, @Nullable DType... dtypes) {
    var dtype =
        Integer.bitCount(size) == 1 && size <= Long.BYTES
            ? dtypes[Integer.numberOfTrailingZeros(size)]
            : null;
    return dtype == null ? null : of(dtype, big);
  }

  private static @Nullable NpyType sized(String name, int bytes, int bits) {
    return bytes == 0 ? null : raw(name + bytes * (long) bits, DType.U8, bytes, false);
  }

  private static NpyType of(DType dtype, boolean big) {
    return new NpyType(dtype.jaxName(), "", dtype, dtype, 1, big);
  }

  private static NpyType raw(String name, DType unit, int units, boolean big) {
    return new NpyType(name, "", null, unit, units, big);
  }

  private NpyType as(String descr) {
    return new NpyType(name, descr, dtype, unit, units, bigEndian);
  }

  /** {@return NumPy's text for a dtype, little-endian} */
  static String descr(DType dtype) {
    int bytes = dtype.bytes();
    return switch (dtype) {
      case BOOL -> "|b1";
      case U8 -> "|u1";
      case I8 -> "|i1";
      // NumPy has no name for the dtypes of the library ml_dtypes, and writes them as bare bytes.
      case BF16 -> "<V2";
      case U16, U32, U64 -> "<u" + bytes;
      case I16, I32, I64 -> "<i" + bytes;
      case F16, F32, F64 -> "<f" + bytes;
    };
  }

  /** {@return the text for the dtype of a raw array; empty if NumPy lacks the dtype} */
  static Optional<String> descr(String rawDtype) {
    var sized = SIZED.matcher(rawDtype);
    if (sized.matches()) {
      int bytes = Integer.parseInt(sized.group(2)) / BITS;
      return Optional.of(
          switch (sized.group(1)) {
            case "str" -> "<U" + bytes / CHARACTER;
            case "bytes" -> "|S" + bytes;
            default -> "|V" + bytes;
          });
    }
    if (rawDtype.startsWith("datetime64")) {
      return Optional.of("<M8" + rawDtype.substring("datetime64".length()));
    }
    if (rawDtype.startsWith("timedelta64")) {
      return Optional.of("<m8" + rawDtype.substring("timedelta64".length()));
    }
    if (rawDtype.startsWith("float8_")) {
      return Optional.of("<V1");
    }
    return switch (rawDtype) {
      case "complex64" -> Optional.of("<c8");
      case "complex128" -> Optional.of("<c16");
      case "int2", "uint2", "int4", "uint4" -> Optional.of("<V1");
      default -> Optional.empty();
    };
  }

  /** {@return the bytes of an element} */
  long bytes() {
    return (long) units * unit.bytes();
  }
}
