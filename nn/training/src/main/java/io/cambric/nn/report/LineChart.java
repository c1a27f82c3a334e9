package io.cambric.nn.report;

import io.cambric.errors.HyperparameterException;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/**
 * Curves over two axes. Points show their numbers under the mouse.
 *
 * {@snippet :
 * LineChart.of("Latency", "seconds", List.of(Series.of("p50", seconds, p50), Series.of("p99", seconds, p99)))
 *     .withYLabel("ms")
 *     .withMarks(List.of(new LineChart.Mark(3.2, "another model")))
 *     .toSvg();
 * }
 *
 * @param title above the picture, also its description for screen readers
 * @param xLabel title of the horizontal axis
 * @param yLabel title of the vertical axis; empty for none
 * @param series at least one point in all, else an empty frame is drawn
 * @param marks marked positions along the horizontal axis
 * @param logarithmic whether the vertical axis is logarithmic, which requires numbers above 0
 */
public record LineChart(
    String title,
    String xLabel,
    String yLabel,
    List<Series> series,
    List<Mark> marks,
    boolean logarithmic)
    implements Chart {

  /**
   * A vertical line with a text.
   *
   * @param x its position along the horizontal axis, at most 1e300 in size
   * @param text next to its upper end
   */
  public record Mark(double x, String text) {

    /**
     * Checks the position.
     *
     * @throws HyperparameterException if it is not on an axis
     */
    public Mark {
      if (!AxisScale.hasPlace(x)) {
        throw new HyperparameterException(
            "The mark \"%s\" of a chart needs a position from -1e300 to 1e300, but got %s. Leave out marks without a position."
                .formatted(text, x));
      }
    }
  }

  /** Copies the series and the marks. */
  public LineChart {
    series = List.copyOf(series);
    marks = List.copyOf(marks);
  }

  /**
   * {@return a chart with a linear, untitled vertical axis and without marks}
   *
   * @param title above
   * @param xLabel title of the horizontal axis
   * @param series at least one point in all, else an empty frame is drawn
   */
  public static LineChart of(String title, String xLabel, List<Series> series) {
    return new LineChart(title, xLabel, "", series, List.of(), false);
  }

  /** {@return this with another title of the vertical axis; empty for none} */
  public LineChart withYLabel(String label) {
    return new LineChart(title, xLabel, label, series, marks, logarithmic);
  }

  /** {@return this with other marks} */
  public LineChart withMarks(List<Mark> places) {
    return new LineChart(title, xLabel, yLabel, series, places, logarithmic);
  }

  /** {@return this with another kind of vertical axis} */
  public LineChart withLogarithmic(boolean isLogarithmic) {
    return new LineChart(title, xLabel, yLabel, series, marks, isLogarithmic);
  }

  @Override
  public String toSvg() {
    return LineDrawing.of(this).whole().alone();
  }

  /** {@return whether a logarithmic axis can show all numbers, and there is at least one} */
  boolean canBeLogarithmic() {
    return y().findAny().isPresent() && y().allMatch(value -> value >= LogScale.LEAST);
  }

  /** {@return the numbers along the horizontal axis, with the positions of marks} */
  DoubleStream x() {
    return DoubleStream.concat(
        points().mapToDouble(Series.Point::x), marks.stream().mapToDouble(Mark::x));
  }

  /** {@return the numbers along the vertical axis} */
  DoubleStream y() {
    return points().mapToDouble(Series.Point::y);
  }

  private Stream<Series.Point> points() {
    return series.stream().flatMap(each -> each.drawn().stream());
  }
}
