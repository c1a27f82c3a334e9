package io.cambric.data.table;

import dev.hardwood.internal.reader.Page;
import dev.hardwood.internal.reader.Page.BooleanPage;
import dev.hardwood.internal.reader.Page.ByteArrayPage;
import dev.hardwood.internal.reader.Page.DoublePage;
import dev.hardwood.internal.reader.Page.FloatPage;
import dev.hardwood.internal.reader.Page.IntPage;
import dev.hardwood.internal.reader.Page.LongPage;
import dev.hardwood.metadata.LogicalType.DateType;
import dev.hardwood.metadata.LogicalType.DecimalType;
import dev.hardwood.metadata.LogicalType.Float16Type;
import dev.hardwood.metadata.LogicalType.IntType;
import dev.hardwood.metadata.LogicalType.TimeType;
import dev.hardwood.metadata.LogicalType.TimeUnit;
import dev.hardwood.metadata.LogicalType.TimestampType;
import dev.hardwood.metadata.LogicalType.UuidType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Objects;
import java.util.UUID;

/** Converts the stored values of a column to their logical values. */
final class ParquetValues {

  private static final long NANOS_OF_A_DAY = LocalTime.MAX.toNanoOfDay() + 1;

  /** The Julian day of 1970-01-01. */
  private static final long JULIAN_EPOCH = 2_440_588;

  private static final int BITS_OF_THREE_DIGITS = 10;

  private ParquetValues() {}

  /**
   * {@return a value of the class that {@link ParquetType#values} names}
   *
   * @throws DateTimeException if it is outside of a day or of the calendar
   * @throws ArithmeticException if a number has more digits or bits than its type
   * @throws CharacterCodingException if a text is not UTF-8
   */
  static Object of(Page page, ParquetType type, int i) throws CharacterCodingException {
    return switch (page) {
      case BooleanPage truths -> truths.get(i);
      case FloatPage numbers -> numbers.get(i);
      case DoublePage numbers -> numbers.get(i);
      case IntPage numbers -> ofInteger(numbers.get(i), type);
      case LongPage numbers -> ofInteger(numbers.get(i), type);
      case ByteArrayPage values ->
          type.isInt96() ? int96(values.get(i)) : ofBytes(values.get(i), type);
    };
  }

  private static Object ofInteger(long stored, ParquetType type) {
    return switch (type.logical()) {
      case IntType integer -> integer(stored, integer);
      case DecimalType decimal -> decimal(BigInteger.valueOf(stored), decimal);
      case DateType _ -> LocalDate.ofEpochDay(stored);
      case TimeType time -> LocalTime.ofNanoOfDay(Math.multiplyExact(stored, nanos(time.unit())));
      case TimestampType time -> {
        var local = dateTime(stored, time.unit());
        yield time.isAdjustedToUTC() ? local.toInstant(ZoneOffset.UTC) : local;
      }
      case null, default -> stored;
    };
  }

  /** {@return an integer from its bits: a Long, or a BigInteger for unsigned 64 bits} */
  private static Number integer(long stored, IntType type) {
    int unused = Long.SIZE - type.bitWidth();
    if (type.isSigned()) {
      return requireSame(stored, stored << unused >> unused, type);
    }
    if (unused == 0) {
      var low = BigInteger.valueOf(stored & Long.MAX_VALUE);
      return stored < 0 ? low.setBit(Long.SIZE - 1) : low;
    }
    // 32 bits are read as signed.
    long unsigned = type.bitWidth() == Integer.SIZE ? Integer.toUnsignedLong((int) stored) : stored;
    return requireSame(unsigned, unsigned << unused >>> unused, type);
  }

  private static long requireSame(long stored, long kept, IntType type) {
    if (stored != kept) {
      throw new ArithmeticException("%d is no %s".formatted(stored, type));
    }
    return stored;
  }

  private static BigDecimal decimal(BigInteger unscaled, DecimalType type) {
    // Ten bits hold three digits, so that a value may have a few more digits than its type allows.
    if (unscaled.bitLength() > (type.precision() / 3 + 2) * BITS_OF_THREE_DIGITS) {
      throw new ArithmeticException(
          "a value of %d bits is no %s".formatted(unscaled.bitLength(), type));
    }
    return new BigDecimal(unscaled, type.scale());
  }

  private static long nanos(TimeUnit unit) {
    return switch (unit) {
      case MILLIS -> 1_000_000;
      case MICROS -> 1_000;
      case NANOS -> 1;
    };
  }

  private static LocalDateTime dateTime(long stored, TimeUnit unit) {
    long second = 1_000_000_000 / nanos(unit);
    return LocalDateTime.ofEpochSecond(
        Math.floorDiv(stored, second),
        (int) (Math.floorMod(stored, second) * nanos(unit)),
        ZoneOffset.UTC);
  }

  /** {@return a time as nanoseconds of a day and the number of the day, little-endian} */
  private static LocalDateTime int96(byte[] bytes) {
    var stored = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    long nanos = stored.getLong();
    if (nanos < 0 || nanos >= NANOS_OF_A_DAY) {
      throw new DateTimeException("%d nanoseconds are outside of a day".formatted(nanos));
    }
    return LocalDate.ofEpochDay(stored.getInt() - JULIAN_EPOCH)
        .atStartOfDay()
        .plus(nanos, ChronoUnit.NANOS);
  }

  /** {@return the bits of a floating number of 16 bits} */
  private static short half(byte[] bytes) {
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getShort();
  }

  private static Object ofBytes(byte[] bytes, ParquetType type) throws CharacterCodingException {
    return switch (Objects.requireNonNull(type.logical())) {
      case DecimalType decimal -> decimal(new BigInteger(bytes), decimal);
      case UuidType _ -> {
        var stored = ByteBuffer.wrap(bytes);
        yield new UUID(stored.getLong(), stored.getLong());
      }
      case Float16Type _ -> Float.float16ToFloat(half(bytes));
      default -> StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    };
  }
}
