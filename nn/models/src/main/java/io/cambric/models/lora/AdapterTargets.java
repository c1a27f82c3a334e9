package io.cambric.models.lora;

import io.cambric.json.JsonValue;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Which layers a configuration chooses, by their names in the other library.
 *
 * @param config of the adapter
 */
record AdapterTargets(JsonValue config) {

  /** The number of a layer: the first number between dots. */
  private static final String ANY_LIST = ".*?\\.[^.]*\\.(\\d+)\\.";

  /**
   * Checks that the configuration chooses a layer that the file has factors of.
   *
   * @throws io.cambric.errors.DataException if it leaves the layer out
   */
  void require(String layer) {
    for (var option : List.of("exclude_modules", "target_modules", "layers_to_transform")) {
      var found = config.find(option);
      if (found.isPresent() && !chooses(option, found.get(), layer)) {
        throw found
            .get()
            .failure(
                "an option that selects the layer %s, because the file has its factors"
                    .formatted(layer),
                "Use configuration and arrays of the same adapter.");
      }
    }
  }

  private boolean chooses(String option, JsonValue value, String layer) {
    return switch (option) {
      case "exclude_modules" -> isEmpty(value) || !matches(value, layer);
      case "target_modules" ->
          value.isText() && value.text().equalsIgnoreCase("all-linear") || matches(value, layer);
      default -> isEmpty(value) || isWhole(layer) || numbers(value).contains(number(layer));
    };
  }

  private static boolean isEmpty(JsonValue value) {
    return value.isArray() ? value.elements().isEmpty() : value.isText() && value.text().isEmpty();
  }

  private static boolean matches(JsonValue value, String layer) {
    if (value.isText()) {
      return AdapterOptions.pattern(value.text(), value).matcher(layer).matches();
    }
    return value.elements().stream()
        .map(JsonValue::text)
        .anyMatch(name -> layer.equals(name) || layer.endsWith("." + name));
  }

  /** {@return whether the whole name of a layer is a target, which no layer number excludes} */
  private boolean isWhole(String layer) {
    return config
        .find("target_modules")
        .filter(JsonValue::isArray)
        .map(list -> list.elements().stream().anyMatch(name -> name.text().equals(layer)))
        .orElse(false);
  }

  private static List<Integer> numbers(JsonValue value) {
    return value.isArray()
        ? value.elements().stream().map(JsonValue::integer).toList()
        : List.of(value.integer());
  }

  /** {@return the number of the layer that a name is in; -1 if it is in none} */
  private int number(String layer) {
    for (var pattern : lists()) {
      var matcher = pattern.matcher(layer);
      if (matcher.lookingAt()) {
        return Integer.parseInt(matcher.group(1));
      }
    }
    return -1;
  }

  private List<Pattern> lists() {
    Optional<JsonValue> found = config.find("layers_pattern").filter(value -> !isEmpty(value));
    if (found.isEmpty()) {
      return List.of(Pattern.compile(ANY_LIST));
    }
    var value = found.get();
    var names = value.isArray() ? value.elements() : List.of(value);
    return names.stream()
        .map(name -> AdapterOptions.pattern("(?:^|.*?\\.)" + name.text() + "\\.(\\d+)\\.", name))
        .toList();
  }
}
