package io.cambric.data.record;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.Locale;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Texts as components of records; mutable, so that a number costs no other object.
 *
 * <p>Numbers have the form of {@link Decimal}, and booleans are true, false, 1 or 0. Dates and
 * times have the form of ISO 8601. Between a date and a time there may be a space, and a date alone
 * is the start of its day. Spaces around a value do not count. Enums have the names of their
 * constants.
 */
public final class TextValues {

  private final Decimal decimal = new Decimal();

  /** {@return a text as a component; null if it does not fit} */
  public @Nullable Object value(Class<?> component, String text) {
    var bytes = text.getBytes(StandardCharsets.UTF_8);
    return value(component, bytes, 0, bytes.length);
  }

  /** {@return a text in UTF-8 as a component; null if it does not fit} */
  public @Nullable Object value(Class<?> component, byte[] bytes, int from, int to) {
    if (component == float.class) {
      return isNumber(bytes, from, to, true) ? (Float) (float) decimal.value() : null;
    }
    if (component == double.class) {
      return isNumber(bytes, from, to, false) ? (Double) decimal.value() : null;
    }
    if (component.isPrimitive() && component != boolean.class) {
      return decimal.isInteger(bytes, from, to)
          ? ComponentValues.integer(decimal.integer(), component)
          : null;
    }
    var text = new String(bytes, from, to - from, StandardCharsets.UTF_8);
    if (component == String.class) {
      return text;
    }
    var bare = text.strip();
    if (component == boolean.class) {
      return truth(bare);
    }
    if (component.isEnum()) {
      return ComponentValues.constant(component, bare);
    }
    try {
      return object(component, bare);
    } catch (DateTimeException | IllegalArgumentException e) {
      return null;
    }
  }

  private boolean isNumber(byte[] bytes, int from, int to, boolean single) {
    return decimal.isNumber(bytes, from, to) && !decimal.isTooLarge(single);
  }

  private static @Nullable Boolean truth(String text) {
    boolean holds = text.equals("1") || text.equalsIgnoreCase("true");
    return holds || text.equals("0") || text.equalsIgnoreCase("false") ? holds : null;
  }

  private static Object object(Class<?> component, String text) {
    if (component == LocalDate.class) {
      return LocalDate.parse(text);
    }
    if (component == LocalTime.class) {
      return LocalTime.parse(text);
    }
    if (component == LocalDateTime.class) {
      return text.indexOf(':') < 0
          ? LocalDate.parse(text).atStartOfDay()
          : LocalDateTime.parse(joined(text));
    }
    if (component == Instant.class) {
      return OffsetDateTime.parse(joined(text)).toInstant();
    }
    if (component == BigDecimal.class) {
      return new BigDecimal(text);
    }
    var uuid = UUID.fromString(text);
    // Java reads shorter forms, too.
    if (!uuid.toString().equals(text.toLowerCase(Locale.ROOT))) {
      throw new IllegalArgumentException(text);
    }
    return uuid;
  }

  /** {@return a date and a time with the letter between them} */
  private static String joined(String text) {
    return text.replaceFirst("^([^ T]+) +", "$1T");
  }

  /** {@return the expected form of a text that does not fit, for messages} */
  public String needed(Class<?> component, String text) {
    var bytes = text.getBytes(StandardCharsets.UTF_8);
    if (component == float.class || component == double.class) {
      return decimal.isNumber(bytes, 0, bytes.length)
          ? ComponentValues.needed(component)
          : "a number";
    }
    if (component.isPrimitive() && component != boolean.class) {
      return decimal.isInteger(bytes, 0, bytes.length)
          ? ComponentValues.needed(component)
          : "an integer";
    }
    if (component == LocalDate.class) {
      return "a date such as 2026-01-31";
    }
    if (component == LocalTime.class) {
      return "a time such as 13:45:10.5";
    }
    if (component == LocalDateTime.class) {
      return "a date and time such as 2026-01-31T13:45:10.5";
    }
    if (component == Instant.class) {
      return "a date and time with an offset, such as 2026-01-31T13:45:10Z";
    }
    if (component == UUID.class) {
      return "a UUID such as 123e4567-e89b-12d3-a456-426614174000";
    }
    return ComponentValues.needed(component);
  }
}
