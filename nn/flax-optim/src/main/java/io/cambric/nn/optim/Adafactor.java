package io.cambric.nn.optim;

import io.cambric.annotations.PyTree;
import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.build.Withers;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.numpy.Numpy;
import io.cambric.optax.hyperparameter.Scalar;
import org.jspecify.annotations.Nullable;

/**
 * Adafactor. For a parameter of two large axes it keeps averages of rows and columns only.
 *
 * <pre>
 *   d  = 1 - (t - offset)^-decay
 *   v' = d v + (1 - d) (g^2 + eps1)        or, factored, v' = rows' columns' / mean(rows')
 *   y  = g / sqrt(v')                      divided by max(1, rms(y) / clip)
 *   u  = lr max(rms(x), eps2) y
 *   m' = b1 m + (1 - b1) u                 with b1: u = m'
 *   x' = (1 - wd) x - u
 * </pre>
 *
 * @param learningRate the step size, or {@code null} if each step gives it
 * @param factored whether to factor the second moments of parameters with two large axes
 * @param multiplyByParameterScale whether the step is relative to the root mean square of the
 *     parameter
 * @param beta1 decay of the momentum, or {@code null} for none
 * @param decayRate exponent by which the second moments decay slower
 * @param stepOffset step at which a fine-tuning began
 * @param clippingThreshold bound of the root mean square of a step, or {@code null} for none
 * @param weightDecayRate share of the parameter subtracted, or {@code null} for none
 * @param minDimSizeToFactor least size of the two largest axes of a factored parameter
 * @param epsilon1 added to squared gradients
 * @param epsilon2 least root mean square of a parameter
 * @param dtypeMomentum dtype of the momentum
 * @deprecated use {@code Optax.adafactor}
 * @see <a
 *     href="https://github.com/google/flax/blob/v0.5.3/flax/optim/adafactor.py">flax.optim.Adafactor</a>
 * @see <a href="https://arxiv.org/abs/1804.04235">Shazeer and Stern, 2018</a>
 */
@Deprecated(since = "0.1.0")
@Withers
public record Adafactor(
    @Nullable Scalar learningRate,
    boolean factored,
    boolean multiplyByParameterScale,
    @Nullable Scalar beta1,
    Scalar decayRate,
    int stepOffset,
    @Nullable Scalar clippingThreshold,
    @Nullable Scalar weightDecayRate,
    int minDimSizeToFactor,
    Scalar epsilon1,
    Scalar epsilon2,
    DType dtypeMomentum)
    implements ParamOptimizerDef<Adafactor, Adafactor.State>, AdafactorWith {

  /**
   * The state of one parameter. Unused parts are {@code f32[1]}.
   *
   * @param vRow second moments of rows, f32, without the largest axis
   * @param vCol second moments of columns, f32, without the second largest axis
   * @param v second moments of a parameter that is not factored, f32, in its shape
   * @param m momentum, in the shape of the parameter
   */
  @PyTree
  public record State(Array vRow, Array vCol, Array v, Array m) {}

  /** Each step gives the learning rate; other numbers are those of Flax. */
  public Adafactor() {
    this((Scalar) null);
  }

  /** A learning rate that steps may override; other numbers are those of Flax. */
  public Adafactor(double learningRate) {
    this(Scalar.of(learningRate));
  }

  private Adafactor(@Nullable Scalar learningRate) {
    this(
        learningRate,
        true,
        true,
        null,
        Scalar.of(0.8),
        0,
        Scalar.of(1),
        null,
        128,
        Scalar.of(1e-30),
        Scalar.of(1e-3),
        DType.F32);
  }

  @Override
  public State initParamState(Array param) {
    var shape = param.shape();
    var axes = AdafactorAxes.of(shape, factored ? minDimSizeToFactor : Integer.MAX_VALUE);
    var m = beta1 == null ? unused() : Numpy.zeros(shape, dtypeMomentum);
    return axes == null
        ? new State(unused(), unused(), Numpy.zeros(shape, DType.F32), m)
        : new State(
            Numpy.zeros(shape.without(Axes.of(axes.largest())), DType.F32),
            Numpy.zeros(shape.without(Axes.of(axes.second())), DType.F32),
            unused(),
            m);
  }

  private static Array unused() {
    return Numpy.zeros(Shape.of(1), DType.F32);
  }

  @Override
  public ParamUpdate<State> applyParamGradient(Array step, Array param, State state, Array grad) {
    var rate = LearningRates.required("Adafactor", learningRate);
    var scaled = scaled(step, state, grad.astype(DType.F32));
    var direction = clipped(scaled.direction());
    var subtrahend =
        multiplyByParameterScale
            ? rate.times(parameterScale(param)).mul(direction)
            : rate.times(direction);
    var m = unused();
    if (beta1 != null) {
      subtrahend = beta1.times(state.m).add(beta1.complement().times(subtrahend));
      m = subtrahend.astype(dtypeMomentum);
    }
    var kept = weightDecayRate == null ? param : weightDecayRate.complement().times(param);
    return new ParamUpdate<>(
        kept.sub(subtrahend).astype(param.dtype()),
        new State(scaled.vRow(), scaled.vCol(), scaled.v(), m));
  }

  /** A gradient divided by the roots of its second moments, and these. */
  private record Scaled(Array direction, Array vRow, Array vCol, Array v) {}

  private Scaled scaled(Array step, State state, Array grad) {
    var decay = decay(step);
    var squares = epsilon1.plus(grad.mul(grad));
    var axes = AdafactorAxes.of(grad.shape(), factored ? minDimSizeToFactor : Integer.MAX_VALUE);
    if (axes == null) {
      var v = averaged(decay, state.v, squares);
      return new Scaled(grad.mul(v.pow(-0.5)), unused(), unused(), v);
    }
    var vRow = averaged(decay, state.vRow, squares.mean(axes.largest()));
    var vCol = averaged(decay, state.vCol, squares.mean(axes.second()));
    var rows = vRow.div(axes.meanOfRows(vRow)).pow(-0.5).expandDims(axes.largest());
    var columns = vCol.pow(-0.5).expandDims(axes.second());
    return new Scaled(grad.mul(rows).mul(columns), vRow, vCol, unused());
  }

  private Array decay(Array step) {
    var t = step.sub(stepOffset).astype(DType.F32).add(1);
    return NdArray.weakScalar(1).sub(t.pow(decayRate.negated().array()));
  }

  private static Array averaged(Array decay, Array average, Array value) {
    return decay.mul(average).add(NdArray.weakScalar(1).sub(decay).mul(value));
  }

  private Array clipped(Array direction) {
    if (clippingThreshold == null) {
      return direction;
    }
    var size = rootMeanSquare(direction).div(clippingThreshold.array());
    return direction.div(Numpy.maximum(size, NdArray.weakScalar(1)));
  }

  private Array parameterScale(Array param) {
    return Numpy.maximum(rootMeanSquare(param), epsilon2.array());
  }

  private static Array rootMeanSquare(Array x) {
    return x.mul(x).mean().sqrt();
  }
}
