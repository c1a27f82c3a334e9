package io.cambric.scope;

import io.cambric.core.Array;
import java.util.List;
import java.util.Map;

/** The text of nested variables, one name a line, arrays as their avals. */
final class VariablesText {

  private VariablesText() {}

  static String of(Map<String, ?> entries) {
    var text = new StringBuilder("{");
    append(entries, "  ", text);
    return text.append(entries.isEmpty() ? "}" : "\n}").toString();
  }

  private static void append(Map<String, ?> entries, String indent, StringBuilder text) {
    entries.forEach((name, value) -> {
      text.append('\n').append(indent).append(name).append(": ");
      if (value instanceof Params params) {
        text.append('{');
        append(params.entries(), indent + "  ", text);
        text.append(params.isEmpty() ? "}" : "\n" + indent + "}");
      } else {
        text.append(leaf(value));
      }
    });
  }

  /** {@return a phrase that describes a leaf} */
  static String leafText(Object leaf) {
    return switch (leaf) {
      case Array array -> "the leaf " + array.aval();
      case List<?> list -> "a list of " + list.size();
      default -> "a leaf of type " + leaf.getClass().getSimpleName();
    };
  }

  private static Object leaf(Object value) {
    return switch (value) {
      case Array array -> array.aval();
      case List<?> list -> list.stream().map(VariablesText::leaf).toList();
      default -> value;
    };
  }
}
