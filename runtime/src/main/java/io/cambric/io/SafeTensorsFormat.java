package io.cambric.io;

import io.cambric.array.DType;
import io.cambric.errors.DataException;
import java.util.Optional;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.json.JsonMapper;

/** What reader and writer of safetensors files share: names of dtypes, and the limits. */
final class SafeTensorsFormat {

  /** The key of the header under which free text stands instead of an array. */
  static final String METADATA = "__metadata__";

  /** A header may have this many bytes, as in the reference implementation. */
  static final int MAX_HEADER_BYTES = 100_000_000;

  /** Refuses a name that comes twice, as it would hide an array. */
  static final JsonMapper JSON =
      JsonMapper.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();

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

  static DataException malformed(String file, String what) {
    return new DataException(
        "%s is not a sound safetensors file: %s. Fetch or write it again.".formatted(file, what));
  }
}
