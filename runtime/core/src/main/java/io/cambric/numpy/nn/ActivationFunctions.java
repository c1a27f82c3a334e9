package io.cambric.numpy.nn;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.array.Sizes;
import io.cambric.core.Array;
import io.cambric.errors.DTypeException;
import io.cambric.errors.ShapeException;
import io.cambric.lax.Lax;
import io.cambric.numpy.routine.Arithmetic;
import io.cambric.numpy.routine.Averages;
import io.cambric.numpy.routine.Creation;
import io.cambric.numpy.routine.ElementSelection;
import io.cambric.numpy.routine.Exponents;
import io.cambric.numpy.routine.Extrema;
import io.cambric.numpy.routine.Joining;
import io.cambric.numpy.routine.LogSumExp;
import io.cambric.numpy.routine.Operands;
import io.cambric.numpy.routine.ReductionOperands;
import io.cambric.numpy.routine.Shapes;
import io.cambric.numpy.routine.Sums;
import io.cambric.transform.Transforms;
import io.cambric.transform.function.ArrayFn;
import io.cambric.transform.result.Jvp;
import org.jspecify.annotations.Nullable;

/** Activations, normalised exponentials and encodings of {@code jax.nn}. */
public final class ActivationFunctions {

  private static final double SELU_ALPHA = 1.6732632423543772848170429916717;
  private static final double SELU_SCALE = 1.0507009873554804934193349852946;

  private static final ArrayFn LOG_1M_EXP =
      Transforms.customJvp(
          ActivationFunctions::log1mexpValue,
          (x, tangent) -> new Jvp<>(log1mexpValue(x), tangent.div(Lax.expm1(x))));

  private ActivationFunctions() {}

  /** {@return max(x, 0); derivative 0 at 0} */
  public static Array relu(Array x) {
    // The maximum of bools and the number 0 has this dtype.
    return Lax.relu(
        x.dtype() == DType.BOOL ? Lax.convertElementType(x, DType.defaultInt(), true) : x);
  }

  /** {@return min(max(x, 0), 6); derivative 0 at 0 and at 6} */
  public static Array relu6(Array x) {
    var real = Operands.inexact(x);
    var zero = Operands.constant(real, 0);
    var six = Operands.constant(real, 6);
    var inside = Lax.bitwiseAnd(Lax.gt(real, zero), Lax.lt(real, six));
    return Lax.select(inside, real, Lax.stopGradient(Lax.min(Lax.max(real, zero), six)));
  }

  /**
   * {@return 1 / (1 + exp(-x))}
   *
   * @throws DTypeException if the dtype is not floating
   */
  public static Array sigmoid(Array x) {
    return Lax.logistic(x);
  }

  /** {@return log(1 / (1 + exp(-x)))} */
  public static Array logSigmoid(Array x) {
    return Lax.neg(softplus(Lax.neg(x)));
  }

  /** {@return log(1 + exp(x))} */
  public static Array softplus(Array x) {
    var real = Operands.inexact(x);
    return Lax.logaddexp(real, Operands.constant(real, 0));
  }

  /** {@return x / (|x| + 1)} */
  public static Array softSign(Array x) {
    return x.div(Arithmetic.abs(x).add(1));
  }

  /** {@return x * sigmoid(x)} */
  public static Array silu(Array x) {
    return x.mul(sigmoid(x));
  }

  /** {@return x * sigmoid(x), the other name of {@link #silu}} */
  public static Array swish(Array x) {
    return silu(x);
  }

  /** {@return x times the normal distribution function of x, approximated by tanh} */
  public static Array gelu(Array x) {
    return gelu(x, true);
  }

