package io.cambric.nn.report;

import java.util.List;

/**
 * The parts of a chart of lines, one below the other: title, names, texts of marks, and the frame.
 *
 * @param chart what is drawn
 * @param names in the colours of the curves; without rows in a page that shows the names already
 * @param left end of the frame
 */
record LineDrawing(LineChart chart, NameRows names, int left) {

  private static final int WIDTH = 640;

  /** From the upper end of the frame to the lower end of the picture. */
  private static final int HEIGHT = 284;

  private static final int TITLE = 36;
  private static final int ROW = 16;
  private static final int LEFT = 58;
  private static final int RIGHT = 14;
  private static final int BOTTOM = 42;
  private static final int X_TICKS = 8;
  private static final int Y_TICKS = 5;
  private static final double MARGIN = 0.06;

  /** Texts of neighbouring marks are in different rows. */
  private static final int MARK_ROWS = 2;

  /** More points than this would overlap; they appear only under the mouse. */
  private static final int MAX_DOTS = 40;

  /**
   * {@return the drawing of a chart}
   *
   * @param hasNames whether the names of the curves are above the frame
   */
  static Drawing of(LineChart chart, boolean hasNames) {
    var names = hasNames ? chart.series().stream().map(Series::name).toList() : List.<String>of();
    int left = LEFT + (chart.yLabel().isEmpty() ? 0 : ROW);
    return new LineDrawing(chart, NameRows.of(names, left, WIDTH - RIGHT), left).draw();
  }

  private Drawing draw() {
    var svg = new Html();
    svg.add("<text class=\"title\" x=\"%d\" y=\"20\">%s</text>\n", left, chart.title());
    names.addTo(svg, TITLE);
    var x = xScale();
    var y = yScale();
    axes(svg, x, y);
    marks(svg, x);
    for (int i = 0; i < chart.series().size(); i++) {
      curve(svg, i, x, y);
    }
    return new Drawing(WIDTH, top() + HEIGHT, description(), svg);
  }

  private String description() {
    return "%s over %s: %s"
        .formatted(
            chart.title(),
            chart.xLabel(),
            String.join(", ", chart.series().stream().map(Series::name).toList()));
  }

  private int top() {
    return TITLE + ROW * (names.count() + Math.min(MARK_ROWS, chart.marks().size()));
  }

  private int bottom() {
    return top() + HEIGHT - BOTTOM;
  }

  private AxisScale xScale() {
    var scale = LinearScale.between(chart.x().min().orElse(0), chart.x().max().orElse(1), X_TICKS);
    return chart.x().allMatch(NumberText::isWhole) ? scale.whole() : scale;
  }

  private AxisScale yScale() {
    double low = chart.y().min().orElse(0);
    double high = chart.y().max().orElse(1);
    if (chart.logarithmic() && chart.canBeLogarithmic()) {
      return LogScale.around(low, high);
    }
    return LinearScale.around(low, high, Y_TICKS);
  }

  private double px(AxisScale scale, double x) {
    double inner = MARGIN / 4 + scale.at(x) * (1 - MARGIN / 2);
    return left + inner * (WIDTH - left - RIGHT);
  }

  private double py(AxisScale scale, double y) {
    return top() + (1 - scale.at(y)) * (bottom() - top());
  }

  private void axes(Html svg, AxisScale x, AxisScale y) {
    svg.raw("<g class=\"axes\" aria-hidden=\"true\">\n");
    int right = WIDTH - RIGHT;
    for (var tick : y.ticks()) {
      double at = py(y, tick.value());
      svg.add("<line x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\"/>", left, right, at, at)
          .add("<text class=\"y\" x=\"%d\" y=\"%.1f\">%s</text>\n", left - 8, at + 4, tick.label());
    }
    for (var tick : x.ticks()) {
      double at = px(x, tick.value());
      svg.add(
              "<line class=\"mark\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%d\" y2=\"%d\"/>",
              at, at, bottom(), bottom() + 5)
          .add(
              "<text class=\"x\" x=\"%.1f\" y=\"%d\">%s</text>\n", at, bottom() + 18, tick.label());
    }
    svg.add(
            "<line class=\"base\" x1=\"%d\" x2=\"%d\" y1=\"%d\" y2=\"%d\"/>",
            left, right, bottom(), bottom())
        .add(
            "<text class=\"x\" x=\"%d\" y=\"%d\">%s</text>\n",
            (left + right) / 2, bottom() + BOTTOM - 6, chart.xLabel());
    if (!chart.yLabel().isEmpty()) {
      svg.add(
          "<text class=\"x\" transform=\"translate(14 %d) rotate(-90)\">%s</text>\n",
          (top() + bottom()) / 2, chart.yLabel());
    }
    svg.raw("</g>\n");
  }

  private void marks(Html svg, AxisScale x) {
    svg.raw("<g class=\"marks\">\n");
    for (int i = 0; i < chart.marks().size(); i++) {
      var mark = chart.marks().get(i);
      double at = px(x, mark.x());
      int row = top() - ROW * (i % Math.min(MARK_ROWS, chart.marks().size()));
      // Texts run from their line towards the middle of the picture.
      svg.add(
              "<line x1=\"%.1f\" x2=\"%.1f\" y1=\"%d\" y2=\"%d\"/>",
              at, at, row - ROW + 4, bottom())
          .add(
              "<text class=\"%s\" x=\"%.1f\" y=\"%d\">%s</text>\n",
              at < WIDTH / 2.0 ? "after" : "before",
              at < WIDTH / 2.0 ? at + 4 : at - 4,
              row - 5,
              mark.text());
    }
    svg.raw("</g>\n");
  }

  private void curve(Html svg, int index, AxisScale x, AxisScale y) {
    var one = chart.series().get(index);
    svg.add("<g class=\"%s\">\n", Style.ofSeries(index));
    boolean hasDots = one.drawn().size() <= MAX_DOTS;
    for (var piece : one.pieces()) {
      svg.raw("<path d=\"");
      for (int i = 0; i < piece.size(); i++) {
        var point = piece.get(i);
        svg.add("%s%.1f %.1f", i == 0 ? "M" : "L", px(x, point.x()), py(y, point.y()));
      }
      svg.raw("\"/>\n");
      for (var point : piece) {
        svg.raw(hasDots ? "<circle" : "<circle class=\"hidden\"")
            .add(
                " cx=\"%.1f\" cy=\"%.1f\" r=\"%d\"><title>%s\n%s %s: %s</title></circle>\n",
                px(x, point.x()),
                py(y, point.y()),
                hasDots ? 3 : 5,
                one.name(),
                chart.xLabel(),
                NumberText.place(point.x()),
                NumberText.of(point.y()));
      }
    }
    svg.raw("</g>\n");
  }
}
