package io.cambric.nn;

import io.cambric.core.Array;
import io.cambric.core.ShapedArray;
import io.cambric.scope.Params;
import io.cambric.tree.Trees;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What stands in the cells of a {@link Summary}. */
final class SummaryText {

  private final Summary summary;

  SummaryText(Summary summary) {
    this.summary = summary;
  }

  String render() {
    var collections = new TreeSet<>(summary.variables().names());
    var header = new ArrayList<>(List.of("path", "module", "outputs"));
    header.addAll(collections);
    var rows = new ArrayList<List<String>>();
    for (var row : summary.rows()) {
      var call = row.call();
      var cells = new ArrayList<String>();
      cells.add(String.join("/", call.path()));
      cells.add(
          call.method().equals("call")
              ? call.module()
              : "%s (%s)".formatted(call.module(), call.method()));
      cells.add(value(call.output()));
      for (var collection : collections) {
        var own = row.variables().getOrDefault(collection, Params.empty());
        cells.add(own.isEmpty() ? "" : variables(own) + "\n\n" + total(own));
      }
      rows.add(cells);
    }
    var totals = new ArrayList<>(List.of("", "", "Total"));
    for (var collection : collections) {
      totals.add(total(summary.variables().collection(collection)));
    }
    return new TextTable(summary.title() + " Summary", header, rows, totals, caption()).render();
  }

  private String caption() {
    long bytes =
        summary.variables().collections().values().stream().mapToLong(SummaryText::bytes).sum();
    return "Total Parameters: " + amount(summary.size(), bytes);
  }

  private static String total(Params params) {
    return amount(params.elementCount(), bytes(params));
  }

  private static long bytes(Params params) {
    return Trees.leaves(params).stream()
        .mapToLong(
            leaf -> leaf instanceof Array array ? (long) array.size() * array.dtype().bytes() : 0)
        .sum();
  }

  /** {@return a number of elements with their bytes, as in {@code 19,658 (78.6 KB)}} */
  static String amount(long elements, long bytes) {
    return String.format(Locale.ROOT, "%,d (%s)", elements, size(bytes));
  }

  private static String size(long bytes) {
    if (bytes > 1e9) {
      return String.format(Locale.ROOT, "%,.1f GB", bytes / 1e9);
    }
    if (bytes > 1e6) {
      return String.format(Locale.ROOT, "%,.1f MB", bytes / 1e6);
    }
    return bytes > 1e3
        ? String.format(Locale.ROOT, "%,.1f KB", bytes / 1e3)
        : String.format(Locale.ROOT, "%,d B", bytes);
  }

  /** {@return one line for each name, sorted, nested ones indented} */
  private static String variables(Params params) {
    return new TreeMap<>(params.entries())
        .entrySet().stream()
            .map(entry ->
                entry.getValue() instanceof Params inner
                    ? entry.getKey() + ":\n" + variables(inner).indent(2).stripTrailing()
                    : entry.getKey() + ": " + value(entry.getValue()))
            .collect(Collectors.joining("\n"));
  }

  private static String value(@Nullable Object value) {
    return switch (value) {
      case null -> "";
      case Array array -> aval(array.aval());
      case ShapedArray aval -> aval(aval);
      case List<?> list ->
          list.stream().map(item -> "- " + value(item)).collect(Collectors.joining("\n"));
      default -> tree(value);
    };
  }

  private static String tree(Object tree) {
    var flat = Trees.flatten(tree);
    var paths = flat.structure().paths();
    var lines = new ArrayList<String>();
    for (int i = 0; i < paths.size(); i++) {
      var leaf = flat.leaves().get(i);
      lines.add(paths.get(i).isEmpty() ? leaf.toString() : paths.get(i) + ": " + value(leaf));
    }
    return String.join("\n", lines);
  }

  private static String aval(ShapedArray aval) {
    var dims = new ArrayList<String>();
    for (int dim : aval.shape().toArray()) {
      dims.add(Integer.toString(dim));
    }
    return aval.dtype().jaxName() + "[" + String.join(",", dims) + "]";
  }
}
