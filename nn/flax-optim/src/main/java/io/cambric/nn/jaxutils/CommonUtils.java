package io.cambric.nn.jaxutils;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.errors.ShapeException;
import io.cambric.numpy.Activations;
import io.cambric.numpy.Key;
import io.cambric.numpy.Numpy;
import io.cambric.tree.Trees;
import java.util.List;

/**
 * Common functions of data-parallel trainings, which run under {@code pmap}.
 *
 * <p>A machine has one device here. The lanes of {@code pmap} are its workers, so their number is
 * an argument.
 *
 * @see JaxUtils
 * @see <a
 *     href="https://flax.readthedocs.io/en/latest/api_reference/flax.training.html">flax.training.common_utils</a>
 */
public final class CommonUtils {

  private CommonUtils() {}

  /**
   * {@return a batch split into one part for each lane: arrays {@code [n, ...]} as {@code [lanes, n
   * / lanes, ...]}; other leaves stay}
   *
   * @throws ShapeException if an array is a scalar, or its first axis cannot be divided
   */
  public static <T> T shard(T batch, int lanes) {
    return Trees.map(batch, leaf -> leaf instanceof Array x ? shardOne(x, lanes) : leaf);
  }

  private static Array shardOne(Array x, int lanes) {
    if (x.rank() == 0 || lanes < 1 || x.dim(0) % lanes != 0) {
      throw new ShapeException(
          "shard needs a first axis divisible by %d lanes, but got %s. Drop the rest of the batch, or use JaxUtils.padShardUnpad."
              .formatted(lanes, x.aval()));
    }
    var rest = x.shape().slice(1, x.rank());
    return x.reshape(Shape.of(lanes, x.dim(0) / lanes).concat(rest));
  }

  /** {@return a key for each lane, along a first axis} */
  public static Key shardPrngKey(Key key, int lanes) {
    return key.split(lanes);
  }

  /**
   * {@return one tree whose arrays are those of all trees, stacked along a new first axis}
   *
   * @throws io.cambric.errors.TreeStructureException if there are no trees, or structures differ
   * @throws ShapeException if arrays at one place have different shapes
   */
  public static <T> T stackForest(List<? extends T> forest) {
    return Trees.mapAll(forest, (List<Array> leaves) -> Numpy.stack(leaves));
  }

  /**
   * {@return the metrics of all steps, stacked, from those that every lane has the same of}
   *
   * @param deviceMetrics for each step a tree of arrays {@code [lanes, ...]}
   */
  public static <T> T getMetrics(List<? extends T> deviceMetrics) {
    List<T> firsts = deviceMetrics.stream().<T>map(JaxUtils::unreplicate).toList();
    return stackForest(firsts);
  }

  /** {@return 1 at the place that each label names along a new last axis, 0 elsewhere; f32} */
  public static Array onehot(Array labels, int numClasses) {
    return onehot(labels, numClasses, 1, 0);
  }

  /**
   * {@return one value at the place that each label names along a new last axis, another elsewhere}
   *
   * <p>Shapes: {@code [...] -> [..., numClasses]}, f32. A label out of range has no place.
   *
   * @param onValue at the place of the label; less than 1 to smooth labels
   * @param offValue elsewhere
   */
  public static Array onehot(Array labels, int numClasses, double onValue, double offValue) {
    var places = Activations.oneHot(labels, numClasses, DType.BOOL, -1);
    return Numpy.where(places, onValue, offValue).astype(DType.F32);
  }
}
