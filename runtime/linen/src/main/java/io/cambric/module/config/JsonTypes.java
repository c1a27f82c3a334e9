package io.cambric.module.config;

import java.lang.invoke.MethodType;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Declared types, as far as they decide how a text is read. */
final class JsonTypes {

  /** The names that objects are known by. */
  static final List<String> TAGS =
      List.of(
          JsonWriter.MODULE,
          JsonWriter.RECORD,
          JsonWriter.ENUM,
          JsonWriter.VALUE,
          JsonArrays.ARRAY);

  private JsonTypes() {}

  static Class<?> raw(Type type) {
    return switch (type) {
      case Class<?> itself -> itself;
      case ParameterizedType parameterized -> raw(parameterized.getRawType());
      case TypeVariable<?> variable -> raw(variable.getBounds()[0]);
      case WildcardType wildcard -> raw(wildcard.getUpperBounds()[0]);
      case GenericArrayType _ -> Object[].class;
      default -> Object.class;
    };
  }

  /** {@return an argument of a list or a map; anything if it is not declared} */
  static Type argument(Type type, int index) {
    return type instanceof ParameterizedType parameterized
            && parameterized.getActualTypeArguments().length > index
        ? parameterized.getActualTypeArguments()[index]
        : Object.class;
  }

  /**
   * {@return the type of the elements of a list or the values of a map; one of numbers that are not
   * absent, if they are numbers}
   */
  static Type element(Type type, int index) {
    var element = argument(type, index);
    var raw = raw(element);
    return isFloating(raw) ? MethodType.methodType(raw).unwrap().returnType() : element;
  }

  /** {@return the class that a value is read by: a record's or an enum's, else anything} */
  static Class<?> ofValue(@Nullable Object value) {
    return switch (value) {
      case Record record -> record.getClass();
      case Enum<?> constant -> constant.getDeclaringClass();
      case null, default -> Object.class;
    };
  }

  /** {@return whether a component has a name of the form} */
  static boolean hasTag(RecordComponent[] components) {
    return Stream.of(components).map(RecordComponent::getName).anyMatch(TAGS::contains);
  }

  static boolean isFloating(Class<?> raw) {
    return raw == double.class || raw == Double.class || raw == float.class || raw == Float.class;
  }

  /** {@return the bits of whole numbers besides the sign; empty for another type} */
  static OptionalInt range(Class<?> raw) {
    return switch (raw.getName()) {
      case "byte", "java.lang.Byte" -> OptionalInt.of(Byte.SIZE - 1);
      case "short", "java.lang.Short" -> OptionalInt.of(Short.SIZE - 1);
      case "int", "java.lang.Integer" -> OptionalInt.of(Integer.SIZE - 1);
      case "long", "java.lang.Long" -> OptionalInt.of(Long.SIZE - 1);
      default -> OptionalInt.empty();
    };
  }

  static Object box(long value, Class<?> raw) {
    return switch (raw.getName()) {
      case "byte", "java.lang.Byte" -> (byte) value;
      case "short", "java.lang.Short" -> (short) value;
      case "int", "java.lang.Integer" -> (int) value;
      default -> value;
    };
  }

  static Class<?> boxed(Class<?> raw) {
    return MethodType.methodType(raw).wrap().returnType();
  }

  @SuppressWarnings("unchecked")
  static Map<String, @Nullable Object> object(Map<?, ?> object) {
    return (Map<String, @Nullable Object>) object;
  }
}
