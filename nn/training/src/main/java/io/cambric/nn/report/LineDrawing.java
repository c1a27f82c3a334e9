package io.cambric.nn.report;

import java.util.List;

/**
 * The parts of a chart of lines: a frame with axes, curves and marks, and names at the ends of the
 * curves. Places along the horizontal axis are percentages, so a page can stretch the frame without
 * its texts.
 *
 * @param chart what is drawn
 * @param x the horizontal axis
 * @param y the vertical axis
 * @param ends names next to the frame
 */
record LineDrawing(LineChart chart, AxisScale x, AxisScale y, EndNames ends) {

  /** The width of a file. */
  private static final int WIDTH = 640;

  /** The height of the frame. */
  private static final int HEIGHT = 220;

  private static final int TITLE = 36;
  private static final int ROW = 16;
  private static final int GAP = 8;
  private static final int BOTTOM = 42;
  private static final int X_TICKS = 8;
  private static final int Y_TICKS = 5;
  private static final double MARGIN = 0.03;
  private static final double PERCENT = 100;

  /** Texts of neighbouring marks are in different rows. */
  private static final int MARK_ROWS = 2;

  /** More points than this would overlap; they appear only under the mouse. */
  private static final int MAX_DOTS = 40;

  /** {@return the drawing of a chart} */
  static LineDrawing of(LineChart chart) {
    var y = yScale(chart);
    var ends = chart.series().stream().map(one -> end(one, y)).toList();
    return new LineDrawing(chart, xScale(chart), y, EndNames.of(chart.series(), ends, HEIGHT));
  }

  /** {@return the place of the end of a curve, or NaN if it has no points} */
  private static double end(Series series, AxisScale y) {
    var drawn = series.drawn();
    return drawn.isEmpty() ? Double.NaN : py(y, drawn.getLast().y());
  }

  /** {@return a picture of fixed size, with title and all names} */
  Drawing whole() {
    boolean hasRows = chart.series().size() > 1 && ends.isEmpty();
    var names = hasRows ? chart.series().stream().map(Series::name).toList() : List.<String>of();
    int left = left();
    int width = WIDTH - left - ends.width();
    var rows = NameRows.of(names, left, left + width);
    int top = TITLE + ROW * rows.count() + above();
    var svg = new Html();
    svg.add("<text class=\"title\" x=\"%d\" y=\"20\">%s</text>\n", left, chart.title());
    rows.addTo(svg, TITLE);
    svg.add(
            "<svg x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" overflow=\"visible\">\n",
            left, top, width, HEIGHT)
        .raw(frame(width).toString())
        .raw("</svg>\n");
    return new Drawing(WIDTH, top + HEIGHT + BOTTOM, description(), svg);
  }

  /** {@return the frame as an element of a page, as wide as its place there} */
  String inPage() {
    var places =
        new Html()
            .add("style=\"--left:%dpx;--right:%dpx;", left(), ends.width())
            .add("--top:%dpx;--height:%dpx\"", ROW + above(), HEIGHT);
    return Drawing.element(
        "chart lines", places, description(), frame(WIDTH - left() - ends.width()).toString());
  }

  /** {@return whether all names are at the ends of their curves} */
  boolean hasEndNames() {
    return !ends.isEmpty();
  }

  private String description() {
    return "%s over %s: %s"
        .formatted(
            chart.title(),
            chart.xLabel(),
            String.join(", ", chart.series().stream().map(Series::name).toList()));
  }

  /** {@return the room to the left of the frame} */
  private int left() {
    int widest = y.ticks().stream().mapToInt(tick -> Label.width(tick.label())).max().orElse(0);
    return widest + 2 * GAP + (chart.yLabel().isEmpty() ? 0 : ROW);
  }

  /** {@return the room above the frame} */
  private int above() {
    return ROW * Math.min(MARK_ROWS, chart.marks().size());
  }

  private static AxisScale xScale(LineChart chart) {
    var scale = LinearScale.between(chart.x().min().orElse(0), chart.x().max().orElse(1), X_TICKS);
    return chart.x().allMatch(NumberText::isWhole) ? scale.whole() : scale;
  }

  private static AxisScale yScale(LineChart chart) {
    double low = chart.y().min().orElse(0);
    double high = chart.y().max().orElse(1);
    if (chart.logarithmic() && chart.canBeLogarithmic()) {
      return LogScale.around(low, high);
    }
    return LinearScale.around(low, high, Y_TICKS);
  }

  /** {@return a place along the frame, from 0 to 1} */
  private double px(double number) {
    return MARGIN / 2 + x.at(number) * (1 - MARGIN);
  }