  /**
   * {@return x times the normal distribution function of x}
   *
   * <pre>
   *   approximate: x / 2 (1 + tanh(sqrt(2 / pi) (x + 0.044715 x^3)))
   *   exact:       x / 2 erfc(-x / sqrt(2))
   * </pre>
   *
   * @see <a href="https://arxiv.org/abs/1606.08415">Hendrycks and Gimpel, 2016</a>
   */
  public static Array gelu(Array x, boolean approximate) {
    var real = Operands.inexact(x);
    if (approximate) {
      var inner = real.add(real.pow(3).mul(0.044715)).mul(Math.sqrt(2 / Math.PI));
      return real.mul(Lax.tanh(inner).add(1).mul(0.5));
    }
    return real.mul(0.5).mul(Lax.erfc(real.neg().mul(Math.sqrt(0.5))));
  }

  /** {@return x where positive, else exp(x) - 1} */
  public static Array elu(Array x) {
    return elu(x, 1);
  }

  /** {@return x where positive, else alpha (exp(x) - 1)} */
  public static Array elu(Array x, double alpha) {
    var positive = x.gt(0);
    var negative = Exponents.expm1(ElementSelection.where(positive, 0.0, x));
    return ElementSelection.where(positive, x, negative.mul(alpha));
  }

  /** {@return max(x, 0) + exp(min(x, 0)) - 1} */
  public static Array celu(Array x) {
    return celu(x, 1);
  }

  /** {@return max(x, 0) + alpha (exp(min(x, 0) / alpha) - 1)} */
  public static Array celu(Array x, double alpha) {
    var real = Operands.inexact(x);
    var negative = Lax.expm1(Extrema.minimum(real, 0).div(alpha));
    return Extrema.maximum(real, 0).add(negative.mul(alpha));
  }

  /**
   * {@return elu with a scale that preserves means and variances}
   *
   * @see <a href="https://arxiv.org/abs/1706.02515">Klambauer et al., 2017</a>
   */
  public static Array selu(Array x) {
    return elu(x, SELU_ALPHA).mul(SELU_SCALE);
  }

  /** {@return x where not negative, else x / 100} */
  public static Array leakyRelu(Array x) {
    return leakyRelu(x, 0.01);
  }

  /** {@return x where not negative, else slope * x} */
  public static Array leakyRelu(Array x, double negativeSlope) {
    return ElementSelection.where(x.ge(0), x, x.mul(negativeSlope));
  }

  /** {@return x clipped to [-1, 1]; derivative 1 at both ends} */
  public static Array hardTanh(Array x) {
    return ElementSelection.where(x.gt(1), 1, ElementSelection.where(x.lt(-1), -1, x));
  }

  /** {@return relu6(x + 3) / 6} */
  public static Array hardSigmoid(Array x) {
    return relu6(x.add(3)).div(6);
  }

  /** {@return x * hardSigmoid(x)} */
  public static Array hardSilu(Array x) {
    return x.mul(hardSigmoid(x));
  }

  /** {@return x * hardSigmoid(x), the other name of {@link #hardSilu}} */
  public static Array hardSwish(Array x) {
    return hardSilu(x);
  }

  /** {@return x * tanh(softplus(x))} */
  public static Array mish(Array x) {
    return x.mul(Lax.tanh(softplus(x)));
  }

  /** {@return (x + sqrt(x^2 + 4)) / 2} */
  public static Array squareplus(Array x) {
    return squareplus(x, 4);
  }

  /** {@return (x + sqrt(x^2 + b)) / 2} */
  public static Array squareplus(Array x, double b) {
    return x.add(Exponents.sqrt(x.square().add(b))).div(2);
  }

  /** {@return 0 below -1, x above 1, (x + 1)^2 / 4 between} */
  public static Array sparsePlus(Array x) {
    var between = x.add(1).square().div(4);
    return ElementSelection.where(x.le(-1), 0, ElementSelection.where(x.ge(1), x, between));
  }

  /** {@return 0 below -1, 1 above 1, (x + 1) / 2 between} */
  public static Array sparseSigmoid(Array x) {
    return Extrema.clip(x.add(1), 0, 2).mul(0.5);
  }

  /** {@return x itself} */
  public static Array identity(Array x) {
    return x;
  }

