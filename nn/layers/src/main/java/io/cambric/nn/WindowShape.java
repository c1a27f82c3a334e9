package io.cambric.nn;

import io.cambric.array.Axes;
import io.cambric.core.Array;
import io.cambric.lax.Lax;
import io.cambric.lax.dims.Padding.Explicit;
import io.cambric.transform.function.ArrayFn2;
import java.util.Arrays;
import java.util.List;

/**
 * A window over all axes of an input, batch and channels included, where it has size 1.
 *
 * @param window its sizes
 * @param strides its steps
 * @param padding around each axis
 */
record WindowShape(Axes window, Axes strides, Explicit padding) {

  /** {@return the window over the axes before the last} */
  static WindowShape of(
      String name, Array x, List<Integer> window, List<Integer> strides, Padding padding) {
    int axes = window.size();
    LayerChecks.requireRank(name, x, axes + 1);
    int batchAxes = x.rank() - axes - 1;
    var sizes = LayerChecks.spread(name, "window sizes", window, axes);
    var steps = LayerChecks.spread(name, "strides", strides, axes);
    var spatial = Axes.of(x.shape().slice(batchAxes, batchAxes + axes).toArray());
    var pads = Windows.padding(name, padding, axes).resolve(spatial, sizes, steps);
    return new WindowShape(
        around(batchAxes, sizes, 1),
        around(batchAxes, steps, 1),
        new Explicit(around(batchAxes, pads.low(), 0), around(batchAxes, pads.high(), 0)));
  }

  /** {@return numbers for all axes: given ones for spatial axes, another for batch and channels} */
  private static Axes around(int batchAxes, Axes spatial, int elsewhere) {
    return Axes.filled(batchAxes, elsewhere).concat(spatial).concat(Axes.of(elsewhere));
  }

  /**
   * {@return the combined elements of each window, position by position for all windows at once}
   */
  Array pool(Array x, double init, ArrayFn2 reduction) {
    var zeros = Axes.filled(x.rank(), 0);
    var padded = Lax.pad(x, Lax.fullLike(x, init), padding.low(), padding.high(), zeros);
    var limits = new int[x.rank()];
    for (int axis = 0; axis < limits.length; axis++) {
      int places = padded.dim(axis) - window.get(axis);
      limits[axis] = Math.floorDiv(places, strides.get(axis)) * strides.get(axis) + 1;
    }
    var pooled = Lax.slice(padded, zeros, Axes.of(limits), strides);
    var place = next(new int[x.rank()]);
    while (Arrays.stream(place).anyMatch(i -> i > 0)) {
      var from = Axes.of(place);
      var slice = Lax.slice(padded, from, shifted(limits, place), strides);
      pooled = reduction.apply(pooled, slice);
      place = next(place);
    }
    return pooled;
  }

  private static Axes shifted(int[] limits, int[] place) {
    var shifted = limits.clone();
    for (int axis = 0; axis < shifted.length; axis++) {
      shifted[axis] += place[axis];
    }
    return Axes.of(shifted);
  }

  /** {@return the next position in the window, the first one after the last} */
  private int[] next(int[] place) {
    var next = place.clone();
    for (int axis = next.length - 1; axis >= 0; axis--) {
      next[axis] = (next[axis] + 1) % window.get(axis);
      if (next[axis] > 0) {
        break;
      }
    }
    return next;
  }
}
