package io.cambric.nn.report;

/**
 * A picture of numbers, as SVG. It goes into a file of its own, or into a report.
 *
 * {@snippet :
 * Files.writeString(Path.of("loss.svg"), chart.toSvg());
 * report.addChart(chart);
 * }
 */
public sealed interface Chart permits LineChart, HeatMap {

  /** {@return the title above the picture, which is also its description for screen readers} */
  String title();

  /** {@return the picture as the text of an SVG file, for light and dark backgrounds} */
  String toSvg();
}