  /** {@return the first half of the last axis times the sigmoid of the second} */
  public static Array glu(Array x) {
    return glu(x, -1);
  }

  /**
   * {@return the first half of an axis times the sigmoid of the second}
   *
   * @throws ShapeException if the axis has an odd size
   */
  public static Array glu(Array x, int axis) {
    if (x.dim(Axes.normalize(axis, x.rank(), "glu")) % 2 != 0) {
      throw new ShapeException(
          "glu along axis %d needs an even size, but got %s.".formatted(axis, x.aval()));
    }
    var halves = Joining.split(x, 2, axis);
    return halves.get(0).mul(sigmoid(halves.get(1)));
  }

  /** {@return exp(x) divided by its sum along the last axis} */
  public static Array softmax(Array x) {
    return softmax(x, -1);
  }

  /** {@return exp(x) divided by its sum along axes, or along the last axis if none is given} */
  public static Array softmax(Array x, int... axes) {
    return softmax(x, lastOr(axes), null);
  }

  /**
   * {@return exp(x) divided by its sum over axes, for elements where the mask is true; 0 elsewhere}
   *
   * @param where mask of the included elements, or {@code null} for all
   * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.nn.softmax.html">nn.softmax</a>
   */
  public static Array softmax(Array x, Axes axes, @Nullable Array where) {
    var exps = Exponents.exp(shifted("softmax", x, axes, where));
    var result = exps.div(Sums.sum(exps, axes, true, where));
    return where == null ? result : ElementSelection.where(where, result, 0);
  }

  /** {@return x minus the logarithm of the sum of exp(x) along the last axis} */
  public static Array logSoftmax(Array x) {
    return logSoftmax(x, -1);
  }

  /**
   * {@return x minus the logarithm of the sum of exp(x) along axes, or along the last axis if none
   * is given}
   */
  public static Array logSoftmax(Array x, int... axes) {
    return logSoftmax(x, lastOr(axes), null);
  }

  /**
   * {@return the logarithm of softmax; -inf where the mask is false}
   *
   * @param where mask of the included elements, or {@code null} for all
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.nn.log_softmax.html">nn.log_softmax</a>
   */
  public static Array logSoftmax(Array x, Axes axes, @Nullable Array where) {
    var shifted = shifted("log_softmax", x, axes, where);
    var normalizer = Exponents.log(Sums.sum(Exponents.exp(shifted), axes, true, where));
    var result = shifted.sub(normalizer);
    return where == null ? result : ElementSelection.where(where, result, Double.NEGATIVE_INFINITY);
  }

  /**
   * x minus its largest element, which leaves the derivative unchanged, and -inf where the mask is
   * false.
   */
  private static Array shifted(String name, Array x, Axes axes, @Nullable Array where) {
    requireNumbers(name, x);
    ReductionOperands.requireReducible(name, x, axes, where);
    double none = Double.NEGATIVE_INFINITY;
    var largest = Extrema.max(Operands.inexact(x), axes, true, none, where);
    var shown = where == null ? x : ElementSelection.where(where, x, none);
    return shown.sub(Lax.stopGradient(largest));
  }

  private static void requireNumbers(String name, Array x) {
    if (x.dtype() == DType.BOOL) {
      throw new DTypeException(
          "%s needs numbers, but got %s. Convert bools with astype(DType.F32)."
              .formatted(name, x.aval()));
    }
  }

  private static Axes lastOr(int... axes) {
    return axes.length == 0 ? Axes.of(-1) : Axes.of(axes);
  }

  /** {@return x minus its mean, divided by its standard deviation, along the last axis} */
  public static Array standardize(Array x) {
    return standardize(x, Axes.of(-1), 1e-5, null);
  }

  /**
   * {@return x minus its mean, divided by the square root of its variance plus {@code epsilon}}
   *
   * <p>The variance is the mean of squares minus the square of the mean, but not below 0.
   *
   * @param where mask of the elements in the mean and the variance, or {@code null} for all
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.nn.standardize.html">nn.standardize</a>
   */
  public static Array standardize(Array x, Axes axes, double epsilon, @Nullable Array where) {
    return standardize(x, axes, null, null, epsilon, where);
  }

