package io.cambric.nn.optim;

import io.cambric.array.Axes;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import java.util.Comparator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The two largest axes of a parameter, along which {@link Adafactor} factors second moments. Of
 * equal sizes the later axis counts as the larger one.
 *
 * @param second the second largest axis
 * @param largest the largest axis
 */
record AdafactorAxes(int second, int largest) {

  /** {@return the axes, or {@code null} if there are not two of at least this size} */
  static @Nullable AdafactorAxes of(Shape shape, int minSize) {
    var ascending =
        IntStream.range(0, shape.rank())
            .boxed()
            .sorted(Comparator.comparingInt(shape::dim))
            .toList();
    int rank = ascending.size();
    return rank < 2 || shape.dim(ascending.get(rank - 2)) < minSize
        ? null
        : new AdafactorAxes(ascending.get(rank - 2), ascending.get(rank - 1));
  }

  /** {@return the mean along the second largest axis of an array without the largest, kept} */
  Array meanOfRows(Array rows) {
    int axis = second > largest ? second - 1 : second;
    return rows.mean(Axes.of(axis), true);
  }
}
