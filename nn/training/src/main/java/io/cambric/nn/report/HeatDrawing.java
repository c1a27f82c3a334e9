package io.cambric.nn.report;

import java.util.List;

/**
 * The parts of a heat map: labels above and to the left of the cells, and the range of the colours
 * below them.
 *
 * @param map what is drawn
 * @param cell the side of a cell
 * @param left end of the cells
 * @param top end of the cells
 */
record HeatDrawing(HeatMap map, int cell, int left, int top) {

  private static final int MAX_CELL = 46;
  private static final int MIN_CELL = 2;
  private static final int CELLS = 560;
  private static final int GAP = 8;
  private static final int TITLE = 32;
  private static final int SCALE = 38;
  private static final int SCALE_STEPS = 8;
  private static final int MIN_WIDTH = 240;

  /** Cells of this size have room for a number. */
  private static final int NUMBER = 40;

  /** Labels this close do not touch. */
  private static final int LINE = 14;

  /** Longer labels are cut; the mouse shows them whole. */
  private static final int MAX_LABEL = 60;

  /** The strongest colour leaves numbers readable. */
  static final double STRONGEST = 0.7;

  /**
   * {@return the drawing of a map}
   *
   * @param hasTitle whether its title is above; a page has titles of its own
   */
  static Drawing of(HeatMap map, boolean hasTitle) {
    int cell =
        Math.clamp(CELLS / Math.max(map.rows().size(), map.columns().size()), MIN_CELL, MAX_CELL);
    int left = widest(map.rows()) + 2 * GAP;
    int widest = widest(map.columns());
    int top = (hasTitle ? TITLE : 0) + (widest <= cell ? LINE : widest) + GAP;
    return new HeatDrawing(map, cell, left, top).draw(hasTitle);
  }

  private static int widest(List<String> labels) {
    return labels.stream()
        .mapToInt(label -> Label.width(Label.cut(label, MAX_LABEL)))
        .max()
        .orElse(0);
  }

  private Drawing draw(boolean hasTitle) {
    var svg = new Html();
    if (hasTitle) {
      svg.add("<text class=\"title\" x=\"%d\" y=\"20\">%s</text>\n", GAP, map.title());
    }
    svg.raw("<g aria-hidden=\"true\">\n");
    rowLabels(svg);
    columnLabels(svg);
    svg.raw("</g>\n<g class=\"cells\">\n");
    for (int row = 0; row < map.rows().size(); row++) {
      for (int column = 0; column < map.columns().size(); column++) {
        cell(svg, row, column);
      }
    }
    svg.raw("</g>\n");
    scale(svg);
    int right =
        Math.max(
            left + cell * map.columns().size(), hasTitle ? Label.width(map.title()) : MIN_WIDTH);
    return new Drawing(Math.max(MIN_WIDTH, right + 2 * GAP), bottom() + SCALE, description(), svg);
  }

  private String description() {
    return "%s: %d rows and %d columns from %s to %s"
        .formatted(
            map.title(),
            map.rows().size(),
            map.columns().size(),
            NumberText.of(map.low()),
            NumberText.of(map.high()));
  }

  private int bottom() {
    return top + cell * map.rows().size();
  }

  /** {@return the distance between labels that are shown, in cells} */
  private int pace() {
    return Math.ceilDiv(LINE, cell);
  }

  private void rowLabels(Html svg) {
    for (int row = 0; row < map.rows().size(); row += pace()) {
      svg.add(
          "<text class=\"y\" x=\"%d\" y=\"%d\">%s</text>\n",
          left - GAP, top + row * cell + cell / 2 + 4, Label.cut(map.rows().get(row), MAX_LABEL));
    }
  }

  private void columnLabels(Html svg) {
    boolean isUpright = widest(map.columns()) <= cell;
    for (int column = 0; column < map.columns().size(); column += pace()) {
      int x = left + column * cell + cell / 2;
      var label = Label.cut(map.columns().get(column), MAX_LABEL);
      if (isUpright) {
        svg.add("<text class=\"x\" x=\"%d\" y=\"%d\">%s</text>\n", x, top - GAP, label);
      } else {
        svg.add(
            "<text transform=\"translate(%d %d) rotate(-90)\">%s</text>\n",
            x + 4, top - GAP, label);
      }
    }
  }

  private void cell(Html svg, int row, int column) {
    double value = map.value(row, column);
    int x = left + column * cell;
    int y = top + row * cell;
    int side = cell > LINE ? cell - 1 : cell;
    svg.add("<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"", x, y, side, side);
    if (AxisScale.hasPlace(value)) {
      svg.add(" class=\"cell\" fill-opacity=\"%.3f\">", STRONGEST * share(value));
    } else {
      svg.raw(" class=\"cell none\">");
    }
    svg.add(
        "<title>%s, %s: %s</title></rect>",
        map.rows().get(row), map.columns().get(column), NumberText.of(value));
    if (cell >= NUMBER) {
      svg.add(
          "<text x=\"%d\" y=\"%d\">%s</text>",
          x + side / 2, y + cell / 2 + 4, NumberText.within(map.high() - map.low(), value));
    }
    svg.raw("\n");
  }

  /** {@return the fraction of the range below a number} */
  private double share(double value) {
    return Math.clamp((value - map.low()) / (map.high() - map.low()), 0, 1);
  }

  private void scale(Html svg) {
    int y = bottom() + GAP + LINE;
    var low = NumberText.of(map.low());
    int x = GAP + Label.width(low) + GAP;
    svg.add("<g aria-hidden=\"true\">\n<text x=\"%d\" y=\"%d\">%s</text>\n", GAP, y, low);
    for (int i = 0; i <= SCALE_STEPS; i++) {
      svg.add(
          "<rect class=\"cell\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"10\""
              + " fill-opacity=\"%.3f\"/>\n",
          x + i * LINE, y - 9, LINE, STRONGEST * i / SCALE_STEPS);
    }
    svg.add(
        "<text x=\"%d\" y=\"%d\">%s</text>\n</g>\n",
        x + (SCALE_STEPS + 1) * LINE + GAP, y, NumberText.of(map.high()));
  }
}
