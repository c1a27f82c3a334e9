package io.cambric.nn.report;

import java.util.List;
import java.util.stream.DoubleStream;

/**
 * Curves over a count in one picture, as SVG. Points show their numbers under the mouse.
 *
 * @param title above, and for readers that cannot see the picture
 * @param xLabel what is counted
 * @param series at least one point in all, else an empty frame is drawn
 * @param logarithmic whether the vertical axis is; only where all numbers are above 0
 */
public record LineChart(String title, String xLabel, List<Series> series, boolean logarithmic) {

  private static final int WIDTH = 640;
  private static final int HEIGHT = 320;
  private static final int LEFT = 58;
  private static final int RIGHT = 14;
  private static final int TOP = 36;
  private static final int BOTTOM = 42;
  private static final int X_TICKS = 8;
  private static final int Y_TICKS = 5;
  private static final double MARGIN = 0.06;

  /** More points than this would lie on one another; they show under the mouse only. */
  private static final int MAX_DOTS = 40;

  /** Copies the series. */
  public LineChart {
    series = List.copyOf(series);
  }

  /** {@return whether a logarithmic axis has a place for all numbers, of which there are some} */
  boolean canBeLogarithmic() {
    return values().findAny().isPresent() && values().allMatch(value -> value >= LogScale.LEAST);
  }

  private DoubleStream values() {
    return series.stream().flatMap(each -> each.drawn().stream()).mapToDouble(Series.Point::value);
  }

  private DoubleStream steps() {
    return series.stream().flatMap(each -> each.drawn().stream()).mapToDouble(Series.Point::step);
  }

  /** {@return the picture as the text of an SVG file, for light and dark backgrounds} */
  public String toSvg() {
    var size = new Html().add("width=\"%d\" height=\"%d\"", WIDTH, HEIGHT);
    var head =
        new Html()
            .raw("<style>\n" + Style.chart() + "</style>\n")
            .raw("<rect class=\"ground\" width=\"100%\" height=\"100%\"/>\n");
    return svg(size.toString(), head.toString(), names());
  }

  /** {@return the names of several curves, in their colours} */
  private String names() {
    var names = new Html();
    for (int i = 0; i < series.size() && series.size() > 1; i++) {
      names.add(
          "<g class=\"%s\"><text class=\"name\" x=\"%d\" y=\"%d\">%s</text></g>\n",
          Style.ofSeries(i), WIDTH - RIGHT - 6, TOP + 16 * (i + 1), series.get(i).name());
    }
    return names.toString();
  }

  /** {@return the picture as an element of a page that has the style and the names} */
  String toElement() {
    return svg("", "", "");
  }

  private String svg(String size, String head, String names) {
    var svg = new Html();
    svg.raw("<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"chart\" role=\"img\" " + size)
        .add(" viewBox=\"0 0 %d %d\" aria-label=\"%s\">\n", WIDTH, HEIGHT, description())
        .raw(head)
        .add("<text class=\"title\" x=\"%d\" y=\"20\">%s</text>\n", LEFT, title);
    var x = xScale();
    var y = yScale();
    axes(svg, x, y);
    for (int i = 0; i < series.size(); i++) {
      curve(svg, i, x, y);
    }
    return svg.raw(names).raw("</svg>\n").toString();
  }

  private String description() {
    return "%s over %s: %s"
        .formatted(title, xLabel, String.join(", ", series.stream().map(Series::name).toList()));
  }

  private AxisScale xScale() {
    double low = steps().min().orElse(0);
    double high = steps().max().orElse(1);
    return LinearScale.between(low, high, X_TICKS).whole();
  }

  private AxisScale yScale() {
    double low = values().min().orElse(0);
    double high = values().max().orElse(1);
    if (logarithmic && canBeLogarithmic()) {
      return LogScale.around(low, high);
    }
    return LinearScale.around(low, high, Y_TICKS);
  }

  private static double px(AxisScale x, double step) {
    double inner = MARGIN / 4 + x.at(step) * (1 - MARGIN / 2);
    return LEFT + inner * (WIDTH - LEFT - RIGHT);
  }

  private static double py(AxisScale y, double value) {
    return TOP + (1 - y.at(value)) * (HEIGHT - TOP - BOTTOM);
  }

  private void axes(Html svg, AxisScale x, AxisScale y) {
    svg.raw("<g class=\"axes\" aria-hidden=\"true\">\n");
    for (var tick : y.ticks()) {
      double at = py(y, tick.value());
      svg.add("<line x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\"/>", LEFT, WIDTH - RIGHT, at, at)
          .add("<text class=\"y\" x=\"%d\" y=\"%.1f\">%s</text>\n", LEFT - 8, at + 4, tick.label());
    }
    int bottom = HEIGHT - BOTTOM;
    for (var tick : x.ticks()) {
      double at = px(x, tick.value());
      svg.add(
              "<line class=\"mark\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%d\" y2=\"%d\"/>",
              at, at, bottom, bottom + 5)
          .add("<text class=\"x\" x=\"%.1f\" y=\"%d\">%s</text>\n", at, bottom + 18, tick.label());
    }
    svg.add(
            "<line class=\"base\" x1=\"%d\" x2=\"%d\" y1=\"%d\" y2=\"%d\"/>",
            LEFT, WIDTH - RIGHT, bottom, bottom)
        .add(
            "<text class=\"x\" x=\"%d\" y=\"%d\">%s</text>\n",
            (LEFT + WIDTH - RIGHT) / 2, HEIGHT - 6, xLabel)
        .raw("</g>\n");
  }

  private void curve(Html svg, int index, AxisScale x, AxisScale y) {
    var one = series.get(index);
    svg.add("<g class=\"%s\">\n", Style.ofSeries(index));
    boolean hasDots = one.drawn().size() <= MAX_DOTS;
    for (var piece : one.pieces()) {
      svg.raw("<path d=\"");
      for (int i = 0; i < piece.size(); i++) {
        var point = piece.get(i);
        svg.add("%s%.1f %.1f", i == 0 ? "M" : "L", px(x, point.step()), py(y, point.value()));
      }
      svg.raw("\"/>\n");
      for (var point : piece) {
        svg.add(
            "<circle%s cx=\"%.1f\" cy=\"%.1f\" r=\"%d\"><title>%s\nstep %d: %s</title></circle>\n",
            new Raw(hasDots ? "" : " class=\"hidden\""),
            px(x, point.step()),
            py(y, point.value()),
            hasDots ? 3 : 5,
            one.name(),
            point.step(),
            NumberText.of(point.value()));
      }
    }
    svg.raw("</g>\n");
  }

  /** Markup, which is not escaped. */
  private record Raw(String markup) {

    @Override
    public String toString() {
      return markup;
    }
  }
}
