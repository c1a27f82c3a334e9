package io.cambric.numpy;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.errors.ShapeException;
import io.cambric.lax.Lax;
import io.cambric.numpy.dtype.Promotion;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Samplers of permutations, choices and categories. */
final class DiscreteSamplers {

  private DiscreteSamplers() {}

  /** {@return 0, 1, ... below {@code count} in a random order, of the default integer dtype} */
  public static Array permutation(Key key, int count) {
    return shuffled(key, Numpy.arange(count), 0);
  }

  /** {@return x with its slices along the first axis in a random order} */
  public static Array permutation(Key key, Array x) {
    return permutation(key, x, 0, false);
  }

  /**
   * {@return x in a random order along an axis}
   *
   * @param independent whether each row along the axis has its own order
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.random.permutation.html">random.permutation</a>
   */
  public static Array permutation(Key key, Array x, int axis, boolean independent) {
    int dimension = Axes.normalize(axis, x.rank(), "permutation");
    if (independent || x.rank() == 1) {
      return shuffled(key, x, dimension);
    }
    return Numpy.take(x, permutation(key, x.dim(dimension)), dimension);
  }

  /**
   * Shuffles by sorting with random keys. The sort is repeated until ties in all passes are
   * unlikely.
   */
  private static Array shuffled(Key key, Array x, int axis) {
    int passes = (int) Math.ceil(3 * Math.log(Math.max(1, x.size())) / Math.log(0xFFFFFFFFL));
    var shuffled = x;
    var next = key;
    for (int i = 0; i < passes; i++) {
      var keys = next.split();
      next = keys.get(0);
      var order = RandomBits.bits(keys.get(1), x.shape());
      shuffled = Lax.sort(List.of(order, shuffled), axis, 1).get(1);
    }
    return shuffled;
  }

  /** {@return integers below {@code count} with equal probability, with replacement} */
  public static Array choice(Key key, int count, Shape shape) {
    return choice(key, count, shape, true);
  }

  /** {@return entries of x along axis 0 with equal probability, with replacement} */
  public static Array choice(Key key, Array x, Shape shape) {
    return choice(key, x, shape, true, null, 0);
  }

  /** {@return integers below {@code count} with equal probability} */
  public static Array choice(Key key, int count, Shape shape, boolean replace) {
    return choice(key, count, shape, replace, null);
  }

  /**
   * {@return integers below {@code count}}
   *
   * @param replace whether a number may be drawn again
   * @param p the probability of each number, a vector, or {@code null} for equal probabilities
   * @throws ShapeException if there are fewer numbers than draws without replacement
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.random.choice.html">random.choice</a>
   */
  public static Array choice(Key key, int count, Shape shape, boolean replace, @Nullable Array p) {
    requireEnough(count, shape, replace);
    if (p == null) {
      return replace
          ? BasicSamplers.randint(key, shape, 0, count)
          : Lax.reshape(Numpy.slice(permutation(key, count), 0, 0, shape.size()), shape);
    }
    return Lax.reshape(weighted(key, count, shape, replace, p), shape);
  }

  /** {@return slices of x along an axis; the axes of {@code shape} replace the axis} */
  public static Array choice(
      Key key, Array x, Shape shape, boolean replace, @Nullable Array p, int axis) {
    int dimension = Axes.normalize(axis, x.rank(), "choice");
    int count = x.dim(dimension);
    requireEnough(count, shape, replace);
    if (p == null && !replace) {
      // For a single axis, a permutation of x needs no index.
      var drawn = Numpy.slice(permutation(key, x, dimension, false), dimension, 0, shape.size());
      var result =
          x.shape()
              .slice(0, dimension)
              .concat(shape)
              .concat(x.shape().slice(dimension + 1, x.rank()));
      return Lax.reshape(drawn, result);
    }
    return Numpy.take(x, choice(key, count, shape, replace, p), dimension);
  }

  private static void requireEnough(int count, Shape shape, boolean replace) {
    if (shape.size() > 0 && (count <= 0 || (!replace && shape.size() > count))) {
      throw new ShapeException(
          "choice of %d without replacement needs a population of at least that size, but it has %d. Draw with replacement, or draw fewer."
              .formatted(shape.size(), count));
    }
  }