  private static double py(AxisScale scale, double number) {
    return (1 - scale.at(number)) * HEIGHT;
  }

  private Html frame(int width) {
    var svg = new Html();
    axes(svg);
    marks(svg);
    for (int i = 0; i < chart.series().size(); i++) {
      curve(svg, i, width);
    }
    ends.addTo(svg);
    return svg;
  }

  private void axes(Html svg) {
    svg.raw("<g class=\"axes\" aria-hidden=\"true\">\n");
    for (var tick : y.ticks()) {
      double at = py(y, tick.value());
      svg.add("<line x1=\"0\" x2=\"100%%\" y1=\"%.1f\" y2=\"%.1f\"/>", at, at)
          .add("<text class=\"y\" x=\"%d\" y=\"%.1f\">%s</text>\n", -GAP, at + 4, tick.label());
    }
    var ticks = x.ticks();
    for (int i = 0; i < ticks.size(); i++) {
      double at = PERCENT * px(ticks.get(i).value());
      svg.add("<line class=\"mark\" x1=\"%.2f%%\" x2=\"%.2f%%\"", at, at)
          .add(" y1=\"%d\" y2=\"%d\"/>", HEIGHT, HEIGHT + 5)
          .add(
              "<text class=\"%s\" x=\"%.2f%%\" y=\"%d\">%s</text>\n",
              i % 2 == 0 ? "x" : "x odd", at, HEIGHT + 19, ticks.get(i).label());
    }
    svg.add("<line class=\"base\" x1=\"0\" x2=\"100%%\" y1=\"%d\" y2=\"%d\"/>", HEIGHT, HEIGHT)
        .add(
            "<text class=\"x\" x=\"50%%\" y=\"%d\">%s</text>\n",
            HEIGHT + BOTTOM - 5, chart.xLabel());
    if (!chart.yLabel().isEmpty()) {
      svg.add(
          "<text class=\"x\" transform=\"translate(%d %d) rotate(-90)\">%s</text>\n",
          ROW - left(), HEIGHT / 2, chart.yLabel());
    }
    svg.raw("</g>\n");
  }

  private void marks(Html svg) {
    svg.raw("<g class=\"marks\">\n");
    for (int i = 0; i < chart.marks().size(); i++) {
      var mark = chart.marks().get(i);
      double at = PERCENT * px(mark.x());
      int row = -ROW * (i % Math.min(MARK_ROWS, chart.marks().size()));
      // Texts run from their line towards the middle of the picture.
      boolean isLeft = at < PERCENT / 2;
      svg.add("<line x1=\"%.2f%%\" x2=\"%.2f%%\" y1=\"%d\"", at, at, row - ROW + 4)
          .add(" y2=\"%d\"/>", HEIGHT)
          .add("<text class=\"%s\" x=\"%.2f%%\"", isLeft ? "after" : "before", at)
          .add(" dx=\"%d\" y=\"%d\">%s</text>\n", isLeft ? 4 : -4, row - 5, mark.text());
    }
    svg.raw("</g>\n");
  }

  private void curve(Html svg, int index, int width) {
    var one = chart.series().get(index);
    svg.add("<g class=\"%s\">\n", Style.ofSeries(index));
    var pieces = one.pieces();
    svg.add("<svg width=\"100%%\" height=\"%d\" viewBox=\"0 0 %d %d\"", HEIGHT, width, HEIGHT)
        .raw(" preserveAspectRatio=\"none\" overflow=\"visible\">\n");
    for (var piece : pieces) {
      svg.raw("<path d=\"");
      for (int i = 0; i < piece.size(); i++) {
        var point = piece.get(i);
        svg.add("%s%.1f %.1f", i == 0 ? "M" : "L", width * px(point.x()), py(y, point.y()));
      }
      svg.raw("\"/>\n");
    }
    svg.raw("</svg>\n");
    boolean hasDots = one.drawn().size() <= MAX_DOTS;
    pieces.forEach(piece -> piece.forEach(point -> dot(svg, one, point, hasDots)));
    svg.raw("</g>\n");
  }

  private void dot(Html svg, Series series, Series.Point point, boolean isShown) {
    svg.raw(isShown ? "<circle" : "<circle class=\"hidden\"")
        .add(
            " cx=\"%.2f%%\" cy=\"%.1f\" r=\"%d\"><title>%s\n%s %s: %s</title></circle>\n",
            PERCENT * px(point.x()),
            py(y, point.y()),
            isShown ? 3 : 5,
            series.name(),
            chart.xLabel(),
            NumberText.place(point.x()),
            NumberText.of(point.y()));
  }
}
