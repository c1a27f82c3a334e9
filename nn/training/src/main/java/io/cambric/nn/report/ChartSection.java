package io.cambric.nn.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The curves of a report: one picture for all names with the same ending, and a table of numbers.
 */
final class ChartSection {

  private final Map<String, Recording> scalars;

  ChartSection(Map<String, Recording> scalars) {
    this.scalars = scalars;
  }

  void addTo(Sections page) {
    if (!scalars.isEmpty()) {
      page.add("Curves", this::addCurves);
      page.add("Metrics", this::addTable);
    }
  }

  private void addCurves(Html html) {
    html.raw("<div class=\"grid\">\n");
    charts()
        .forEach(
            (title, series) -> ChartCard.addWithChoice(html, LineChart.of(title, "step", series)));
    html.raw("</div>\n");
  }

  private Map<String, List<Series>> charts() {
    var charts = new LinkedHashMap<String, List<Series>>();
    scalars.forEach((name, values) ->
        charts.computeIfAbsent(title(name), _ -> new ArrayList<>()).add(values.toSeries(name)));
    return charts;
  }

  /**
   * {@return the title of the picture for a name: {@code loss} for {@code train/loss} and {@code
   * eval/loss}, {@code recall} for {@code recall/0} and {@code recall/1}}
   */
  static String title(String name) {
    int slash = name.lastIndexOf('/');
    if (slash <= 0 || slash == name.length() - 1) {
      return name;
    }
    var last = name.substring(slash + 1);
    return last.chars().allMatch(Character::isDigit) ? name.substring(0, slash) : last;
  }

  private void addTable(Html html) {
    html.raw(
        """
        <div class="card"><div class="scroll">
        <table class="metrics">
        <thead><tr><th scope="col">Name</th><th scope="col" class="number">Last</th>
        <th scope="col" class="number">At step</th><th scope="col" class="number">Lowest</th>
        <th scope="col" class="number">At step</th><th scope="col" class="number">Highest</th>
        <th scope="col" class="number">At step</th></tr></thead>
        <tbody>
        """);
    scalars.forEach((name, values) -> addRow(html, name, values));
    html.raw("</tbody>\n</table>\n</div></div>\n");
  }

  private static void addRow(Html html, String name, Recording values) {
    html.add("<tr><th scope=\"row\">%s</th>", name);
    for (var point : List.of(values.last(), values.lowest(), values.highest())) {
      html.add(
          "<td class=\"number\">%s</td><td class=\"number step\">%d</td>",
          NumberText.of(point.value()), point.step());
    }
    html.raw("</tr>\n");
  }
}
