package io.cambric.examples.console;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/**
 * A curve over a count, as a self-contained SVG picture with a logarithmic vertical axis. Few
 * values are marked by points, so that a single one is seen.
 *
 * @param title written above
 * @param xLabel what is counted, from 1
 * @param yLabel what is measured, positive
 * @param values one a count
 */
public record Curve(String title, String xLabel, String yLabel, List<Double> values) {

  private static final int WIDTH = 640;
  private static final int HEIGHT = 400;
  private static final int LEFT = 70;
  private static final int RIGHT = 20;
  private static final int TOP = 40;
  private static final int BOTTOM = 50;

  /** More points than this would lie on one another. */
  private static final int MAX_POINTS = 60;

  /** Copies the values. */
  public Curve {
    values = List.copyOf(values);
  }

  /**
   * Writes the picture; the file is either the old one or the whole new one.
   *
   * @throws IOException if the folder cannot be written
   */
  public void write(Path file) throws IOException {
    OutputFile.write(file, toSvg());
  }

  /** {@return the picture as the text of an SVG file} */
  public String toSvg() {
    double low = values.stream().mapToDouble(Curve::exponent).min().orElse(0);
    double high = values.stream().mapToDouble(Curve::exponent).max().orElse(1);
    int bottom = (int) Math.floor(low);
    int top = Math.max(bottom + 1, (int) Math.ceil(high));
    var svg = new StringBuilder();
    svg.append(
        String.format(
            Locale.ROOT,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\" font-size=\"12\">\n",
            WIDTH,
            HEIGHT,
            WIDTH,
            HEIGHT));
    svg.append("<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n");
    text(svg, WIDTH / 2.0, 22, "middle", escape(title));
    text(svg, WIDTH / 2.0, HEIGHT - 12, "middle", escape(xLabel));
    text(svg, 12, TOP - 12, "start", escape(yLabel));
    for (int power = bottom; power <= top; power++) {
      double y = y(power, bottom, top);
      svg.append(
          String.format(
              Locale.ROOT,
              "<line x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\" stroke=\"#ddd\"/>\n",
              LEFT,
              WIDTH - RIGHT,
              y,
              y));
      text(
          svg,
          LEFT - 8,
          y + 4,
          "end",
          power >= 0 && power < 4 ? "1" + "0".repeat(power) : "1e" + power);
    }
    int step = Math.max(1, values.size() / 10);
    for (int i = 0; i < values.size(); i += step) {
      text(svg, x(i), HEIGHT - BOTTOM + 18, "middle", Integer.toString(i + 1));
    }
    svg.append("<polyline fill=\"none\" stroke=\"#1f77b4\" stroke-width=\"2\" points=\"");
    for (int i = 0; i < values.size(); i++) {
      svg.append(
          String.format(Locale.ROOT, "%.1f,%.1f ", x(i), y(exponent(values.get(i)), bottom, top)));
    }
    svg.append("\"/>\n");
    for (int i = 0; i < values.size() && values.size() <= MAX_POINTS; i++) {
      svg.append(
          String.format(
              Locale.ROOT,
              "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\" fill=\"#1f77b4\"/>\n",
              x(i),
              y(exponent(values.get(i)), bottom, top)));
    }
    return svg.append("</svg>\n").toString();
  }

  private static double exponent(double value) {
    return Math.log10(Math.max(value, 1e-12));
  }

  /** {@return where a value lies: a single one in the middle} */
  private double x(int i) {
    int last = values.size() - 1;
    return LEFT + (WIDTH - LEFT - RIGHT) * (last == 0 ? 0.5 : (double) i / last);
  }

  private static double y(double exponent, int bottom, int top) {
    return TOP + (HEIGHT - TOP - BOTTOM) * (top - exponent) / (top - bottom);
  }

  private static void text(StringBuilder svg, double x, double y, String anchor, String text) {
    svg.append(
        String.format(
            Locale.ROOT,
            "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>\n",
            x,
            y,
            anchor,
            text));
  }

  private static String escape(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
