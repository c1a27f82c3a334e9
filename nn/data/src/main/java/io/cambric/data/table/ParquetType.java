package io.cambric.data.table;

import dev.hardwood.metadata.LogicalType;
import dev.hardwood.metadata.LogicalType.DateType;
import dev.hardwood.metadata.LogicalType.DecimalType;
import dev.hardwood.metadata.LogicalType.EnumType;
import dev.hardwood.metadata.LogicalType.Float16Type;
import dev.hardwood.metadata.LogicalType.IntType;
import dev.hardwood.metadata.LogicalType.JsonType;
import dev.hardwood.metadata.LogicalType.StringType;
import dev.hardwood.metadata.LogicalType.TimeType;
import dev.hardwood.metadata.LogicalType.TimeUnit;
import dev.hardwood.metadata.LogicalType.TimestampType;
import dev.hardwood.metadata.LogicalType.UuidType;
import dev.hardwood.metadata.PhysicalType;
import dev.hardwood.schema.ColumnSchema;
import io.cambric.array.DType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The type of the values of a flat column.
 *
 * @param physical how they are stored
 * @param logical their meaning; null if the file does not name it
 * @param length of a value in bytes, if it is fixed
 * @see <a
 *     href="https://github.com/apache/parquet-format/blob/master/LogicalTypes.md">LogicalTypes.md
 *     of the format</a>
 */
record ParquetType(PhysicalType physical, @Nullable LogicalType logical, int length) {

  /** More digits than a decimal of any writer has; larger ones would only cost time. */
  private static final int MAX_PRECISION = 1000;

  private static final int UUID_BYTES = 16;

  static ParquetType of(ColumnSchema column) {
    return new ParquetType(
        column.type(), column.logicalType(), Objects.requireNonNullElse(column.typeLength(), 0));
  }

  /** {@return the class of its values; null if there is none in Java, or the types contradict} */
  @Nullable Class<?> values() {
    return switch (logical) {
      case null -> physicalValues();
      case IntType type -> integers(type);
      case DecimalType type -> isDecimal(type) ? BigDecimal.class : null;
      case DateType _ -> when(PhysicalType.INT32, LocalDate.class);
      case TimeType type ->
          when(
              type.unit() == TimeUnit.MILLIS ? PhysicalType.INT32 : PhysicalType.INT64,
              LocalTime.class);
      case TimestampType type ->
          when(PhysicalType.INT64, type.isAdjustedToUTC() ? Instant.class : LocalDateTime.class);
      case StringType _, JsonType _, EnumType _ -> when(PhysicalType.BYTE_ARRAY, String.class);
      case UuidType _ -> isFixed(UUID_BYTES) ? UUID.class : null;
      case Float16Type _ -> isFixed(Short.BYTES) ? Float.class : null;
      default -> null;
    };
  }

  /** {@return the dtype of an array of its values; null if there is none} */
  @Nullable DType dtype() {
    if (values() == null) {
      return null;
    }
    return switch (logical) {
      case null ->
          switch (physical) {
            case BOOLEAN -> DType.BOOL;
            case INT32 -> DType.I32;
            case INT64 -> DType.I64;
            case FLOAT -> DType.F32;
            case DOUBLE -> DType.F64;
            default -> null;
          };
      case IntType(int bits, boolean isSigned) ->
          switch (bits) {
            case 8 -> isSigned ? DType.I8 : DType.U8;
            case 16 -> isSigned ? DType.I16 : DType.U16;
            case 32 -> isSigned ? DType.I32 : DType.U32;
            default -> isSigned ? DType.I64 : DType.U64;
          };
      case DecimalType _ -> DType.F64;
      case Float16Type _ -> DType.F16;
      default -> null;
    };
  }

  private @Nullable Class<?> physicalValues() {
    return switch (physical) {
      case BOOLEAN -> Boolean.class;
      case INT32, INT64 -> Long.class;
      case FLOAT -> Float.class;
      case DOUBLE -> Double.class;
      case INT96 -> LocalDateTime.class;
      case BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY -> null;
    };
  }

  private @Nullable Class<?> integers(IntType type) {
    if (type.bitWidth() < Long.SIZE) {
      return when(PhysicalType.INT32, Long.class);
    }
    return when(PhysicalType.INT64, type.isSigned() ? Long.class : BigInteger.class);
  }

  private boolean isDecimal(DecimalType type) {
    boolean isStored =
        switch (physical) {
          case INT32, INT64, BYTE_ARRAY -> true;
          case FIXED_LEN_BYTE_ARRAY -> length > 0 && length <= MAX_PRECISION;
          default -> false;
        };
    return isStored && type.precision() <= MAX_PRECISION && type.scale() <= type.precision();
  }

  private boolean isFixed(int bytes) {
    return physical == PhysicalType.FIXED_LEN_BYTE_ARRAY && length == bytes;
  }

  private @Nullable Class<?> when(PhysicalType needed, Class<?> values) {
    return physical == needed ? values : null;
  }

  /** {@return whether it is the type without a definition, which specifies no time zone} */
  boolean isInt96() {
    return physical == PhysicalType.INT96;
  }

  /** {@return the name in messages: the logical type, with the physical one if they contradict} */
  @Override
  public String toString() {
    if (logical == null) {
      return physical.name();
    }
    return values() == null ? logical + " in " + physical : logical.toString();
  }
}
