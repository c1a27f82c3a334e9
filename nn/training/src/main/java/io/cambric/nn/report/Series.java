package io.cambric.nn.report;

import java.util.ArrayList;
import java.util.List;

/**
 * A named curve: numbers at steps.
 *
 * @param name shown in the legend
 * @param points by ascending step
 */
public record Series(String name, List<Point> points) {

  /** Larger numbers would overflow on an axis. */
  private static final double LARGEST = 1e300;

  /** Parts of an axis, of which each keeps its lowest and its highest point. */
  private static final int PARTS = 200;

  /**
   * A number at a step.
   *
   * @param step counted from 0
   * @param value NaN and infinities interrupt the curve
   */
  public record Point(long step, double value) {

    boolean isDrawn() {
      return Math.abs(value) <= LARGEST;
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

  /** {@return the points that have a place on an axis} */
  List<Point> drawn() {
    return points.stream().filter(Point::isDrawn).toList();
  }

  /** {@return the curve in pieces, where it is interrupted, with few enough points to draw} */
  List<List<Point>> pieces() {
    var pieces = new ArrayList<List<Point>>();
    var piece = new ArrayList<Point>();
    for (var point : points) {
      if (point.isDrawn()) {
        piece.add(point);
      } else if (!piece.isEmpty()) {
        pieces.add(thinned(piece));
        piece = new ArrayList<>();
      }
    }
    if (!piece.isEmpty()) {
      pieces.add(thinned(piece));
    }
    return pieces;
  }

  private List<Point> thinned(List<Point> piece) {
    if (points.size() <= 2 * PARTS) {
      return piece;
    }
    double width = (points.getLast().step() - points.getFirst().step() + 1.0) / PARTS;
    var thinned = new ArrayList<Point>();
    int begin = 0;
    for (int i = 1; i <= piece.size(); i++) {
      if (i == piece.size() || part(piece.get(i), width) != part(piece.get(begin), width)) {
        addExtremes(piece.subList(begin, i), thinned);
        begin = i;
      }
    }
    return thinned;
  }

  private long part(Point point, double width) {
    return (long) ((point.step() - points.getFirst().step()) / width);
  }

  private static void addExtremes(List<Point> part, List<Point> to) {
    var low = part.getFirst();
    var high = part.getFirst();
    for (var point : part) {
      low = point.value() < low.value() ? point : low;
      high = point.value() > high.value() ? point : high;
    }
    boolean isFalling = high.step() < low.step();
    to.add(isFalling ? high : low);
    if (high != low) {
      to.add(isFalling ? low : high);
    }
  }
}
