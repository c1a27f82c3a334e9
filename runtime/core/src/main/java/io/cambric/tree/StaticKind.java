package io.cambric.tree;

import java.io.File;
import java.lang.invoke.MethodType;
import java.lang.reflect.Modifier;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.net.InetAddress;
import java.net.URI;
import java.net.URL;
import java.nio.ByteOrder;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.AbstractMap;
import java.util.Arrays;
import java.util.Currency;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The kind of a class with respect to static values. It decides which parts of an object must be
 * static, too.
 */
enum StaticKind {
  /** Objects of the class are immutable. */
  VALUE,
  /** The container is immutable; its elements must be static. */
  ELEMENTS,
  /** A record; its components must be static. */
  RECORD,
  /** Objects of the class are mutable, or compare by identity. */
  OTHER;

  private static final ClassValue<StaticKind> KINDS =
      new ClassValue<>() {
        @Override
        protected StaticKind computeValue(Class<?> type) {
          return find(type);
        }
      };

  private static final List<Class<?>> VALUES =
      List.of(
          Opaque.class,
          String.class,
          Boolean.class,
          Character.class,
          Byte.class,
          Short.class,
          Integer.class,
          Long.class,
          Float.class,
          Double.class,
          BigInteger.class,
          BigDecimal.class,
          MathContext.class,
          Enum.class,
          Class.class,
          MethodType.class,
          OptionalInt.class,
          OptionalLong.class,
          OptionalDouble.class,
          UUID.class,
          Locale.class,
          Currency.class,
          Charset.class,
          ByteOrder.class,
          HexFormat.class,
          Pattern.class,
          Runtime.Version.class,
          Path.class,
          File.class,
          URI.class,
          URL.class,
          InetAddress.class);

  /** The unmodifiable containers of {@code java.util}, which have no names in source code. */
  private static final List<String> CONTAINERS =
      List.of(
          Optional.class.getName(),
          AbstractMap.SimpleImmutableEntry.class.getName(),
          "java.util.KeyValueHolder",
          "java.util.ImmutableCollections$",
          "java.util.Collections$Unmodifiable",
          "java.util.Collections$Empty",
          "java.util.Collections$Singleton",
          "java.util.Collections$CopiesList");

  static StaticKind of(Class<?> type) {
    return KINDS.get(type);
  }

  private static StaticKind find(Class<?> type) {
    if (VALUES.stream().anyMatch(value -> value.isAssignableFrom(type))
        || type.getPackageName().startsWith("java.time")
        || isFunction(type)) {
      return VALUE;
    }
    if (type.isRecord()) {
      return RECORD;
    }
    return CONTAINERS.stream().anyMatch(type.getName()::startsWith) ? ELEMENTS : OTHER;
  }

  /**
   * {@return whether a class is a function} Lambda expressions have hidden classes; other functions
   * implement a functional interface.
   */
  private static boolean isFunction(Class<?> type) {
    boolean isJdkData = JdkClasses.contain(type) && Modifier.isPublic(type.getModifiers());
    return type.isHidden() || !type.isRecord() && !isJdkData && implementsFunction(type);
  }

  private static boolean implementsFunction(@Nullable Class<?> type) {
    return type != null
        && (type.isAnnotationPresent(FunctionalInterface.class)
            || Arrays.stream(type.getInterfaces()).anyMatch(StaticKind::implementsFunction)
            || implementsFunction(type.getSuperclass()));
  }
}