  private static Array weighted(Key key, int count, Shape shape, boolean replace, Array p) {
    if (!p.shape().equals(Shape.of(count))) {
      throw new ShapeException(
          "choice among %d needs a vector of as many probabilities, but got %s."
              .formatted(count, p.aval()));
    }
    var chances = Lax.convertElementType(p, Promotion.toInexact(p.dtype()));
    if (!replace) {
      var scores =
          Lax.add(ContinuousSamplers.gumbel(key, p.shape(), chances.dtype()), Lax.log(chances));
      return Lax.convertElementType(Lax.topK(scores, shape.size()).get(1), DType.defaultInt());
    }
    var total = Numpy.cumsum(chances, 0);
    var u = BasicSamplers.uniform(key, shape, chances.dtype());
    return Numpy.searchsorted(total, Numpy.get(total, -1).mul(Numpy.subtract(1, u)), false);
  }

  /** {@return a random category for each row of logits along the last axis} */
  public static Array categorical(Key key, Array logits) {
    return categorical(key, logits, -1);
  }

  /**
   * {@return random categories of logits along the last axis}
   *
   * @param shape any axes, then the axes of the logits without the last
   */
  public static Array categorical(Key key, Array logits, Shape shape) {
    return categorical(key, logits, -1, shape);
  }

  /** {@return a random category for each row of logits along an axis} */
  public static Array categorical(Key key, Array logits, int axis) {
    int dimension = Axes.normalize(axis, logits.rank(), "categorical");
    return categorical(key, logits, axis, logits.shape().without(Axes.of(dimension)));
  }

  /**
   * {@return random categories: the indices of the largest sums of logits and Gumbel numbers}
   *
   * @param logits log-probabilities, up to a constant
   * @param shape any axes, then the axes of the logits without {@code axis}
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.random.categorical.html">random.categorical</a>
   */
  public static Array categorical(Key key, Array logits, int axis, Shape shape) {
    var drawn = scoreShape(logits, axis, shape);
    var scores = Numpy.add(ContinuousSamplers.gumbel(key, drawn, logits.dtype()), logits);
    return Numpy.argmax(scores, drawn.rank() - logits.rank() + dimension(logits, axis));
  }

  /**
   * {@return categories like {@link #categorical}, with Gumbel numbers of a larger range for very
   * unequal probabilities}
   */
  public static Array categoricalHigh(Key key, Array logits, int axis, Shape shape) {
    var drawn = scoreShape(logits, axis, shape);
    var scores = Numpy.add(ContinuousSamplers.gumbelHigh(key, drawn, logits.dtype()), logits);
    return Numpy.argmax(scores, drawn.rank() - logits.rank() + dimension(logits, axis));
  }

  private static int dimension(Array logits, int axis) {
    return Axes.normalize(axis, logits.rank(), "categorical");
  }

  private static Shape scoreShape(Array logits, int axis, Shape shape) {
    int dimension = dimension(logits, axis);
    var rows = logits.shape().without(Axes.of(dimension));
    int prefix = shape.rank() - rows.rank();
    if (prefix < 0 || !Numpy.broadcastShapes(rows, shape).equals(shape)) {
      throw new ShapeException(
          "categorical over axis %d of logits %s needs a shape that ends with %s, but got %s."
              .formatted(axis, logits.aval(), rows, shape));
    }
    return shape.insert(prefix + dimension, logits.dim(dimension));
  }

  /**
   * {@return different random categories for each row of logits}
   *
   * @param prefix shape of the draws for each row; its axes precede the axes of the rows
   */
  public static Array categoricalWithoutReplacement(Key key, Array logits, int axis, Shape prefix) {
    var scores = Lax.add(logits, ContinuousSamplers.gumbel(key, logits.shape(), logits.dtype()));
    var rows = Numpy.moveaxis(scores, dimension(logits, axis), -1);
    requireEnough(rows.dim(-1), prefix, false);
    var drawn = Numpy.moveaxis(Lax.topK(rows, prefix.size()).get(1), -1, 0);
    return Lax.reshape(drawn, prefix.concat(rows.shape().slice(0, rows.rank() - 1)));
  }
}
