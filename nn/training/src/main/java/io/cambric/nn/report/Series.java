package io.cambric.nn.report;

import io.cambric.errors.ShapeException;
import java.util.ArrayList;
import java.util.List;

/**
 * A named curve: points joined in their order.
 *
 * @param name shown in the legend
 * @param points mostly by ascending {@code x}
 */
public record Series(String name, List<Point> points) {

  /** The number of parts of an axis; each part keeps its lowest and its highest point. */
  private static final int PARTS = 200;

  /**
   * A point of a curve. NaN, infinities, and numbers beyond 1e300 in size are not drawn, and
   * interrupt the curve.
   *
   * @param x along the horizontal axis, such as a step
   * @param y along the vertical axis
   */
  public record Point(double x, double y) {

    boolean isDrawn() {
      return AxisScale.hasPlace(x) && AxisScale.hasPlace(y);
    }
  }

  /** Copies the points. */
  public Series {
    points = List.copyOf(points);
  }

  /** {@return a curve of values at the steps 1, 2, 3 ...} */
  public static Series of(String name, List<Double> values) {
    var points = new ArrayList<Point>(values.size());
    for (double value : values) {
      points.add(new Point(points.size() + 1, value));
    }
    return new Series(name, points);
  }

  /**
   * {@return a curve through points}
   *
   * @param x numbers along the horizontal axis
   * @param y as many numbers along the vertical axis
   * @throws ShapeException if the lists differ in length
   */
  public static Series of(String name, List<Double> x, List<Double> y) {
    if (x.size() != y.size()) {
      throw new ShapeException(
          "The series \"%s\" needs one y for each x, but got %d x and %d y values. Pass lists of equal length."
              .formatted(name, x.size(), y.size()));
    }
    var points = new ArrayList<Point>(x.size());
    for (int i = 0; i < x.size(); i++) {
      points.add(new Point(x.get(i), y.get(i)));
    }
    return new Series(name, points);
  }

  /** {@return the points that both axes can show} */
  List<Point> drawn() {
    return points.stream().filter(Point::isDrawn).toList();
  }

  /** {@return the curve in pieces, where it is interrupted, with few enough points to draw} */
  List<List<Point>> pieces() {
    var pieces = new ArrayList<List<Point>>();
    var piece = new ArrayList<Point>();
    var parts = Parts.of(drawn());
    for (var point : points) {
      if (point.isDrawn()) {
        piece.add(point);
      } else if (!piece.isEmpty()) {
        pieces.add(parts.thinned(piece));
        piece = new ArrayList<>();
      }
    }
    if (!piece.isEmpty()) {
      pieces.add(parts.thinned(piece));
    }
    return pieces;
  }

  /**
   * The horizontal axis in parts of equal width.
   *
   * @param low its beginning
   * @param width of a part; 0 where all points are kept
   */
  private record Parts(double low, double width) {

    static Parts of(List<Point> points) {
      if (points.size() <= 2 * PARTS) {
        return new Parts(0, 0);
      }
      var x = points.stream().mapToDouble(Point::x).summaryStatistics();
      return new Parts(x.getMin(), Math.max((x.getMax() - x.getMin()) / PARTS, Double.MIN_NORMAL));
    }

    /** {@return the lowest and the highest point of each run of points in the same part} */
    List<Point> thinned(List<Point> piece) {
      if (width == 0) {
        return piece;
      }
      var thinned = new ArrayList<Point>();
      int begin = 0;
      for (int i = 1; i <= piece.size(); i++) {
        if (i == piece.size() || part(piece.get(i)) != part(piece.get(begin))) {
          addExtremes(piece.subList(begin, i), thinned);
          begin = i;
        }
      }
      return thinned;
    }

    private int part(Point point) {
      return Math.min(PARTS - 1, (int) ((point.x() - low) / width));
    }

    private static void addExtremes(List<Point> part, List<Point> to) {
      int low = 0;
      int high = 0;
      for (int i = 1; i < part.size(); i++) {
        low = part.get(i).y() < part.get(low).y() ? i : low;
        high = part.get(i).y() > part.get(high).y() ? i : high;
      }
      to.add(part.get(Math.min(low, high)));
      if (high != low) {
        to.add(part.get(Math.max(low, high)));
      }
    }
  }
}
