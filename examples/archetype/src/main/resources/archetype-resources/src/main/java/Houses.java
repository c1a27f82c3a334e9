package ${package};

import io.cambric.annotations.PyTree;
import io.cambric.core.Array;
import io.cambric.data.Dataset;
import io.cambric.data.Csv;
import io.cambric.numpy.Numpy;
import java.nio.file.Path;

/**
 * Houses with their prices.
 *
 * @param features area in 100 square metres, rooms, and age in decades: [houses, 3]
 * @param price in 100,000: [houses, 1]
 */
@PyTree
record Houses(Array features, Array price) {

  private static final Array UNITS = Numpy.array(new float[] {100, 1, 10});

  /** The houses of a table with the columns area, rooms, age and price. */
  static Dataset<Houses> read(Path table) {
    var csv = Csv.of(table);
    return Dataset.ofArrays(
        new Houses(csv.floats("area", "rooms", "age").div(UNITS), csv.floats("price").div(1e5)));
  }
}
