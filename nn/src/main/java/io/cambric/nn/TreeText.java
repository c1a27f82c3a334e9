package io.cambric.nn;

import io.cambric.core.Array;
import io.cambric.core.ShapedArray;
import io.cambric.module.Module;
import io.cambric.scope.Params;
import io.cambric.scope.Partitioned;
import io.cambric.scope.Variables;
import io.cambric.tree.TreeDef;
import io.cambric.tree.Trees;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Prints trees of arrays in the block style of YAML, arrays as their dtypes and shapes. */
final class TreeText {

  private TreeText() {}

  static String of(@Nullable Object tree) {
    return switch (tree) {
      case null -> "null";
      case Array array -> aval(array.aval());
      case ShapedArray aval -> aval(aval);
      case Partitioned box -> of(box.value()) + " P(" + joined(box.names()) + ")";
      case Module<?> module -> module.getClass().getSimpleName();
      case Params params -> named(new TreeMap<>(params.entries()));
      case Variables variables -> named(new TreeMap<>(variables.collections()));
      case Map<?, ?> map -> named(sorted(map));
      case List<?> list -> list.stream().map(TreeText::item).collect(Collectors.joining("\n"));
      default -> other(tree);
    };
  }

  private static String joined(List<@Nullable String> names) {
    return names.stream().map(String::valueOf).collect(Collectors.joining(", "));
  }

  private static Map<String, @Nullable Object> sorted(Map<?, ?> map) {
    var sorted = new TreeMap<String, @Nullable Object>();
    map.forEach((name, value) -> sorted.put(String.valueOf(name), value));
    return sorted;
  }

  private static String item(@Nullable Object value) {
    return "- " + of(value).replace("\n", "\n  ");
  }

  private static String named(Map<String, ? extends @Nullable Object> values) {
    var lines = new ArrayList<String>();
    values.forEach((name, value) -> {
      var text = of(value);
      boolean block = text.contains("\n") || text.startsWith("- ");
      var indented = value instanceof List ? text : text.indent(2).stripTrailing();
      lines.add(name + ":" + (block ? "\n" + indented : text.isEmpty() ? "" : " " + text));
    });
    return String.join("\n", lines);
  }

  /** Records and other nodes by the names of their children; what is no node as it is. */
  private static String other(Object tree) {
    var flat = Trees.flatten(tree);
    if (!(flat.structure() instanceof TreeDef.Node node)) {
      return String.valueOf(tree);
    }
    var children = new LinkedHashMap<String, @Nullable Object>();
    int at = 0;
    for (int i = 0; i < node.children().size(); i++) {
      var child = node.children().get(i);
      var leaves = flat.leaves().subList(at, at + child.leafCount());
      children.put(node.type().childName(i), child.unflatten(leaves));
      at += child.leafCount();
    }
    return named(children);
  }

  private static String aval(ShapedArray aval) {
    var dims = new ArrayList<String>();
    for (int dim : aval.shape().toArray()) {
      dims.add(Integer.toString(dim));
    }
    return aval.dtype().jaxName() + "[" + String.join(",", dims) + "]";
  }
}
