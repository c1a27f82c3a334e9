package io.cambric.data.record;

import io.cambric.file.support.Quoted;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Values of tables with types, as components of records.
 *
 * <p>A component has exactly the value of the table, or the read fails. Only floating components
 * round, to the nearest finite number.
 */
public final class ComponentValues {

  private static final Set<Class<?>> OBJECTS =
      Set.of(
          String.class,
          BigDecimal.class,
          LocalDate.class,
          LocalDateTime.class,
          LocalTime.class,
          Instant.class,
          UUID.class);

  private static final List<Class<?>> EXACT_NUMBERS =
      List.of(Long.class, BigInteger.class, BigDecimal.class);

  private ComponentValues() {}

  /** {@return whether components of a class can be read} */
  public static boolean isReadable(Class<?> component) {
    return (component.isPrimitive() && component != char.class)
        || component.isEnum()
        || OBJECTS.contains(component);
  }

  /**
   * {@return whether values of a class may fit a component}
   *
   * @param value Boolean, Long, BigInteger, Float, Double, BigDecimal, String, UUID, or a class of
   *     {@code java.time}
   */
  public static boolean takes(Class<?> component, Class<?> value) {
    if (component == String.class || component == value) {
      return true;
    }
    if (component.isEnum()) {
      return value == String.class;
    }
    if (component == boolean.class) {
      return value == Boolean.class || EXACT_NUMBERS.contains(value);
    }
    if (component.isPrimitive()) {
      return value == Boolean.class || Number.class.isAssignableFrom(value);
    }
    if (component == BigDecimal.class) {
      return Number.class.isAssignableFrom(value);
    }
    if (component == LocalDate.class) {
      return value == LocalDateTime.class;
    }
    return component == LocalDateTime.class && value == LocalDate.class;
  }

  /** {@return a value as a component; null if it does not fit} */
  public static @Nullable Object of(Object value, Class<?> component) {
    if (component == String.class) {
      return value instanceof BigDecimal decimal ? decimal.toPlainString() : value.toString();
    }
    if (component.isEnum()) {
      return value instanceof String name ? constant(component, name) : null;
    }
    if (component == boolean.class) {
      return truth(value);
    }
    if (component == float.class) {
      return asFloat(number(value));
    }
    if (component == double.class) {
      return asDouble(number(value));
    }
    if (component.isPrimitive()) {
      var whole = whole(number(value));
      return whole == null ? null : integer(whole, component);
    }
    return component == BigDecimal.class ? decimal(value) : time(value, component);
  }

  /** {@return the constant of a name; null if the component has none} */
  static @Nullable Object constant(Class<?> component, String name) {
    return Stream.of(component.getEnumConstants())
        .filter(constant -> ((Enum<?>) constant).name().equals(name))
        .findFirst()
        .orElse(null);
  }

  /** {@return an integer of 64 bits as a component of fewer; null if it does not fit} */
  static @Nullable Object integer(long number, Class<?> component) {
    if (component == long.class) {
      return number;
    }
    if (component == int.class) {
      return number == (int) number ? (Object) (int) number : null;
    }
    if (component == short.class) {
      return number == (short) number ? (Object) (short) number : null;
    }
    return number == (byte) number ? (Object) (byte) number : null;
  }

  /** {@return the nearest float; null if there is no number, or the nearest one is infinite} */
  private static @Nullable Float asFloat(@Nullable Number number) {
    if (number == null) {
      return null;
    }
    float nearest = number.floatValue();
    return Float.isInfinite(nearest) && !isInfinite(number) ? null : (Float) nearest;
  }

  private static @Nullable Double asDouble(@Nullable Number number) {
    if (number == null) {
      return null;
    }
    double nearest = number.doubleValue();
    return Double.isInfinite(nearest) && !isInfinite(number) ? null : (Double) nearest;
  }

  private static boolean isInfinite(Number number) {
    return (number instanceof Double || number instanceof Float)
        && Double.isInfinite(number.doubleValue());
  }

  private static @Nullable Number number(Object value) {
    return switch (value) {
      case Boolean holds -> holds ? 1L : 0L;
      case Number number -> number;
      default -> null;
    };
  }

  private static @Nullable Boolean truth(Object value) {
    if (value instanceof Boolean holds) {
      return holds;
    }
    var whole = EXACT_NUMBERS.contains(value.getClass()) ? whole((Number) value) : null;
    return whole != null && (whole == 0 || whole == 1) ? (Boolean) (whole == 1) : null;
  }

  private static @Nullable Long whole(@Nullable Number number) {
    return switch (number) {
      case null -> null;
      case Long whole -> whole;
      case BigInteger large -> large.bitLength() < Long.SIZE ? (Long) large.longValue() : null;
      case BigDecimal decimal -> whole(decimal);
      default -> {
        double value = number.doubleValue();
        // The bounds are exact; NaN is equal to nothing.
        boolean isWhole = value == Math.rint(value) && value >= -0x1p63 && value < 0x1p63;
        yield isWhole ? (Long) (long) value : null;
      }
    };
  }

  private static @Nullable Long whole(BigDecimal decimal) {
    try {
      return decimal.longValueExact();
    } catch (ArithmeticException e) {
      return null;
    }
  }

  private static @Nullable BigDecimal decimal(Object value) {
    return switch (value) {
      case BigDecimal decimal -> decimal;
      case Long whole -> BigDecimal.valueOf(whole);
      case BigInteger whole -> new BigDecimal(whole);
      case Double number when Double.isFinite(number) -> BigDecimal.valueOf(number);
      case Float number when Float.isFinite(number) -> new BigDecimal(number.toString());
      default -> null;
    };
  }

  private static @Nullable Object time(Object value, Class<?> component) {
    if (component.isInstance(value)) {
      return value;
    }
    if (component == LocalDateTime.class && value instanceof LocalDate date) {
      return date.atStartOfDay();
    }
    if (component == LocalDate.class && value instanceof LocalDateTime time) {
      return time.toLocalTime().equals(LocalTime.MIDNIGHT) ? time.toLocalDate() : null;
    }
    return component == Instant.class && value instanceof OffsetDateTime time
        ? time.toInstant()
        : null;
  }

  /** {@return the requirement on a component, for messages} */
  public static String needed(Class<?> component) {
    if (component == boolean.class) {
      return "true, false, 1 or 0";
    }
    if (component == float.class || component == double.class) {
      return "a number that fits " + component;
    }
    if (component.isPrimitive()) {
      return "an integer that fits " + component;
    }
    if (component.isEnum()) {
      return "one of "
          + Quoted.of(
              Stream.of(component.getEnumConstants())
                  .map(constant -> ((Enum<?>) constant).name())
                  .toList());
    }
    if (component == BigDecimal.class) {
      return "a finite number";
    }
    return "a value that fits " + component.getSimpleName();
  }
}
