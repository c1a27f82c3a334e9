package io.cambric.nn.jaxutils;

import io.cambric.array.Axes;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.errors.ShapeException;
import io.cambric.lax.Lax;
import io.cambric.transform.function.Fn;
import io.cambric.tree.Trees;
import java.util.TreeSet;

/**
 * How a batch is padded and split over lanes, and its results joined.
 *
 * @param lanes number of parts
 * @param minDeviceBatch least size of a part, so that a last, smaller batch has the shape of others
 *     and compiles no program of its own
 * @param staticReturn whether results are returned as they are, such as metrics of all lanes
 * @see JaxUtils#padShardUnpad(io.cambric.transform.function.Fn2, PadShardUnpad)
 */
public record PadShardUnpad(int lanes, int minDeviceBatch, boolean staticReturn) {

  /** Checks the numbers. */
  public PadShardUnpad {
    if (lanes < 1 || minDeviceBatch < 0) {
      throw new ShapeException(
          "padShardUnpad needs at least one lane and a non-negative batch, but got %d and %d."
              .formatted(lanes, minDeviceBatch));
    }
  }

  /** {@return parts of any size for a number of lanes, whose results are joined} */
  public static PadShardUnpad over(int lanes) {
    return new PadShardUnpad(lanes, 0, false);
  }

  /** {@return this with parts of a least size} */
  public PadShardUnpad withMinDeviceBatch(int rows) {
    return new PadShardUnpad(lanes, rows, staticReturn);
  }

  /** {@return this with results returned as they are, or joined} */
  public PadShardUnpad withStaticReturn(boolean asTheyAre) {
    return new PadShardUnpad(lanes, minDeviceBatch, asTheyAre);
  }

  /** {@return the joined results of a function of the parts} */
  <A, R> R run(Fn<A, R> function, A batch) {
    int rows = rows(batch);
    var result = function.apply(Trees.<A, Array>map(batch, x -> padded(x, rows)));
    return staticReturn ? result : Trees.<R, Array>map(result, x -> unpadded(x, rows));
  }

  private static int rows(Object batch) {
    var sizes = new TreeSet<Integer>();
    for (var leaf : Trees.leaves(batch)) {
      if (!(leaf instanceof Array x) || x.rank() == 0) {
        throw new ShapeException(
            "padShardUnpad needs arrays with a batch axis, but got %s. Pass values without one in the static argument."
                .formatted(leaf));
      }
      sizes.add(x.dim(0));
    }
    if (sizes.size() != 1) {
      throw new ShapeException(
          "padShardUnpad needs arrays with the same batch size, but got %s. Pass values without a batch axis in the static argument."
              .formatted(sizes));
    }
    return sizes.first();
  }

  private Array padded(Array x, int rows) {
    int part = Math.max(Math.ceilDiv(rows, lanes), minDeviceBatch);
    var none = Axes.filled(x.rank(), 0);
    var missing = Axes.of(lanes * part - rows).concat(Axes.filled(x.rank() - 1, 0));
    var filled = Lax.pad(x, Lax.fullLike(x, 0), none, missing, none);
    return filled.reshape(Shape.of(lanes, part).concat(x.shape().slice(1, x.rank())));
  }

  private static Array unpadded(Array x, int rows) {
    var joined = Shape.of(x.dim(0) * x.dim(1)).concat(x.shape().slice(2, x.rank()));
    return x.reshape(joined).slice(0, 0, rows);
  }
}
