package io.cambric.data.record;

import io.cambric.errors.DataException;
import io.cambric.file.support.Quoted;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A record class whose components are columns of a table, by their names.
 *
 * @param <R> the record
 */
public final class RecordType<R extends Record> {

  private final Class<R> type;
  private final RecordComponent[] components;
  private final Constructor<R> constructor;

  /**
   * Looks at a record class.
   *
   * @throws DataException if it cannot be reached by reflection, or a component has an unsupported
   *     type
   */
  public RecordType(Class<R> type) {
    this.type = type;
    this.components = type.getRecordComponents();
    for (var component : components) {
      if (!ComponentValues.isReadable(component.getType())) {
        throw new DataException(
            "Component \"%s\" of record %s has the type %s, which a table cannot fill. Use numbers, booleans, String, enums, BigDecimal, UUID, LocalDate, LocalTime, LocalDateTime or Instant, and map the record."
                .formatted(component.getName(), type.getName(), component.getType().getName()));
      }
    }
    try {
      var types = Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
      this.constructor = type.getDeclaredConstructor(types);
      constructor.setAccessible(true);
    } catch (ReflectiveOperationException | RuntimeException e) {
      throw new DataException(
          "Records of %s cannot be created: %s. Open their package to io.cambric.data."
              .formatted(type.getName(), e),
          e);
    }
  }

  /** {@return the names of the components} */
  public List<String> names() {
    return Stream.of(components).map(RecordComponent::getName).toList();
  }

  /** {@return the type of a component} */
  public Class<?> type(int component) {
    return components[component].getType();
  }

  /** {@return the component of a missing value; null if its type has none} */
  public static @Nullable Object missing(Class<?> component) {
    if (component == float.class) {
      return Float.NaN;
    }
    return component == double.class ? (Object) Double.NaN : null;
  }

  /**
   * {@return for each component the index of the column of its name}
   *
   * @param table its name, for messages
   * @throws DataException if there is none, or more than one
   */
  public int[] places(List<String> columns, String table) {
    var places = new int[components.length];
    for (int i = 0; i < places.length; i++) {
      var name = components[i].getName();
      places[i] = place(columns, name, table);
    }
    return places;
  }

  /**
   * {@return the index of the column of a name}
   *
   * @throws DataException if there is none, or more than one
   */
  public static int place(List<String> columns, String name, String table) {
    int place = columns.indexOf(name);
    if (place < 0) {
      throw new DataException(
          "%s needs a column %s, but has %s. %s"
              .formatted(
                  table,
                  Quoted.of(name),
                  Quoted.of(columns),
                  mendOfHeader(columns, "Check the names in its header.")));
    }
    if (Collections.frequency(columns, name) > 1) {
      throw new DataException(
          "%s needs one column %s, but has %d. Rename all but one."
              .formatted(table, Quoted.of(name), Collections.frequency(columns, name)));
    }
    return place;
  }

  /**
   * {@return a sentence for a table that does not fit}
   *
   * @param otherwise the sentence, unless another delimiter joins all columns into one
   */
  public static String mendOfHeader(List<String> columns, String otherwise) {
    return columns.size() == 1 && columns.getFirst().contains(";")
        ? "Set the delimiter of the file, as in withDelimiter(';')."
        : otherwise;
  }

  /**
   * {@return a record of these values, which are of the types of the components}
   *
   * @param place gives the file and the row, for messages
   * @throws DataException if the constructor of the record refuses them
   */
  public R make(Object[] values, Supplier<String> place) {
    try {
      return constructor.newInstance(values);
    } catch (InvocationTargetException e) {
      throw new DataException(
          "%s needs values that %s accepts, but it rejected them: %s. Correct the row."
              .formatted(place.get(), type.getName(), e.getCause()),
          Objects.requireNonNullElse(e.getCause(), e));
    } catch (ReflectiveOperationException | IllegalArgumentException e) {
      throw new DataException(
          "%s needs values that fit the components of %s, but: %s. Check the column types."
              .formatted(place.get(), type.getName(), e),
          e);
    }
  }

  /** {@return the class} */
  @Override
  public String toString() {
    return "RecordType of " + type.getSimpleName();
  }
}