  /**
   * {@return x minus a mean, divided by the square root of a variance plus {@code epsilon}}
   *
   * @param mean the mean, broadcast with x; {@code null} for the mean of x along the axes
   * @param variance the variance, broadcast with x; {@code null} for the mean of squares minus the
   *     square of the mean, but not below 0
   * @param where mask of the elements in the mean and the variance, or {@code null} for all
   */
  public static Array standardize(
      Array x,
      Axes axes,
      @Nullable Array mean,
      @Nullable Array variance,
      double epsilon,
      @Nullable Array where) {
    ReductionOperands.requireReducible("standardize", x, axes, where);
    var centre = mean == null ? Averages.mean(x, axes, true, where) : mean;
    var spread = variance == null ? spread(x, axes, centre, where) : variance;
    return x.sub(centre).mul(Lax.rsqrt(Operands.inexact(spread.add(epsilon))));
  }

  private static Array spread(Array x, Axes axes, Array mean, @Nullable Array where) {
    var squares = Averages.mean(x.square(), axes, true, where);
    return Extrema.maximum(squares.sub(mean.square()), 0);
  }

  /** {@return the one-hot encoding of each integer along a new last axis; f32} */
  public static Array oneHot(Array x, int classes) {
    return oneHot(x, classes, DType.defaultFloat(), -1);
  }

  /**
   * {@return the one-hot encoding of each number along a new axis; all 0 for numbers out of bounds}
   *
   * @param axis position of the new axis in the result
   * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.nn.one_hot.html">nn.one_hot</a>
   */
  public static Array oneHot(Array x, int classes, DType dtype, int axis) {
    int at = Axes.normalize(axis, x.rank() + 1, "one_hot");
    requireNumbers("one_hot", x);
    var shape = x.shape().insert(at, Sizes.notNegative("one_hot", "number of classes", classes));
    var spread = Lax.broadcastInDim(x, shape, Axes.of(at).complement(shape.rank()));
    return Lax.convertElementType(Lax.eq(spread, Lax.broadcastedIota(x.dtype(), shape, at)), dtype);
  }

  /**
   * {@return log(1 - exp(-x)), exact for small and large x; NaN below 0}
   *
   * @see <a
   *     href="https://cran.r-project.org/web/packages/Rmpfr/vignettes/log1mexp-note.pdf">Maechler,
   *     2012</a>
   */
  public static Array log1mexp(Array x) {
    return LOG_1M_EXP.apply(Operands.inexact(x));
  }

  private static Array log1mexpValue(Array x) {
    var small = Lax.log(Lax.neg(Lax.expm1(Lax.neg(x))));
    var large = Lax.log1p(Lax.neg(Lax.exp(Lax.neg(x))));
    return Lax.select(Lax.lt(x, Operands.constant(x, Math.log(2))), small, large);
  }

  /** {@return the logarithm of the mean of exp(x) over axes, or over all} */
  public static Array logmeanexp(Array x, int... axes) {
    return logmeanexp(x, axes.length == 0 ? null : Axes.of(axes), false, null);
  }

  /**
   * {@return the logarithm of the mean of exp(x)}
   *
   * @param axes the axes to average over, or {@code null} for all
   * @param keepDims whether they stay with size 1
   * @param where mask of the included elements, or {@code null} for all
   */
  public static Array logmeanexp(
      Array x, @Nullable Axes axes, boolean keepDims, @Nullable Array where) {
    ReductionOperands.requireReducible("logmeanexp", x, axes, where);
    var sum = LogSumExp.of(x, axes, keepDims, where, null).value();
    var counted =
        where == null
            ? Creation.onesLike(x)
            : Shapes.broadcastTo(where, x.shape()).astype(sum.dtype());
    return sum.sub(Sums.sum(counted.astype(sum.dtype()), axes, keepDims).log());
  }
}
