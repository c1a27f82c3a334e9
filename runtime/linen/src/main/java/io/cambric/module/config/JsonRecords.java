package io.cambric.module.config;

import io.cambric.errors.CambricException;
import io.cambric.errors.DataException;
import java.lang.reflect.AccessibleObject;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Components of records, read and put together by reflection. */
final class JsonRecords {

  private JsonRecords() {}

  static @Nullable Object get(Record record, RecordComponent component) {
    var accessor = component.getAccessor();
    open(record.getClass(), accessor);
    try {
      return accessor.invoke(record);
    } catch (IllegalAccessException e) {
      throw closed(record.getClass(), e);
    } catch (InvocationTargetException e) {
      throw refused(record.getClass(), Objects.requireNonNullElse(e.getCause(), e));
    }
  }

  static Object make(Class<?> type, List<? extends @Nullable Object> values) {
    var types =
        Stream.of(type.getRecordComponents())
            .map(RecordComponent::getType)
            .toArray(Class<?>[]::new);
    try {
      var constructor = type.getDeclaredConstructor(types);
      open(type, constructor);
      return constructor.newInstance(values.toArray());
    } catch (IllegalAccessException e) {
      throw closed(type, e);
    } catch (InvocationTargetException e) {
      throw refused(type, Objects.requireNonNullElse(e.getCause(), e));
    } catch (NoSuchMethodException | InstantiationException e) {
      throw new IllegalStateException("record " + type, e);
    }
  }

  private static void open(Class<?> type, AccessibleObject member) {
    try {
      member.setAccessible(true);
    } catch (InaccessibleObjectException e) {
      throw closed(type, e);
    }
  }

  private static DataException closed(Class<?> type, Exception cause) {
    return new DataException(
        "JSON cannot access the components of record %s. Open its package to io.cambric.linen, or export it and make the record public."
            .formatted(type.getName()),
        cause);
  }

  private static DataException refused(Class<?> type, Throwable cause) {
    return new DataException(
        "%s rejects its components: %s Change them."
            .formatted(
                JsonNames.name(type),
                cause instanceof CambricException ? cause.getMessage() : cause + "."),
        cause);
  }
}
