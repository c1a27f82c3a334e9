package io.cambric.module;

import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The text of modules, as in Flax: attributes, then the submodules constructed so far. */
final class ModuleText {

  private static final String INDENT = "    ";

  private ModuleText() {}

  static String of(Module<?> module) {
    var text = new StringBuilder();
    var components = module.type().components();
    if (!components.isEmpty()) {
      text.append("# attributes\n");
      for (var component : components) {
        append(component.name(), component.get().apply(module.definition()), text);
      }
    }
    var binding = module.handle().binding();
    if (binding == null && module.handle().place() != null) {
      binding = module.handle().place().binding();
    }
    if (binding != null && !binding.children().isEmpty()) {
      text.append("# children\n");
      binding.children().forEach((name, child) -> append(name, child.module(), text));
    }
    return text.isEmpty()
        ? module.type() + "()"
        : module.type() + "(\n" + text.toString().indent(INDENT.length()) + ")";
  }

  private static void append(String name, @Nullable Object value, StringBuilder text) {
    text.append(name).append(" = ").append(valueText(value)).append('\n');
  }

  private static String valueText(@Nullable Object value) {
    return switch (value) {
      case null -> "null";
      case String string -> "\"" + string + "\"";
      case List<?> list ->
          list.stream().map(ModuleText::valueText).collect(Collectors.joining(", ", "[", "]"));
      default -> value.getClass().isHidden() ? "<function>" : value.toString();
    };
  }
}
