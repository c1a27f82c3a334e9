package io.cambric.io.safetensors.format;

import io.cambric.array.DType;
import io.cambric.errors.DataException;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.TokenStreamFactory;
import tools.jackson.core.json.JsonFactory;

/** The safetensors format, for reader and writer: names of dtypes, and the limits. */
public final class SafeTensorsFormat {

  /** The key of the header under which free text stands instead of an array. */
  public static final String METADATA = "__metadata__";

  /** A header may have this many bytes, as in the reference implementation. */
  public static final int MAX_HEADER_BYTES = 100_000_000;

  /** Elements are copied in pieces of this number of bytes. */
  public static final int CHUNK_BYTES = 1 << 20;

  /** Elements of the format have their lowest byte first. */
  public static final ByteOrder ORDER = ByteOrder.LITTLE_ENDIAN;

  /** More elements than any array has. */
  static final long UNCOUNTABLE = -1;

  /** Values in one another may be this deep, as in the reference implementation. */
  private static final int MAX_DEPTH = 128;

  /**
   * Refuses a name that comes twice, as it would hide an array. Names are as long as headers; they
   * are not looked up in a table of symbols, whose hashes a file could make collide.
   */
  public static final JsonFactory JSON =
      JsonFactory.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .disable(TokenStreamFactory.Feature.CANONICALIZE_PROPERTY_NAMES)
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(MAX_DEPTH)
                  .maxNameLength(MAX_HEADER_BYTES)
                  .maxStringLength(MAX_HEADER_BYTES)
                  .build())
          .build();

  private SafeTensorsFormat() {}

  static Optional<DType> dtype(String name) {
    return switch (name) {
      case "BOOL" -> Optional.of(DType.BOOL);
      case "U8" -> Optional.of(DType.U8);
      case "U16" -> Optional.of(DType.U16);
      case "U32" -> Optional.of(DType.U32);
      case "U64" -> Optional.of(DType.U64);
      case "I8" -> Optional.of(DType.I8);
      case "I16" -> Optional.of(DType.I16);
      case "I32" -> Optional.of(DType.I32);
      case "I64" -> Optional.of(DType.I64);
      case "BF16" -> Optional.of(DType.BF16);
      case "F16" -> Optional.of(DType.F16);
      case "F32" -> Optional.of(DType.F32);
      case "F64" -> Optional.of(DType.F64);
      default -> Optional.empty();
    };
  }

  static String name(DType dtype) {
    return dtype.name();
  }

  /** {@return whether a text can be written in UTF-8: surrogates only in pairs} */
  static boolean isUnicode(String text) {
    return StandardCharsets.UTF_8.newEncoder().canEncode(text);
  }

  /**
   * {@return the product of sizes, unsigned; {@link #UNCOUNTABLE} if it has more than 64 bits at
   * any size from the first to the last}
   *
   * <p>The reference implementation refuses the latter, also where a later size is 0.
   */
  static long elements(int[] dims) {
    long elements = 1;
    for (int dim : dims) {
      if (Math.unsignedMultiplyHigh(elements, dim) != 0) {
        return UNCOUNTABLE;
      }
      elements *= dim;
    }
    return elements;
  }

  /** {@return the report of a file that is no sound safetensors file} */
  public static DataException malformed(String file, String what) {
    return new DataException(
        "%s is not a sound safetensors file: %s. Fetch or write it again.".formatted(file, what));
  }
}
