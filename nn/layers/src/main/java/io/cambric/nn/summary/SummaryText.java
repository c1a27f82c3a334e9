package io.cambric.nn.summary;

import io.cambric.scope.Params;
import io.cambric.tree.TreeDef;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;

/** The text of a {@link Summary}: the cells of its table. */
final class SummaryText {

  private SummaryText() {}

  static SummaryTable table(Summary summary) {
    var collections = new TreeSet<>(summary.variables().names());
    var header = new ArrayList<>(List.of("path", "module", "inputs", "outputs"));
    if (summary.hasCosts()) {
      header.addAll(List.of("flops", "vjp_flops"));
    }
    int label = header.size() - 1;
    header.addAll(collections);
    var totals = new LinkedHashMap<String, Summary.Amount>();
    var cells = new ArrayList<List<String>>();
    for (var row : summary.rows()) {
      row.amounts().forEach((name, amount) -> totals.merge(name, amount, Summary.Amount::plus));
      cells.add(cells(summary, row, collections));
    }
    var footer = new ArrayList<String>();
    for (int i = 0; i <= label; i++) {
      footer.add(i == label ? "Total" : "");
    }
    var nothing = new Summary.Amount(0, 0);
    for (var collection : collections) {
      footer.add(amount(totals.getOrDefault(collection, nothing)));
    }
    var all = totals.values().stream().reduce(nothing, Summary.Amount::plus);
    return new SummaryTable(
        summary.title() + " Summary",
        header,
        cells,
        footer,
        label,
        "Total Parameters: " + amount(all));
  }

  private static List<String> cells(Summary summary, Summary.Row row, Iterable<String> columns) {
    var call = row.call();
    var cells = new ArrayList<String>();
    cells.add(String.join("/", call.path()));
    cells.add(
        call.method().equals("call")
            ? call.module()
            : "%s (%s)".formatted(call.module(), call.method()));
    cells.add(TreeText.ofArguments(call.inputs()));
    boolean isVoid = call.output().structure() instanceof TreeDef.Absent;
    cells.add(isVoid ? "" : TreeText.of(call.output()));
    if (summary.hasCosts()) {
      cells.add(row.costs().map(costs -> Long.toString(costs.forward().flops())).orElse(""));
      cells.add(row.costs().map(costs -> Long.toString(costs.vjp().flops())).orElse(""));
    }
    for (var column : columns) {
      var own = row.variables().getOrDefault(column, Params.empty());
      var amount = row.amounts().get(column);
      cells.add(
          (own.isEmpty() ? "" : TreeText.of(own) + "\n\n")
              + (amount == null ? "" : amount(amount)));
    }
    return cells;
  }

  /** {@return a number of elements with their bytes, as in {@code 19,658 (78.6 KB)}} */
  static String amount(Summary.Amount amount) {
    return String.format(Locale.ROOT, "%,d (%s)", amount.elements(), size(amount.bytes()));
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
}
