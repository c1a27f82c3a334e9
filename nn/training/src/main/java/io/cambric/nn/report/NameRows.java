package io.cambric.nn.report;

import java.util.ArrayList;
import java.util.List;

/**
 * The names of curves with samples of their lines, in as many rows as they need.
 *
 * @param places positions of the names, in their order
 */
record NameRows(List<Place> places) {

  private static final int ROW = 16;
  private static final int SAMPLE = 20;
  private static final int GAP = 14;

  /** A name in a row, counted from 0, at a distance in pixels from the left end. */
  record Place(String name, int x, int row) {}

  /**
   * {@return the rows of names between a left and a right end; a long name has a row of its own}
   */
  static NameRows of(List<String> names, int left, int right) {
    var places = new ArrayList<Place>();
    int x = left;
    int row = 0;
    for (var name : names) {
      int width = SAMPLE + Label.width(name);
      if (x > left && x + width > right) {
        x = left;
        row++;
      }
      places.add(new Place(name, x, row));
      x += width + GAP;
    }
    return new NameRows(places);
  }

  /** {@return the number of rows} */
  int count() {
    return places.isEmpty() ? 0 : places.getLast().row() + 1;
  }

  /** Adds the rows below a vertical position. */
  void addTo(Html svg, int top) {
    for (int i = 0; i < places.size(); i++) {
      var place = places.get(i);
      int y = top + ROW * place.row();
      svg.add(
          "<g class=\"name %s\"><path d=\"M%d %dh%d\"/><text x=\"%d\" y=\"%d\">%s</text></g>\n",
          Style.ofSeries(i), place.x(), y, SAMPLE - 5, place.x() + SAMPLE, y + 4, place.name());
    }
  }
}
