package io.cambric.nn.report;

/** Charts of a page, each below its title and with the names of its curves. */
final class ChartCard {

  private ChartCard() {}

  /** Adds a chart unchanged. */
  static void add(Html html, Chart chart) {
    switch (chart) {
      case LineChart lines -> {
        var drawing = LineDrawing.of(lines);
        begin(html, lines, drawing.hasEndNames() ? " labelled" : "", "");
        html.raw(drawing.inPage());
        addLegend(html, lines);
      }
      case HeatMap map -> {
        var drawing = HeatDrawing.of(map, false);
        begin(html, map, "", "");
        // A small matrix keeps the size of its texts, and the page may be narrower.
        html.add(
                "<div class=\"scroll\"><div class=\"map\" style=\"--width:%dpx\">\n",
                drawing.width())
            .raw(drawing.inPage())
            .raw("</div></div>\n");
      }
    }
    html.raw("</div>\n");
  }

  /**
   * Adds a linear chart, which readers can make logarithmic if a logarithmic axis shows all
   * numbers.
   */
  static void addWithChoice(Html html, LineChart chart) {
    boolean hasChoice = chart.canBeLogarithmic();
    var drawing = LineDrawing.of(chart);
    begin(
        html,
        chart,
        drawing.hasEndNames() ? " labelled" : "",
        hasChoice ? "<label><input type=\"checkbox\"> logarithmic</label>\n" : "");
    if (hasChoice) {
      html.raw("<div class=\"log\">\n")
          .raw(LineDrawing.of(chart.withLogarithmic(true)).inPage())
          .raw("</div>\n");
    }
    html.raw("<div class=\"linear\">\n").raw(drawing.inPage()).raw("</div>\n");
    addLegend(html, chart);
    html.raw("</div>\n");
  }

  private static void begin(Html html, Chart chart, String classes, String choice) {
    html.add("<div class=\"card plot%s\">\n", classes)
        .add("<div class=\"head\"><h3>%s</h3>\n", chart.title())
        .raw(choice)
        .raw("</div>\n");
  }

  /** Adds the names of all curves, unless the only one has the name of the chart. */
  private static void addLegend(Html html, LineChart chart) {
    var series = chart.series();
    if (series.isEmpty()
        || (series.size() == 1 && series.getFirst().name().equals(chart.title()))) {
      return;
    }
    html.raw("<ul class=\"legend\">\n");
    for (int i = 0; i < series.size(); i++) {
      html.add(
          "<li class=\"%s\"><svg viewBox=\"0 0 20 8\" aria-hidden=\"true\"><line x1=\"0\" x2=\"20\""
              + " y1=\"4\" y2=\"4\"/></svg><span>%s</span></li>\n",
          Style.ofSeries(i), series.get(i).name());
    }
    html.raw("</ul>\n");
  }
}
