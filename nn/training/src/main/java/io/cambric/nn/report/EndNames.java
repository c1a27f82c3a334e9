package io.cambric.nn.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The names of curves next to their ends, where readers look for them. Names of neighbouring ends
 * are moved apart.
 *
 * @param places in the order of the curves
 */
record EndNames(List<Place> places) {

  /** The distance of names from the frame, and of the picture from names. */
  private static final int GAP = 8;

  /** Names this far apart don't touch. */
  private static final int LINE = 14;

  /** Longer names are cut; the mouse shows them whole. */
  private static final int MAX_NAME = 20;

  /** More curves are easier to find in a list of names. */
  private static final int MAX_NAMES = 12;

  /**
   * A name.
   *
   * @param series the index of its curve
   * @param y pixels below the upper end of the frame
   */
  record Place(int series, String name, double y) {}

  /**
   * {@return the names of several curves; none if there is only one, or if they are too many}
   *
   * @param series curves
   * @param ends pixels from the upper end of the frame to the end of each curve; NaN for a curve
   *     without points
   * @param height of the frame
   */
  static EndNames of(List<Series> series, List<Double> ends, int height) {
    var drawn =
        IntStream.range(0, series.size())
            .filter(i -> !Double.isNaN(ends.get(i)))
            .boxed()
            .sorted(Comparator.comparing(ends::get))
            .toList();
    if (series.size() < 2 || drawn.size() < series.size() || drawn.size() > MAX_NAMES) {
      return new EndNames(List.of());
    }
    var apart = apart(drawn.stream().map(ends::get).toList(), height);
    return new EndNames(
        IntStream.range(0, drawn.size())
            .mapToObj(i -> new Place(drawn.get(i), series.get(drawn.get(i)).name(), apart.get(i)))
            .sorted(Comparator.comparingInt(Place::series))
            .toList());
  }

  /** {@return ascending places at least a line apart, around the given ones} */
  private static List<Double> apart(List<Double> places, int height) {
    var down = down(places);
    var up = up(places);
    var between =
        IntStream.range(0, places.size())
            .mapToObj(i -> (down.get(i) + up.get(i)) / 2)
            .collect(Collectors.toCollection(ArrayList::new));
    between.set(0, Math.max(between.getFirst(), 0));
    var below = down(between);
    below.set(below.size() - 1, Math.min(below.getLast(), height));
    return up(below);
  }

  /** {@return places of which each is at least a line below the one before} */
  private static List<Double> down(List<Double> places) {
    var moved = new ArrayList<>(places);
    for (int i = 1; i < moved.size(); i++) {
      moved.set(i, Math.max(moved.get(i), moved.get(i - 1) + LINE));
    }
    return moved;
  }

  /** {@return places of which each is at least a line above the one after} */
  private static List<Double> up(List<Double> places) {
    var moved = new ArrayList<>(places);
    for (int i = moved.size() - 2; i >= 0; i--) {
      moved.set(i, Math.min(moved.get(i), moved.get(i + 1) - LINE));
    }
    return moved;
  }

  boolean isEmpty() {
    return places.isEmpty();
  }

  /** {@return the room to the right of the frame, in pixels} */
  int width() {
    return GAP
        + places.stream().mapToInt(place -> Label.width(shown(place)) + GAP).max().orElse(GAP);
  }

  /** Adds the names to the right of a frame. */
  void addTo(Html svg) {
    for (var place : places) {
      var shown = shown(place);
      svg.add(
              "<g class=\"name %s\"><text x=\"100%%\" dx=\"%d\"",
              Style.ofSeries(place.series()), GAP)
          .add(" y=\"%.1f\">%s", place.y() + 4, shown);
      if (!shown.equals(place.name())) {
        svg.add("<title>%s</title>", place.name());
      }
      svg.raw("</text></g>\n");
    }
  }

  private static String shown(Place place) {
    return Label.cut(place.name(), MAX_NAME);
  }
}
