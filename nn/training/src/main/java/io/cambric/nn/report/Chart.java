package io.cambric.nn.report;

/**
 * A picture of numbers, as SVG. It stands alone in a file, or in a report.
 *
 * {@snippet :
 * Files.writeString(Path.of("loss.svg"), chart.toSvg());
 * report.addChart(chart);
 * }
 */
public sealed interface Chart permits LineChart, HeatMap {

  /** {@return the line above, which readers that cannot see the picture get as well} */
  String title();

  /** {@return the picture as the text of an SVG file, for light and dark backgrounds} */
  String toSvg();
}
