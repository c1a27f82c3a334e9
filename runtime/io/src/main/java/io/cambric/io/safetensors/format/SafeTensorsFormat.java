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

  /** The key of the header for free text instead of an array. */
  public static final String METADATA = "__metadata__";

  /** The maximum of bytes in a header, as in the reference implementation. */
  public static final int MAX_HEADER_BYTES = 100_000_000;

  /** The number of bytes in each piece when elements are copied. */
  public static final int CHUNK_BYTES = 1 << 20;

  /** Elements of the format have their lowest byte first. */
  public static final ByteOrder ORDER = ByteOrder.LITTLE_ENDIAN;

  /** The result for more elements than any array can have. */
  static final long UNCOUNTABLE = -1;

  /** The maximum depth of nested values, as in the reference implementation. */
  private static final int MAX_DEPTH = 128;

  /**
   * Refuses a repeated name, which would hide an array. Names may be as long as headers. They are
   * not looked up in a symbol table, since a file could force collisions of hashes.
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
   * {@return the product of sizes, unsigned; {@link #UNCOUNTABLE} if an intermediate product
   * exceeds 64 bits}
   *
   * <p>The reference implementation refuses such a product, even if a later size is 0.
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

  /** {@return the exception for a file that is not a sound safetensors file} */
  public static DataException malformed(String file, String what) {
    return new DataException(
        "%s is not a valid safetensors file: %s. Fetch or write it again.".formatted(file, what));
  }
}
