package io.cambric.core;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The components of an operation's record as the parameters of an equation. */
final class ParamsText {

  /** Compiled once: if the stack is nearly full, compilation fails with another exception. */
  private static final Pattern CAPITAL = Pattern.compile("[A-Z]");

  /** For each class of operations, whether they can hold programs; most cannot. */
  private static final ClassValue<Boolean> HOLDERS =
      new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
          return Arrays.stream(type.getMethods())
              .anyMatch(method ->
                  method.getReturnType() == Jaxpr.class
                      || method.getName().equals("programs")
                          && method.getDeclaringClass() != Primitive.class);
        }
      };

  private ParamsText() {}

  /** {@return whether an operation can hold programs} */
  static boolean canHoldPrograms(Primitive primitive) {
    return HOLDERS.get(primitive.getClass());
  }

  /** {@return the components that are not programs, as {@code name=value}} */
  static String of(Record record) {
    var parts = new ArrayList<String>();
    components(record)
        .forEach((name, value) -> {
          if (!(value instanceof Jaxpr)) {
            parts.add(name + "=" + text(value));
          }
        });
    return String.join(" ", parts);
  }

  /** {@return the components that are programs} */
  static Map<String, List<Jaxpr>> programs(Record record) {
    var programs = new LinkedHashMap<String, List<Jaxpr>>();
    components(record)
        .forEach((name, value) -> {
          if (value instanceof Jaxpr jaxpr) {
            programs.put(name, List.of(jaxpr));
          }
        });
    return programs;
  }

  /** {@return all components, by the names that listings have} */
  static Map<String, @Nullable Object> components(Record record) {
    var components = new LinkedHashMap<String, @Nullable Object>();
    for (RecordComponent component : record.getClass().getRecordComponents()) {
      try {
        var accessor = component.getAccessor();
        accessor.setAccessible(true);
        components.put(snakeCase(component.getName()), accessor.invoke(record));
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException("An operation's component cannot be read: " + component, e);
      }
    }
    return components;
  }

  /** {@return a value in the notation of Python} */
  private static @Nullable Object text(@Nullable Object value) {
    return switch (value) {
      case Axes axes -> axes.toTuple();
      case Shape shape -> Axes.of(shape.toArray()).toTuple();
      case DType dtype -> dtype.jaxName();
      case Boolean truth -> truth ? "True" : "False";
      case null -> "None";
      default -> value;
    };
  }

  private static String snakeCase(String name) {
    return CAPITAL.matcher(name).replaceAll("_$0").toLowerCase(Locale.ROOT);
  }
}
