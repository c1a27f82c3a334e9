package io.cambric.examples.picture;

import io.cambric.examples.console.OutputFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Lines over two axes, as a PNG file; mutable, for one thread.
 *
 * {@snippet :
 * new Chart("Accuracy", "epoch", "accuracy").line("test", List.of(1.0, 2.0), accuracies).write(file);
 * }
 */
public final class Chart {

  private static final int WIDTH = 640;
  private static final int HEIGHT = 320;
  private static final int LEFT = 62;
  private static final int RIGHT = 20;
  private static final int TOP = 44;
  private static final int BOTTOM = 44;
  private static final int TICKS = 5;
  private static final int TEXT_HEIGHT = 12;
  private static final int BLACK = 0x202020;
  private static final int GREY = 0xd8d8d8;
  private static final int MARK = 0x909090;
  private static final List<Integer> COLOURS = List.of(0x1f77b4, 0xd9541e, 0x2ca02c, 0x9467bd);

  private final String title;
  private final String xLabel;
  private final String yLabel;
  private final List<Line> lines = new ArrayList<>();
  private final List<Mark> marks = new ArrayList<>();

  /** A line through points. */
  private record Line(String name, List<Double> x, List<Double> y) {}

  /** A vertical line with a text. */
  private record Mark(double x, String text) {}

  /** A range of numbers on pixels. */
  private record Axis(double from, double to, double start, double length) {

    double place(double value) {
      return start + (value - from) / (to - from) * length;
    }
  }

  /** Makes a chart without lines. */
  public Chart(String title, String xLabel, String yLabel) {
    this.title = title;
    this.xLabel = xLabel;
    this.yLabel = yLabel;
  }

  /** Adds a line through points, and returns this. */
  public Chart line(String name, List<Double> x, List<Double> y) {
    lines.add(new Line(name, List.copyOf(x), List.copyOf(y)));
    return this;
  }

  /** Adds a vertical line with a text, and returns this. */
  public Chart mark(double x, String text) {
    marks.add(new Mark(x, text));
    return this;
  }

  /**
   * Writes the PNG file.
   *
   * @throws IOException if it cannot be written
   */
  public void write(Path file) throws IOException {
    OutputFile.write(file, png());
  }

  /** {@return the content of the PNG file} */
  byte[] png() {
    var canvas = new Canvas(WIDTH, HEIGHT);
    double xMin = lines.stream().flatMap(line -> line.x().stream()).reduce(Math::min).orElse(0.0);
    double xMax = lines.stream().flatMap(line -> line.x().stream()).reduce(Math::max).orElse(1.0);
    double yMax = lines.stream().flatMap(line -> line.y().stream()).reduce(Math::max).orElse(1.0);
    var x = new Axis(xMin, xMax > xMin ? xMax : xMin + 1, LEFT, WIDTH - LEFT - RIGHT);
    double top = tick(yMax) * Math.max(1, Math.ceil(yMax / tick(yMax)));
    var y = new Axis(0, top, HEIGHT - BOTTOM, TOP + BOTTOM - HEIGHT);
    axes(canvas, x, y);
    for (int i = 0; i < marks.size(); i++) {
      var mark = marks.get(i);
      int at = (int) x.place(mark.x());
      canvas.line(at, TOP, at, HEIGHT - BOTTOM, MARK);
      int right = WIDTH - Canvas.widthOf(mark.text());
      canvas.text(Math.min(at + 5, right), TOP + 2 + i % 2 * TEXT_HEIGHT, mark.text(), BLACK);
    }
    int legend = WIDTH - RIGHT;
    for (int i = lines.size() - 1; i >= 0; i--) {
      int colour = COLOURS.get(i % COLOURS.size());
      draw(canvas, lines.get(i), x, y, colour);
      legend -= Canvas.widthOf(lines.get(i).name()) + 2 * TEXT_HEIGHT;
      canvas.box(legend, 30, 9, 5, colour);
      canvas.text(legend + TEXT_HEIGHT, 28, lines.get(i).name(), BLACK);
    }
    return canvas.png();
  }

  private static void draw(Canvas canvas, Line line, Axis x, Axis y, int colour) {
    for (int i = 1; i < line.x().size(); i++) {
      canvas.line(
          x.place(line.x().get(i - 1)),
          y.place(line.y().get(i - 1)),
          x.place(line.x().get(i)),
          y.place(line.y().get(i)),
          colour);
    }
  }

  private void axes(Canvas canvas, Axis x, Axis y) {
    canvas.text(LEFT, 10, title, BLACK);
    canvas.text(LEFT, 28, yLabel, MARK);
    canvas.text((WIDTH - Canvas.widthOf(xLabel)) / 2, HEIGHT - 16, xLabel, MARK);
    double step = tick(y.to());
    for (int i = 0; i * step <= y.to() * 1.0001; i++) {
      int at = (int) y.place(i * step);
      canvas.box(LEFT, at, WIDTH - LEFT - RIGHT, 1, GREY);
      var text = text(i * step);
      canvas.text(LEFT - 6 - Canvas.widthOf(text), at - 3, text, BLACK);
    }
    double xStep = tick(x.to() - x.from());
    for (double at = Math.ceil(x.from() / xStep) * xStep; at <= x.to(); at += xStep) {
      var text = text(at);
      int place = (int) x.place(at);
      canvas.box(place, HEIGHT - BOTTOM, 1, 4, BLACK);
      canvas.text(place - Canvas.widthOf(text) / 2, HEIGHT - BOTTOM + 8, text, BLACK);
    }
    canvas.box(LEFT, HEIGHT - BOTTOM, WIDTH - LEFT - RIGHT, 1, BLACK);
  }

  /** {@return 1, 2 or 5 times a power of ten, of which a range has about five} */
  private static double tick(double range) {
    if (!(range > 0)) {
      return 1;
    }
    double power = Math.pow(10, Math.floor(Math.log10(range / TICKS)));
    double part = range / TICKS / power;
    return power * (part <= 1 ? 1 : part <= 2 ? 2 : part <= 5 ? 5 : 10);
  }

  private static String text(double value) {
    var text = String.format(Locale.ROOT, "%.3f", value);
    return text.replaceAll("0+$", "").replaceAll("\\.$", "");
  }
}
