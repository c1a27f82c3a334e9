package io.cambric.core;

import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Locale;

/** Prints the components of an operation's record as the parameters of an equation. */
final class ParamsText {

  private ParamsText() {}

  static String of(Record record) {
    var parts = new ArrayList<String>();
    for (RecordComponent component : record.getClass().getRecordComponents()) {
      try {
        var accessor = component.getAccessor();
        accessor.setAccessible(true);
        var value = accessor.invoke(record);
        if (value instanceof Jaxpr jaxpr) {
          parts.add(
              snakeCase(component.getName())
                  + "={"
                  + jaxpr.toText().indent(2).stripTrailing()
                  + "}");
        } else {
          parts.add(snakeCase(component.getName()) + "=" + value);
        }
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException("An operation's component cannot be read: " + component, e);
      }
    }
    return String.join(" ", parts);
  }

  private static String snakeCase(String name) {
    return name.replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT);
  }
}
