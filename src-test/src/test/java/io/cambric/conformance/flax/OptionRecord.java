package io.cambric.conformance.flax;

import io.cambric.conformance.library.Binder;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A record of options, such as {@code AttentionCall}: Java's counterpart of Python's named
 * arguments.
 */
final class OptionRecord {

  private OptionRecord() {}

  /**
   * {@return the record with these components, the others as in {@code none()}}
   *
   * @param named values by Java's names; empty if the type has no component for one
   */
  static Optional<Object> of(Class<?> type, Map<String, @Nullable Object> named) {
    if (!type.isRecord()) {
      return Optional.empty();
    }
    var components =
        Arrays.stream(type.getRecordComponents())
            .map(each -> each.getName())
            .collect(Collectors.toSet());
    if (!components.containsAll(named.keySet())) {
      return Optional.empty();
    }
    var options = call(type, "none", 0, null);
    for (var each : named.entrySet()) {
      var name = each.getKey();
      var wither = "with" + Character.toUpperCase(name.charAt(0)) + name.substring(1);
      options =
          options.flatMap(record -> call(type, wither, 1, new Wither(record, each.getValue())));
    }
    return options;
  }

  private record Wither(Object record, @Nullable Object value) {}

  private static Optional<Object> call(
      Class<?> type, String name, int parameters, @Nullable Wither wither) {
    return Arrays.stream(type.getMethods())
        .filter(each -> each.getName().equals(name) && each.getParameterCount() == parameters)
        .flatMap((Method each) -> {
          var made =
              wither == null
                  ? Binder.call(each, null, java.util.List.of())
                  : Binder.call(each, wither.record(), Collections.singletonList(wither.value()));
          return made.stream();
        })
        .findFirst();
  }
}
