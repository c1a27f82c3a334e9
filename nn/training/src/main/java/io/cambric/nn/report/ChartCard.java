package io.cambric.nn.report;

import java.util.List;

/** Charts of a page, each with the names of its curves below it. */
final class ChartCard {

  private ChartCard() {}

  /** Adds a chart unchanged. */
  static void add(Html html, Chart chart) {
    html.raw("<div class=\"card plot\">\n");
    switch (chart) {
      case LineChart lines -> {
        html.raw(lines.toElement());
        addLegend(html, lines.series());
      }
      case HeatMap map -> {
        var drawing = map.drawing();
        // A small matrix keeps the size of its texts.
        html.add("<div style=\"max-width:%dpx\">\n", drawing.width())
            .raw(drawing.inPage())
            .raw("</div>\n");
      }
    }
    html.raw("</div>\n");
  }

  /**
   * Adds a linear chart, which readers can make logarithmic if a logarithmic axis shows all
   * numbers.
   */
  static void addWithChoice(Html html, LineChart chart) {
    html.raw("<div class=\"card plot\">\n");
    if (chart.canBeLogarithmic()) {
      html.raw("<label><input type=\"checkbox\"> logarithmic</label>\n")
          .raw("<div class=\"log\">\n")
          .raw(chart.withLogarithmic(true).toElement())
          .raw("</div>\n");
    }
    html.raw("<div class=\"linear\">\n").raw(chart.toElement()).raw("</div>\n");
    addLegend(html, chart.series());
    html.raw("</div>\n");
  }

  private static void addLegend(Html html, List<Series> series) {
    html.raw("<ul class=\"legend\">\n");
    for (int i = 0; i < series.size(); i++) {
      html.add(
          "<li class=\"%s\"><svg viewBox=\"0 0 26 8\" aria-hidden=\"true\"><line x1=\"0\" x2=\"26\""
              + " y1=\"4\" y2=\"4\"/></svg><span>%s</span></li>\n",
          Style.ofSeries(i), series.get(i).name());
    }
    html.raw("</ul>\n");
  }
}
